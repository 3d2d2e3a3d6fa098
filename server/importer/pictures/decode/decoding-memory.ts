import type { Metadata } from 'sharp';

/** Room that is left for one picture beside all else that a run of 512 MB holds. */
export const MOST_DECODING_BYTES = 256 * 1024 * 1024;
const SPARE = 1.1;

/**
 * Bytes that decoding holds for a pixel at its height, measured; 0 where it goes row by row. An AVIF is whole in several
 * forms at once, a progressive JPEG in two bytes a sample, and what is woven or animated as a whole canvas.
 */
export function decodingBytesAPixel(picture: Metadata): number {
  const { format, channels, depth, isProgressive, chromaSubsampling } = picture;
  if (format === 'heif') return 18;
  if (format === 'gif') return 5;
  if (format === 'webp') return 4;
  if (!isProgressive) return 0;
  const samples = chromaSubsampling === '4:2:0' ? channels / 2 : channels;
  return SPARE * samples * (format === 'jpeg' || depth === 'ushort' ? 2 : 1);
}
