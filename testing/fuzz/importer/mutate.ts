import type { Random } from '../../app/seeded-random.ts';

/** Edge values of lengths, sizes and offsets. */
const EDGES = [0, 1, 2, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff];
const MOST_CHANGES = 6;
const HEADER_BYTES = 128;

/** Changes the bytes in one to six places. Parts may be copied from `other`. */
export function mutate(bytes: Buffer, other: Buffer, random: Random): Buffer {
  let changed: Buffer = Buffer.from(bytes);
  for (let left = 1 + random.below(MOST_CHANGES); left > 0 && changed.length > 0; left--) {
    changed = random.oneOf(CHANGES)(changed, other, random);
  }
  return changed;
}

type Change = (bytes: Buffer, other: Buffer, random: Random) => Buffer;

const flipBit: Change = (bytes, _, random) => {
  const at = place(bytes, random);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
  return bytes;
};

const setByte: Change = (bytes, _, random) => {
  bytes[place(bytes, random)] = random.below(256);
  return bytes;
};

const setNumber: Change = (bytes, _, random) => {
  const at = place(bytes, random);
  const value = random.oneOf(EDGES);
  const width = Math.min(random.oneOf([2, 4]), bytes.length - at);
  const part = value % 2 ** (8 * width);
  if (random.below(2) === 0) bytes.writeUIntLE(part, at, width);
  else bytes.writeUIntBE(part, at, width);
  return bytes;
};

const cutEnd: Change = (bytes, _, random) => bytes.subarray(0, random.below(bytes.length));

const dropPart: Change = (bytes, _, random) => {
  const at = place(bytes, random);
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random.below(64))]);
};

const repeatPart: Change = (bytes, _, random) => {
  const at = place(bytes, random);
  return Buffer.concat([bytes.subarray(0, at + 1 + random.below(256)), bytes.subarray(at)]);
};

const insertOther: Change = (bytes, other, random) => {
  const [at, from] = [place(bytes, random), random.below(other.length + 1)];
  const part = other.subarray(from, from + random.below(512));
  return Buffer.concat([bytes.subarray(0, at), part, bytes.subarray(at)]);
};

const joinOther: Change = (bytes, other, random) =>
  Buffer.concat([bytes.subarray(0, place(bytes, random)), other.subarray(random.below(other.length + 1))]);

const CHANGES: readonly Change[] = [
  flipBit,
  flipBit,
  flipBit,
  setByte,
  setByte,
  setNumber,
  setNumber,
  setNumber,
  cutEnd,
  dropPart,
  repeatPart,
  insertOther,
  joinOther,
];

/** A random position. Every second one is at the beginning, and some are at the end, because headers are there. */
function place(bytes: Buffer, random: Random): number {
  const near = Math.min(HEADER_BYTES, bytes.length);
  const where = random.below(8);
  if (where < 4) return random.below(near);
  return where === 4 ? bytes.length - 1 - random.below(near) : random.below(bytes.length);
}
