export const TAR_BLOCK_BYTES = 512;

/** The used fields of a header block. The name is bytes, because older tars don't declare an encoding. */
export type TarHeader = { name: Buffer; bytes: number; type: string; link: boolean };

/** Files, folders, and extended headers. Other types are links, devices and unknown types. */
const PLAIN_TYPES = [...'057xgKL', '\0'];

/** Whether a block is a tar header, by its checksum: older tars have no magic number. */
export function isTarHeader(block: Buffer): boolean {
  if (block.length < TAR_BLOCK_BYTES || block[0] === 0) return false;
  const checksum = octal(block.subarray(148, 156));
  let sum = 0;
  for (let at = 0; at < TAR_BLOCK_BYTES; at++) sum += at >= 148 && at < 156 ? 0x20 : (block[at] ?? 0);
  return checksum === sum;
}

export function readTarHeader(block: Buffer): TarHeader {
  const ustar = block.toString('latin1', 257, 262) === 'ustar';
  const gnu = block.toString('latin1', 257, 264) === 'ustar  ';
  const prefix = ustar && !gnu ? untilNul(block.subarray(345, 500)) : Buffer.alloc(0);
  const name = untilNul(block.subarray(0, 100));
  const type = String.fromCharCode(block[156] ?? 0);
  return {
    name: prefix.length > 0 ? Buffer.concat([prefix, Buffer.from('/'), name]) : name,
    bytes: sizeOf(block.subarray(124, 136)),
    type,
    link: !PLAIN_TYPES.includes(type),
  };
}

/** The records of an extended header, each `<length> <name>=<value>\n`. Undefined if they are malformed. */
export function readPaxRecords(bytes: Buffer): Map<string, Buffer> | undefined {
  const records = new Map<string, Buffer>();
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(0x20, at);
    const length = Number(bytes.toString('latin1', at, space));
    if (space < 0 || space - at > 10 || !Number.isInteger(length) || length < 5 || at + length > bytes.length) {
      return undefined;
    }
    const record = bytes.subarray(space + 1, at + length - 1);
    const equals = record.indexOf(0x3d);
    if (equals < 1) return undefined;
    records.set(record.toString('utf8', 0, equals), record.subarray(equals + 1));
    at += length;
  }
  return records;
}

export function untilNul(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

/** Octal; from 8 GB on big-endian with the highest bit set. */
function sizeOf(field: Buffer): number {
  if (((field[0] ?? 0) & 0x80) === 0) return octal(field) ?? Number.NaN;
  return field.subarray(1, 4).some((byte) => byte !== 0) ? Number.MAX_SAFE_INTEGER : Number(field.readBigUInt64BE(4));
}

function octal(field: Buffer): number | undefined {
  const digits = field
    .toString('latin1')
    .replace(/[\0 ]+$/, '')
    .trimStart();
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : undefined;
}
