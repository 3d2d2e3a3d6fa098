import { memo, useCallback, useSyncExternalStore } from 'react';
import { Button } from '../../ui/button.tsx';
import type { PageSources } from './page-sources.ts';

type SourceSlotProps = {
  sourceKey: string;
  top: number;
  height: number;
  color: string;
  alt: string;
  sources: PageSources;
};

/** The room of one image: its colour until it is there, and a way to try again when it did not come. */
export const SourceSlot = memo(function SourceSlot({ sourceKey, top, height, color, alt, sources }: SourceSlotProps) {
  const subscribe = useCallback((tell: () => void) => sources.subscribe(sourceKey, tell), [sources, sourceKey]);
  const { state, source } = useSyncExternalStore(subscribe, () => sources.get(sourceKey));
  return (
    <div
      data-source={sourceKey}
      data-state={state}
      className="absolute inset-x-0"
      style={{ top, height, backgroundColor: state === 'ready' ? undefined : color }}
    >
      {source && (
        <img
          src={source}
          alt={alt}
          decoding="async"
          draggable={false}
          className="absolute inset-0 size-full"
          onError={() => sources.fail(sourceKey)}
        />
      )}
      {state === 'failed' && (
        <div className="absolute inset-0 grid place-items-center">
          <Button look="tinted" onClick={() => sources.retry(sourceKey)}>
            重试
          </Button>
        </div>
      )}
    </div>
  );
});
