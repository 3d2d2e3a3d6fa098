import { useEffect, useState } from 'react';
import type { ComicDetail } from '#contract/shapes';
import { loadImage } from '../../../runtime/images/image-loader.ts';
import { statusText } from '../../comic-status/status-text.ts';
import { chooseVariant } from '../../lazy-image/choose-variant.ts';
import { COVER, drawPoster } from './poster.ts';

/** The poster of a comic as a data URI; undefined until it is drawn, null where this browser can't. */
export function usePoster(
  comic: ComicDetail | undefined,
  address: string,
  siteName: string,
): string | null | undefined {
  const [poster, setPoster] = useState<string | null>();
  useEffect(() => {
    if (!comic) return;
    const { title, authors, genres, cover } = comic;
    const load = loadImage(chooseVariant(cover, COVER.width, 1));
    let isWanted = true;
    const lines = [authors.join('、'), [statusText(comic), ...genres.slice(0, 3)].join(' · ')];
    const draw = (picture: CanvasImageSource | null) => drawPoster({ title, lines, siteName, address, picture, cover });
    void load.source
      .then(decoded)
      // A poster without its cover has its colour.
      .catch(() => null)
      .then(draw)
      .catch(() => null)
      .then((source) => isWanted && setPoster(source));
    return () => {
      isWanted = false;
      load.cancel();
    };
  }, [comic, address, siteName]);
  return poster;
}

async function decoded(source: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = source;
  await image.decode();
  return image;
}
