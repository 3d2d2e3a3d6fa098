import { crc32, deflateRawSync } from 'node:zlib';

/** One entry of a test zip. Fields other than name and bytes override correct values. */
export type ZipPart = {
  name: string | Buffer;
  bytes?: Buffer | string;
  /** 8 deflates; other values store the bytes unchanged. */
  method?: number;
  flags?: number;
  /** Unix mode, for links and folders. */
  mode?: number;
  localName?: string | Buffer;
  declaredBytes?: number;
  declaredPackedBytes?: number;
  declaredCrc?: number;
  /** Makes the directory point to the header of the entry with this index. */
  sameDataAs?: number;
  offset?: number;
};

export type ZipKnobs = { diskNumber?: number; comment?: string; entryCount?: number };

const UTF8_FLAG = 0x800;

/** Writes a zip of the given entries, well-formed or not, with the structure of APPNOTE 6.3. */
export function makeZip(parts: Iterable<ZipPart>, knobs: ZipKnobs = {}): Buffer {
  return Buffer.concat([...zipPieces(parts, knobs)]);
}

/** The same zip in pieces, for one that does not fit in memory. */
export function* zipPieces(parts: Iterable<ZipPart>, knobs: ZipKnobs = {}): Generator<Buffer> {
  const directory: Buffer[] = [];
  const offsets: number[] = [];
  let position = 0;
  for (const part of parts) {
    const fields = describe(part);
    const local = localHeader(part, fields);
    offsets.push(position);
    const offset = part.offset ?? (part.sameDataAs === undefined ? position : (offsets[part.sameDataAs] ?? 0));
    directory.push(directoryHeader(part, fields, offset));
    if (part.sameDataAs === undefined) {
      yield local;
      yield fields.packed;
      position += local.length + fields.packed.length;
    }
  }
  const listing = Buffer.concat(directory);
  yield listing;
  yield endRecord(knobs.entryCount ?? directory.length, listing.length, position, knobs);
}

type PartFields = {
  name: Buffer;
  packed: Buffer;
  method: number;
  flags: number;
  crc: number;
  size: number;
  packedSize: number;
};

function describe(part: ZipPart): PartFields {
  const bytes = Buffer.from(part.bytes ?? '');
  const method = part.method ?? 0;
  const packed = method === 8 ? deflateRawSync(bytes) : bytes;
  return {
    name: Buffer.from(part.name),
    packed,
    method,
    flags: part.flags ?? (typeof part.name === 'string' ? UTF8_FLAG : 0),
    crc: part.declaredCrc ?? crc32(bytes),
    size: part.declaredBytes ?? bytes.length,
    packedSize: part.declaredPackedBytes ?? packed.length,
  };
}

function localHeader(part: ZipPart, fields: PartFields): Buffer {
  const name = part.localName === undefined ? fields.name : Buffer.from(part.localName);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  writeShared(header, 4, fields, name.length);
  return Buffer.concat([header, name]);
}

function directoryHeader(part: ZipPart, fields: PartFields, offset: number): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE((3 << 8) | 20, 4);
  writeShared(header, 6, fields, fields.name.length);
  header.writeUInt32LE(((part.mode ?? 0o100644) << 16) >>> 0, 38);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, fields.name]);
}

/** Writes the fields that both headers have in the same order. */
function writeShared(header: Buffer, at: number, fields: PartFields, nameLength: number): void {
  header.writeUInt16LE(20, at);
  header.writeUInt16LE(fields.flags, at + 2);
  header.writeUInt16LE(fields.method, at + 4);
  header.writeUInt32LE(fields.crc, at + 10);
  header.writeUInt32LE(fields.packedSize, at + 14);
  header.writeUInt32LE(fields.size, at + 18);
  header.writeUInt16LE(nameLength, at + 22);
}

function endRecord(count: number, size: number, offset: number, knobs: ZipKnobs): Buffer {
  const comment = Buffer.from(knobs.comment ?? '');
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(knobs.diskNumber ?? 0, 4);
  record.writeUInt16LE(count, 8);
  record.writeUInt16LE(count, 10);
  record.writeUInt32LE(size, 12);
  record.writeUInt32LE(offset, 16);
  record.writeUInt16LE(comment.length, 20);
  return Buffer.concat([record, comment]);
}
