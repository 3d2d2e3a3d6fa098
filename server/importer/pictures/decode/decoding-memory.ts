import type { Metadata } from 'sharp';

/** Memory for decoding one picture within the 512 MB of an import. */
export const MOST_DECODING_BYTES = 256 * 1024 * 1024;
const SPARE = 1.1;

/**
 * Measured peak bytes a pixel of decoding; 0 if it decodes row by row. An AVIF is in memory in several forms at once, a
 * progressive JPEG with two bytes a sample, and an interlaced or animated picture as a whole canvas.
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
