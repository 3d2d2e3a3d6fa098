import { lazy, Suspense } from 'react';
import { Ground } from '../chrome/ground.tsx';
import type { Magnifier } from '../input/use-magnifier.ts';
import { isPaged } from '../modes/mode.ts';
import type { Viewer, ViewerProps } from '../modes/viewer.ts';
import { StripViewer } from './strip-viewer.tsx';

// If its code can't be loaded, a strip shows the same pages.
const PagedViewer = lazy(() =>
  import('../paged/paged-viewer.tsx').then(
    (m) => ({ default: m.PagedViewer }),
    () => ({ default: StripViewer }),
  ),
);

// If its code can't be loaded, keys and the wheel do the same.
const MouseInput = lazy(() =>
  import('../input/mouse-input.tsx').then(
    (m) => ({ default: m.MouseInput }),
    () => ({ default: () => null }),
  ),
);
const hasMouse = matchMedia('(any-pointer: fine)').matches;

type ReaderPagesProps = ViewerProps & { viewer: Viewer; left: boolean; magnifier: Magnifier };

/** The pages of the joined chapters in the chosen mode. */
export function ReaderPages({ viewer, left, magnifier, ...props }: ReaderPagesProps) {
  const { mode, settings } = props;
  const ViewerOfMode = isPaged(mode) ? PagedViewer : StripViewer;
  return (
    <Ground background={settings.background}>
      <Suspense>
        <ViewerOfMode key={mode} {...props} />
      </Suspense>
      {hasMouse && (
        <Suspense>
          <MouseInput viewer={viewer} mode={mode} left={left} isMagnified={magnifier.isOn} />
        </Suspense>
      )}
    </Ground>
  );
}
