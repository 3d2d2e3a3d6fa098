import type { Size } from '../page-recipe.ts';

export type Jp2Header = Size & {
  components: number;
  /** Luma and chroma instead of red, green and blue. */
  isYcc: boolean;
  /** False if the file is shorter than it declares. */
  isWhole: boolean;
};

const START_OF_CODESTREAM = 0xff4fff51;
const END_OF_CODESTREAM = 0xffd9;
const ENUMERATED_YCC = 18;

/** Reads the header of a JPEG 2000 (JP2 file or bare codestream); undefined if it is invalid. */
export function readJp2Header(bytes: Buffer): Jp2Header | undefined {
  let isYcc = false;
  let isWhole = true;
  let start = 0;
  if (bytes.length >= 4 && bytes.readUInt32BE(0) !== START_OF_CODESTREAM) {
    const boxes = boxesOf(bytes, 0, bytes.length);
    const stream = boxes.find((box) => box.type === 'jp2c');
    if (!stream) return undefined;
    start = stream.start;
    isWhole = stream.isWhole;
    const header = boxes.find((box) => box.type === 'jp2h');
    const colours = header ? boxesOf(bytes, header.start, header.end).filter((box) => box.type === 'colr') : [];
    isYcc = colours.some(
      ({ start: at, end }) => end - at >= 7 && bytes[at] === 1 && bytes.readUInt32BE(at + 3) === ENUMERATED_YCC,
    );
  } else if (bytes.length >= 2) {
    isWhole = bytes.readUInt16BE(bytes.length - 2) === END_OF_CODESTREAM;
  }
  if (start + 42 > bytes.length || bytes.readUInt32BE(start) !== START_OF_CODESTREAM) return undefined;
  const at = (offset: number) => bytes.readUInt32BE(start + offset);
  const size = { width: at(8) - at(16), height: at(12) - at(20) };
  const components = bytes.readUInt16BE(start + 40);
  return size.width > 0 && size.height > 0 ? { ...size, components, isYcc, isWhole } : undefined;
}

type Box = { type: string; start: number; end: number; isWhole: boolean };

function boxesOf(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to; ) {
    const declared = bytes.readUInt32BE(at);
    const isLong = declared === 1;
    const start = at + (isLong ? 16 : 8);
    if (start > to) break;
    let length = declared;
    if (isLong) length = Number(bytes.readBigUInt64BE(at + 8));
    // Up to the end of the file.
    else if (declared === 0) length = to - at;
    if (length < start - at) break;
    const type = bytes.toString('latin1', at + 4, at + 8);
    boxes.push({ type, start, end: Math.min(to, at + length), isWhole: at + length <= to });
    at += length;
  }
  return boxes;
}
