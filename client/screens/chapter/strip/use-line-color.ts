import { useEffect, useState } from 'react';
import { lineColor, type PictureLine } from './edge-color.ts';
import type { PageSources } from './page-sources.ts';

/** The colour of one line of an image, once it is loaded; undefined before, and without a key. */
export function useLineColor(
  sources: Pick<PageSources, 'get' | 'subscribe'>,
  key: string | undefined,
  { along, at }: PictureLine,
): string | undefined {
  const [known, setKnown] = useState<{ key: string; color: string }>();
  useEffect(() => {
    if (key === undefined) return;
    let isOver = false;
    const look = async () => {
      const { source } = sources.get(key);
      const color = source === null ? null : await lineColor(source, { along, at });
      if (color !== null && !isOver) setKnown({ key, color });
    };
    void look();
    const stop = sources.subscribe(key, () => void look());
    return () => {
      isOver = true;
      stop();
    };
  }, [sources, key, along, at]);
  return known?.key === key ? known?.color : undefined;
}
