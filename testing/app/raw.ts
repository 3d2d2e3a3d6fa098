/** For tests: rows of RGB bytes. */
export type Raw = { pixels: Uint8Array; width: number; height: number };

/** Four quarters: red and green at the top, blue and yellow at the bottom. */
export function fourColours(width: number, height: number): Raw {
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) pixels.set(colourAt(x / width, y / height), 3 * (y * width + x));
  }
  return { pixels, width, height };
}

/** The colour of `fourColours` at a point, both sides being 1. */
export function colourAt(x: number, y: number): [number, number, number] {
  if (y < 0.5) return x < 0.5 ? [224, 0, 0] : [0, 176, 0];
  return x < 0.5 ? [0, 0, 224] : [224, 224, 0];
}
