/** The colours along the edge are taken at this many places. */
const SAMPLES = 16;

/** A row or a column of a picture: from 0 at its top or left to 1. */
export type PictureLine = { along: 'row' | 'column'; at: number };

/** The mean colour of one line of a picture; null if it can't be drawn. */
export async function lineColor(source: string, { along, at }: PictureLine): Promise<string | null> {
  const image = new Image();
  image.src = source;
  try {
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = SAMPLES;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) return null;
    const nth = (count: number) => Math.min(count - 1, Math.floor(at * count));
    if (along === 'row') context.drawImage(image, 0, nth(height), width, 1, 0, 0, SAMPLES, 1);
    else context.drawImage(image, nth(width), 0, 1, height, 0, 0, 1, SAMPLES);
    const [across, down] = along === 'row' ? [SAMPLES, 1] : [1, SAMPLES];
    return meanColor(context.getImageData(0, 0, across, down).data);
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
