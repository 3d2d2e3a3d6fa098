import type { FileHandle } from 'node:fs/promises';

const START_BYTES = 32;
/** The id of the AES method. */
const AES = Buffer.from([0x06, 0xf1, 0x07, 0x01]);
/** The record that describes how the directory is packed. Real ones are far shorter. */
const MAX_RECORD_BYTES = 4096;

/** Whether the directory of a 7z is encrypted. The engine would report it as damaged. */
export async function isEncrypted7z(file: FileHandle, offset: number): Promise<boolean> {
  const start = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, offset);
  const at = start.buffer.readBigUInt64LE(12);
  const size = start.buffer.readBigUInt64LE(20);
  if (at > Number.MAX_SAFE_INTEGER / 2 || size > MAX_RECORD_BYTES) return false;
  const length = Number(size);
  const record = await file.read(Buffer.alloc(length), 0, length, offset + START_BYTES + Number(at));
  return record.buffer.includes(AES);
}
