import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import path from 'node:path';
import { openKeyFile, readKeyFile } from '../../core/files/key-file.ts';

/** In the data folder, beside the other secrets of the site; the backup has it too. */
export const STAFF_KEY_NAME = 'staff.key';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets of the staff for the database, with a key that is not in the database. */
export type SecretBox = {
  /** `owner`: the owner of the secret. A secret that was sealed for one owner can't be opened for another. */
  seal(secret: Buffer, owner: string): Promise<Buffer>;
  /** Null if it was sealed with another key, or for another owner. */
  open(sealed: Buffer, owner: string): Promise<Buffer | null>;
};

/** The key is read, or made, when a secret is first needed. */
export function createSecretBox(dataDir: string): SecretBox {
  let reading: Promise<Buffer> | null = null;
  const key = () => {
    reading ??= openKeyFile(path.join(dataDir, STAFF_KEY_NAME)).catch((error: unknown) => {
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
  return (await readKeyFile(path.join(dataDir, STAFF_KEY_NAME))) !== null;
}
