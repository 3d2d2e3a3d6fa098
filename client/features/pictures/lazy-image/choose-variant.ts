import type { Image } from '#contract/shapes';

/** The smallest variant that fills `cssWidth` on this screen, else the largest there is. */
export function chooseVariant(image: Image, cssWidth: number, devicePixelRatio: number): string {
  const needed = cssWidth * devicePixelRatio;
  const all = [...(image.variants ?? []), { url: image.url, width: image.width }].sort((a, b) => a.width - b.width);
  const enough = all.find((variant) => variant.width >= needed - 1) ?? all.at(-1);
  return enough?.url ?? image.url;
}
