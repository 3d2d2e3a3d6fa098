/** The colours along the edge are taken at this many places. */
const SAMPLES = 16;

/** The mean colour of one row of a picture, counted from 0 at its top to 1; null if it can't be drawn. */
export async function rowColor(source: string, at: number): Promise<string | null> {
  const image = new Image();
  image.src = source;
  try {
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = SAMPLES;
    canvas.height = 1;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) return null;
    const row = Math.min(image.naturalHeight - 1, Math.floor(at * image.naturalHeight));
    context.drawImage(image, 0, row, image.naturalWidth, 1, 0, 0, SAMPLES, 1);
    return meanColor(context.getImageData(0, 0, SAMPLES, 1).data);
  } catch {
    return null;
  }
}

/** The mean of pixels of four bytes each. */
export function meanColor(pixels: Uint8ClampedArray): string {
  const sums = [0, 0, 0];
  pixels.forEach((value, n) => {
    const channel = n % 4;
    if (channel < 3) sums[channel] = (sums[channel] ?? 0) + value;
  });
  return `rgb(${sums.map((sum) => Math.round((sum * 4) / pixels.length)).join(' ')})`;
}
