import type { Image } from '#contract/shapes';
import { isServer } from '../../../runtime/page.ts';

/** For the script in the page that loads pictures of the first screen. `width`: the rendered width, unless it is the box’s. */
export type PictureNote = Pick<Image, 'url' | 'width' | 'height' | 'color' | 'variants'> & {
  shown?: number | undefined;
};

/** An attribute for the picture of a screen that the server renders. */
export function pictureNote({ url, width, height, color, variants }: Image, shown?: number) {
  if (!isServer) return null;
  return { 'data-picture': JSON.stringify({ url, width, height, color, variants, shown } satisfies PictureNote) };
}
