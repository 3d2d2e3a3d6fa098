import { crc32, createInflate, deflateSync } from 'node:zlib';

const SIGNATURE_BYTES = 8;
/** Larger pictures would use too much memory. */
const MOST_BYTES = 256 * 1024 * 1024;
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

type Chunk = { type: string; data: Buffer };

/**
 * Returns the PNG with all rows that can still be unpacked, and black rows after them, so that any decoder reads it. Returns
 * undefined if nothing can be unpacked. Checksums are ignored.
 */
export async function repairPng(bytes: Buffer): Promise<Buffer | undefined> {
  const chunks = chunksOf(bytes);
  const header = chunks.find(({ type }) => type === 'IHDR')?.data;
  if (header?.length !== 13) return undefined;
  // An interlaced picture has its rows in seven passes. It is not repaired.
  const bits = (header[8] ?? 0) * (CHANNELS[header[9] ?? 0] ?? 4);
  const length = header.readUInt32BE(4) * (1 + Math.ceil((header.readUInt32BE(0) * bits) / 8));
  if (header[12] !== 0 || length > MOST_BYTES) return undefined;
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const rows = await unpack(packed, length);
  if (rows.length === 0) return undefined;
  const whole = Buffer.alloc(length);
  rows.copy(whole);
  const before = chunks.slice(
    0,
    chunks.findIndex(({ type }) => type === 'IDAT'),
  );
  const image = { type: 'IDAT', data: deflateSync(whole, { level: 1 }) };
  const parts = [...before, image, { type: 'IEND', data: Buffer.alloc(0) }].map(encodeChunk);
  return Buffer.concat([bytes.subarray(0, SIGNATURE_BYTES), ...parts]);
}

function chunksOf(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE_BYTES; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: bytes.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

function encodeChunk({ type, data }: Chunk): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

/** Unpacks until the data ends or is invalid, at most `length` bytes. */
async function unpack(packed: Buffer, length: number): Promise<Buffer> {
  const inflate = createInflate();
  const parts: Buffer[] = [];
  let left = length;
  inflate.end(packed);
  try {
    for await (const part of inflate as AsyncIterable<Buffer>) {
      parts.push(part.subarray(0, left));
      left -= part.length;
      if (left <= 0) break;
    }
  } catch {
    // The rows before the fault are used.
  }
  return Buffer.concat(parts);
}
