import { memo, useCallback, useSyncExternalStore } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { PageSources } from './page-sources.ts';
import type { Axis } from './strip-axis.ts';

type SourceSlotProps = {
  sourceKey: string;
  axis: Axis;
  top: number;
  width: number;
  height: number;
  overlap: number;
  color: string;
  alt: string;
  sources: PageSources;
};

/** The box of one image: its colour until it is loaded, and a button to retry when it failed. */
export const SourceSlot = memo(function SourceSlot(props: SourceSlotProps) {
  const { sourceKey, axis, top, width, height, overlap, color, alt, sources } = props;
  const subscribe = useCallback((onChange: () => void) => sources.subscribe(sourceKey, onChange), [sources, sourceKey]);
  const { state, source } = useSyncExternalStore(subscribe, () => sources.get(sourceKey));
  return (
    <div
      data-source={sourceKey}
      data-state={state}
      className="absolute right-0"
      style={{ top, width, height, backgroundColor: state === 'ready' ? undefined : color }}
    >
      {source && overlap > 0 && (
        // A shifted copy of the image: its last row lies beneath the edge of the next one.
        <img
          src={source}
          alt=""
          decoding="async"
          draggable={false}
          className="absolute size-full"
          style={axis === 'vertical' ? { top: overlap } : { right: overlap }}
        />
      )}
      {source && (
        <img
          src={source}
          alt={alt}
          decoding="async"
          draggable={false}
          className="absolute inset-0 size-full"
          onError={() => sources.markUndrawable(sourceKey)}
        />
      )}
      {state === 'failed' && (
        // In the middle of the page, or of the screen where only a part of the page is in view.
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
