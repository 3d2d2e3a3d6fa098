import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import { RandomAccessReader } from 'yauzl';
import type { Deadline } from '../../limits/deadline.ts';

const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
/** The longest range after the end record, including the comment. */
const LONGEST_TAIL = 2 * 1024 * 1024;
const [END, DIRECTORY] = [Buffer.from('PK\x05\x06', 'latin1'), Buffer.from('PK\x01\x02', 'latin1')];

/**
 * The number of bytes before a zip that its offsets don't include, as in a self-extracting archive; 0 if the offsets are right
 * or no directory is found.
 */
export async function findPrefix(file: FileHandle, size: number, deadline: Deadline): Promise<number> {
  const length = Math.min(size, END_BYTES + LONGEST_COMMENT);
  const { buffer, bytesRead } = await deadline.guard(file.read(Buffer.alloc(length), 0, length, size - length));
  const tail = buffer.subarray(0, bytesRead);
  const at = tail.lastIndexOf(END);
  if (at < 0 || at + END_BYTES > tail.length) return 0;
  const [directoryBytes, directoryOffset] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
  const directoryAt = size - length + at - directoryBytes;
  const prefix = directoryAt - directoryOffset;
  if (prefix <= 0 || directoryAt < 0) return 0;
  const mark = await deadline.guard(file.read(Buffer.alloc(4), 0, 4, directoryAt));
  return mark.buffer.equals(DIRECTORY) ? prefix : 0;
}

/**
 * The end of a zip that is followed by other bytes, such as zeros of a download. Undefined if there is no end record with a
 * valid directory.
 */
export async function findEnd(file: FileHandle, size: number, deadline: Deadline): Promise<number | undefined> {
  const length = Math.min(size, LONGEST_TAIL);
  const { buffer, bytesRead } = await deadline.guard(file.read(Buffer.alloc(length), 0, length, size - length));
  const tail = buffer.subarray(0, bytesRead);
  for (let at = tail.lastIndexOf(END); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(END, at - 1)) {
    if (at + END_BYTES > tail.length) continue;
    const end = at + END_BYTES + tail.readUInt16LE(at + 20);
    const [directoryBytes, directoryAt] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
    if (end >= tail.length || directoryAt + directoryBytes !== size - length + at) continue;
    const mark = await deadline.guard(file.read(Buffer.alloc(4), 0, 4, directoryAt));
    if (mark.buffer.equals(DIRECTORY)) return size - length + end;
  }
  return undefined;
}

/** A file that begins at an offset. The owner of the handle closes it. */
export class FileFrom extends RandomAccessReader {
  readonly #file: FileHandle;
  readonly #offset: number;

  constructor(file: FileHandle, offset: number) {
    super();
    this.#file = file;
    this.#offset = offset;
  }

  readInto(target: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }> {
    return this.#file.read(target, offset, length, this.#offset + position);
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null, bytesRead: number) => void,
  ): void {
    const read = async () => (await this.readInto(target, offset, length, position)).bytesRead;
    callbackify(read)(done);
  }

  override _readStreamForRange(): Readable {
    throw new Error('Entries are read whole, never as streams');
  }

  override close(done: (error: Error | null) => void): void {
    done(null);
  }
}
