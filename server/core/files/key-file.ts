import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

const KEY_BYTES = 32;

/** Reads the key from a file. Creates the file if it does not exist. If several processes create it, all use the key of the first. */
export async function openKeyFile(file: string): Promise<Buffer> {
  const found = await readKeyFile(file);
  if (found) return found;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const own = path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID()}`);
  const handle = await open(own, 'wx', 0o600);
  try {
    await handle.writeFile(`${randomBytes(KEY_BYTES).toString('base64')}\n`);
    await handle.sync();
    await link(own, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await handle.close();
    await rm(own, { force: true });
  }
  return (await readKeyFile(file)) ?? openKeyFile(file);
}

/** `null` if the file does not exist. */
export async function readKeyFile(file: string): Promise<Buffer | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return null;
  });
  if (text === null) return null;
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== KEY_BYTES) throw new Error(`${file} is not a key of ${KEY_BYTES} bytes in base64`);
  return key;
}
