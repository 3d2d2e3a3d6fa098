import { memo, useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { Button } from '../../../../ui/button.tsx';
import type { PageSources } from './page-sources.ts';
import { showPicture } from './show-picture.ts';
import type { Axis } from './strip-axis.ts';

type SourceSlotProps = {
  sourceKey: string;
  axis: Axis;
  /** Inside its page, from the edges of the part that is shown. */
  right: number;
  top: number;
  width: number;
  height: number;
  overlap: number;
  /** It follows the previous image of its page and fills the width, which costs the browser less than a positioned box. */
  flows?: boolean;
  color: string;
  alt: string;
  sources: PageSources;
};

/**
 * The box of one image: its colour until it is loaded, and a button to retry after a failure. Images are inserted without
 * rendering, because this happens while the strip scrolls.
 */
export const SourceSlot = memo(function SourceSlot(props: SourceSlotProps) {
  const { sourceKey, axis, right, top, width, height, overlap, flows = false, color, alt, sources } = props;
  const slot = useRef<HTMLDivElement>(null);
  const subscribe = useCallback((onChange: () => void) => sources.subscribe(sourceKey, onChange), [sources, sourceKey]);
  const isFailed = useSyncExternalStore(subscribe, () => sources.get(sourceKey).state === 'failed');
  useLayoutEffect(() => {
    const show = () => {
      const box = slot.current;
      if (!box) return;
      const onError = () => sources.markUndrawable(sourceKey);
      showPicture(box, sources.get(sourceKey), { axis, height, overlap, color, alt, onError });
    };
    show();
    return sources.subscribe(sourceKey, show);
  }, [sources, sourceKey, axis, height, overlap, color, alt]);
  return (
    <div
      ref={slot}
      data-source={sourceKey}
      className={flows ? (isFailed ? 'relative flow-root' : 'flow-root') : 'absolute'}
      style={flows ? { height } : { right, top, width, height }}
    >
      {isFailed && (
        // In the middle of the page, or of the screen if only a part of the page is in view.
        <div className="absolute inset-0 grid place-items-center">
          <Button
            look="tinted"
            className="sticky inset-x-[calc(50vw-35px)] inset-y-[calc(50dvh-22px)]"
            onClick={() => sources.retry(sourceKey)}
          >
            重试
          </Button>
        </div>
      )}
    </div>
  );
});
