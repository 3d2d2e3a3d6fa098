import { useEffect, useState } from 'react';
import type { ComicDetail } from '#contract/shapes';
import { loadPicture } from '../../../runtime/images/pictures.ts';
import { statusText } from '../../comics/status-text.ts';
import { chooseVariant } from '../../pictures/lazy-image/choose-variant.ts';
import { COVER, drawPoster } from './poster.ts';

/** The poster of a comic as a data URI; undefined until it is drawn, null if that fails. */
export function usePoster(
  comic: ComicDetail | undefined,
  address: string,
  siteName: string,
  logoUrl: string | undefined,
): string | null | undefined {
  const [poster, setPoster] = useState<string | null>();
  useEffect(() => {
    if (!comic) return;
    const { title, authors, genres, cover } = comic;
    const load = loadPicture({ url: chooseVariant(cover, COVER.width, 1) });
    let isWanted = true;
    const lines = [authors.join('、'), [statusText(comic), ...genres.slice(0, 3)].join(' · ')];
    // Without the cover the poster has its colour, without the logo the site's name.
    void Promise.all([load.source.then(decoded).catch(() => null), logoUrl ? decoded(logoUrl).catch(() => null) : null])
      .then(([picture, logo]) => drawPoster({ title, lines, siteName, logo, address, picture, cover }))
      .catch(() => null)
      .then((source) => isWanted && setPoster(source));
    return () => {
      isWanted = false;
      load.cancel();
    };
  }, [comic, address, siteName, logoUrl]);
  return poster;
}

async function decoded(source: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = source;
  await image.decode();
  return image;
}
