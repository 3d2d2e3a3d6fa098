import type { Image, Page } from '#contract/shapes';
import { guardedAddresses, publicAddress, type SigningKey } from './image-address.ts';
import type { StoredCover, StoredImage, StoredPage } from './stored-images.ts';

/** A public image as readers see it. */
export function viewImage(image: StoredImage & Partial<StoredCover>): Image {
  const { key, width, height, color, variants, focusY } = image;
  return {
    url: publicAddress(key),
    width,
    height,
    color,
    variants: variants?.map((variant) => ({ url: publicAddress(variant.key), width: variant.width })),
    focusY,
  };
}

/** The pages of a chapter that may be read; those of a guarded one get addresses signed for a few hours. */
export function viewPages(pages: StoredPage[], storeKey: string, key: SigningKey, now: Date): Page[] {
  const guarded = guardedAddresses(key, storeKey, now);
  const address = (name: string) => (name.startsWith('guarded/') ? guarded(name) : publicAddress(name));
  return pages.map((page) => ({
    url: address(page.key),
    width: page.width,
    height: page.height,
    color: page.color,
    margins: page.margins,
    pieces: page.pieces?.map((piece) => ({ url: address(piece.key), top: piece.top, height: piece.height })),
  }));
}
