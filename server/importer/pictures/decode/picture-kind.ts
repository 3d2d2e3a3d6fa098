/** Kinds that sharp decodes. */
const NATIVE = ['jpeg', 'png', 'gif', 'tiff', 'webp', 'avif'] as const;
/** Formats that are decoded in a worker thread. */
const FOREIGN = ['jxl', 'heic', 'jp2', 'bmp'] as const;

type NativeKind = (typeof NATIVE)[number];
export type ForeignKind = (typeof FOREIGN)[number];
export type PictureKind = NativeKind | ForeignKind;

/** Recognised by the first bytes, not by the name: an SVG, PDF or script must not reach a renderer. */
export function kindOfPicture(bytes: Uint8Array): PictureKind | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(64, bytes.byteLength)).toString('latin1');
  const magic = MAGICS.find(([start]) => head.startsWith(start));
  if (magic) return magic[1];
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp';
  if (head.startsWith('BM') && isBmpHeader(bytes)) return 'bmp';
  return head.slice(4, 8) === 'ftyp' ? kindOfBrands(bytes, head) : undefined;
}

export function isForeign(kind: PictureKind): kind is ForeignKind {
  return FOREIGN.some((each) => each === kind);
}

const MAGICS: readonly (readonly [string, PictureKind])[] = [
  ['\xff\xd8\xff', 'jpeg'],
  ['\x89PNG\r\n\x1a\n', 'png'],
  ['GIF8', 'gif'],
  ['II*\0', 'tiff'],
  ['MM\0*', 'tiff'],
  ['\xff\x0a', 'jxl'],
  ['\0\0\0\x0cJXL \r\n\x87\n', 'jxl'],
  ['\0\0\0\x0cjP  \r\n\x87\n', 'jp2'],
  ['\xff\x4f\xff\x51', 'jp2'],
];

/** The two letters of the magic number are not enough: a text may begin with them. */
function isBmpHeader(bytes: Uint8Array): boolean {
  return bytes.length >= 18 && [12, 40, 52, 56, 64, 108, 124].includes(bytes[14] ?? 0) && bytes[15] === 0;
}

/** Reads the brands of the first box of a HEIF file. AVIF brands win, because AVIF files often list both. */
function kindOfBrands(bytes: Uint8Array, head: string): PictureKind | undefined {
  const length = Math.min(64, ((bytes[2] ?? 0) << 8) | (bytes[3] ?? 0));
  const brands = head.slice(8, Math.max(12, length));
  if (/avif|avis/.test(brands)) return 'avif';
  return /heic|heix|heim|heis|hevc|hevx|mif1|msf1/.test(brands) ? 'heic' : undefined;
}
