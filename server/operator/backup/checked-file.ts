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

/** Writes a compressed stream into a new file that only the owner can read. It is durable when this resolves. */
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
  // The stream that writes into this one waits until the rest is over.
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

/** Refuses a backup if one of these files is missing or has other bytes than when it was written. */
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

/** The content that was written, as a stream. */
export function readChecked(folder: string, file: BackupFile): Readable {
  const decompress = createZstdDecompress();
  // An error destroys the last stream with it, so the caller gets it there.
  pipeline(createReadStream(path.join(folder, file.path)), decompress).catch(() => {});
  return decompress;
}
