import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import type { BackupFile } from './manifest.ts';
import { BackupRefused } from './refused.ts';
import { restNever } from './rest.ts';

/** Writes a stream into a new file of a backup, compressed, for the owner alone; durable when it resolves. */
export async function writeChecked(
  folder: string,
  name: string,
  content: Readable,
  rest = restNever,
): Promise<BackupFile> {
  const target = path.join(folder, name);
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let bytes = 0;
  // Who fills the pipe waits meanwhile.
  async function* pause(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      yield chunk;
      await rest();
    }
  }
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(
    content,
    pause,
    createZstdCompress(),
    measure,
    createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }),
  );
  return { path: name, bytes, sha256: hash.digest('hex') };
}

/** Refuses a backup in which one of these files is missing or has other bytes than it was written with. */
export async function checkFiles(folder: string, files: readonly BackupFile[]): Promise<void> {
  for (const file of files) {
    const target = path.join(folder, file.path);
    const hash = createHash('sha256');
    await pipeline(createReadStream(target), hash).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      throw new BackupRefused(`备份里缺少 ${target}，请换一份备份。`);
    });
    if (hash.digest('hex') !== file.sha256)
      throw new BackupRefused(`备份里的 ${target} 已损坏（校验和不符），请换一份备份。`);
  }
}

/** What was written, a stream at a time. */
export function readChecked(folder: string, file: BackupFile): Readable {
  const decompress = createZstdDecompress();
  // Who reads the end of the pipe has its errors.
  pipeline(createReadStream(path.join(folder, file.path)), decompress).catch(() => {});
  return decompress;
}
