import { onDemand } from '../../../../ui/on-demand.tsx';
import { Ground } from '../chrome/ground.tsx';
import type { Magnifier } from '../input/use-magnifier.ts';
import { isPaged } from '../modes/mode.ts';
import type { Viewer, ViewerProps } from '../modes/viewer.ts';
import { PagedViewer } from '../paged/paged-viewer.tsx';
import { StripViewer } from './strip-viewer.tsx';

// If its code can't be loaded, keys and the wheel do the same.
const MouseInput = onDemand(() => import('../input/mouse-input.tsx').then((m) => m.MouseInput));
const hasMouse = matchMedia('(any-pointer: fine)').matches;

type ReaderPagesProps = ViewerProps & { viewer: Viewer; left: boolean; magnifier: Magnifier };

/** The pages of the joined chapters in the chosen mode. */
export function ReaderPages({ viewer, left, magnifier, ...props }: ReaderPagesProps) {
  const { mode, settings } = props;
  const ViewerOfMode = isPaged(mode) ? PagedViewer : StripViewer;
  return (
    <Ground background={settings.background}>
      <ViewerOfMode key={mode} {...props} />
      {hasMouse && <MouseInput viewer={viewer} mode={mode} left={left} isMagnified={magnifier.isOn} />}
    </Ground>
  );
}
