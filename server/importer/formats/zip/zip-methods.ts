import type { Entry } from 'yauzl';
import { SourceError } from '../../source/source-error.ts';
import { runEngineJob } from '../engine/engine.ts';
import { engineError, entryError } from '../engine/engine-errors.ts';
import type { EngineJob } from '../engine/engine-jobs.ts';
import { damagedEntryError, entryTooBigError } from '../select-entries.ts';

/** Deflate64, BZip2, LZMA, XZ and PPMd. */
const ODD_METHODS = [9, 12, 14, 95, 98];
const NAME = Buffer.from('p');
/** Only the flags of the compression method are kept, such as LZMA's end marker. */
const METHOD_FLAGS = 0b110;

export function isOddMethod(method: number): boolean {
  return ODD_METHODS.includes(method);
}

/** Unpacks one entry with the engine, as a zip that contains nothing else. */
export async function decodeOddMethod(
  packed: Buffer,
  entry: Entry,
  path: string,
  allowed: number,
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  const job: EngineJob = {
    task: 'unpack',
    format: 'zip',
    source: { bytes: zipOfOne(packed, entry) },
    only: [NAME.toString()],
    expected: [{ index: 0, path: NAME.toString(), selected: true }],
    into: undefined,
    maxFileBytes: allowed,
    maxTotalBytes: allowed,
  };
  const answer = await runEngineJob(job, signal);
  if (answer.kind === 'stopped' && answer.why === 'size') throw entryTooBigError(path);
  if (answer.kind === 'stopped' || answer.kind === 'failed') throw engineError(answer);
  const [file] = answer.kind === 'unpacked' ? answer.files : [];
  const error = entryError(file?.error, path);
  if (error instanceof SourceError) throw error;
  if (file?.content === undefined) throw damagedEntryError(path);
  const { buffer, byteOffset, byteLength } = file.content;
  return Buffer.from(buffer, byteOffset, byteLength);
}

function zipOfOne(packed: Buffer, entry: Entry): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(63, 0);
  fields.writeUInt16LE(entry.generalPurposeBitFlag & METHOD_FLAGS, 2);
  fields.writeUInt16LE(entry.compressionMethod, 4);
  fields.writeUInt32LE(entry.crc32, 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(entry.uncompressedSize, 18);
  fields.writeUInt16LE(NAME.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, NAME]);
  const made = Buffer.from([63, 0]);
  const central = Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), made, fields, Buffer.alloc(14), NAME]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length + packed.length, 16);
  return Buffer.concat([local, packed, central, end]);
}
