import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

/** In the data folder, beside the other secrets of the site; the backup has it too. */
export const STAFF_KEY_NAME = 'staff.key';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets of the staff for the database, with a key that is not in the database. */
export type SecretBox = {
  /** `owner`: what the secret belongs to. Sealed for one, it can't be opened for another. */
  seal(secret: Buffer, owner: string): Promise<Buffer>;
  /** Null if it was sealed with another key, or for another owner. */
  open(sealed: Buffer, owner: string): Promise<Buffer | null>;
};

/** The key is read, or made, when a secret is first needed. */
export function createSecretBox(dataDir: string): SecretBox {
  let reading: Promise<Buffer> | null = null;
  const key = () => {
    reading ??= openKey(path.join(dataDir, STAFF_KEY_NAME)).catch((error: unknown) => {
      reading = null;
      throw error;
    });
    return reading;
  };

  return {
    async seal(secret, owner) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, await key(), iv).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    },

    async open(sealed, owner) {
      if (sealed.length <= IV_BYTES + TAG_BYTES) return null;
      const [iv, rest] = [sealed.subarray(0, IV_BYTES), sealed.subarray(IV_BYTES)];
      const decipher = createDecipheriv(CIPHER, await key(), iv, { authTagLength: TAG_BYTES }).setAAD(
        Buffer.from(owner),
      );
      decipher.setAuthTag(rest.subarray(0, TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(rest.subarray(TAG_BYTES)), decipher.final()]);
      } catch {
        return null;
      }
    },
  };
}

/** Whether there is a key, without making one. */
export async function hasStaffKey(dataDir: string): Promise<boolean> {
  return (await readKey(path.join(dataDir, STAFF_KEY_NAME))) !== null;
}

/** The key in the file. Where there is none, one is made; of several processes that make one, the first one's counts. */
async function openKey(file: string): Promise<Buffer> {
  const found = await readKey(file);
  if (found) return found;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const own = path.join(path.dirname(file), `.${STAFF_KEY_NAME}.${randomUUID()}`);
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
  return (await readKey(file)) ?? openKey(file);
}

/** Null without the file. */
async function readKey(file: string): Promise<Buffer | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return null;
  });
  if (text === null) return null;
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== KEY_BYTES) throw new Error(`${file} is not a key of ${KEY_BYTES} bytes in base64`);
  return key;
}
