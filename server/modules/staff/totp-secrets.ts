import { createHmac } from 'node:crypto';
import type { Db } from '../../core/db/db.ts';
import { SECRET_BYTES } from './factor.ts';
import { listPeople, replaceSecret } from './person-store.ts';
import { createSecretBox, hasStaffKey, type SecretBox } from './secret-box.ts';

/** The secrets of authenticators, sealed for their person. */
export type TotpSecrets = {
  seal(personId: number, secret: Buffer): Promise<Buffer>;
  /** Null if the person has none, or it can't be opened with the key of this site. */
  open(personId: number, sealed: Buffer | null): Promise<Buffer | null>;
};

export function createTotpSecrets(box: SecretBox): TotpSecrets {
  return {
    seal: (personId, secret) => box.seal(secret, ownerOf(personId)),
    open: async (personId, sealed) => {
      if (sealed === null) return null;
      // Written by a version that did not encrypt yet.
      return isPlain(sealed) ? sealed : box.open(sealed, ownerOf(personId));
    },
  };
}

/** Seals the secrets that an older version has written as plain bytes. */
export async function sealPlainSecrets(db: Db, secrets: TotpSecrets): Promise<void> {
  for (const { id, totpSecret } of await listPeople(db))
    if (totpSecret !== null && isPlain(totpSecret))
      await replaceSecret(db, id, totpSecret, await secrets.seal(id, totpSecret));
}

/** The people whose codes are refused, because the key in the data folder is gone or another one. */
export async function listLockedOut(db: Db, dataDir: string): Promise<string[]> {
  const sealed = (await listPeople(db)).filter(
    ({ totpSecret, disabledAt }) => totpSecret !== null && !isPlain(totpSecret) && disabledAt === null,
  );
  const secrets = createTotpSecrets(createSecretBox(dataDir));
  // Looked at alone, a missing key is not made.
  const isThere = sealed.length > 0 && (await hasStaffKey(dataDir));
  const found: string[] = [];
  for (const { id, name, totpSecret } of sealed)
    if (!isThere || (await secrets.open(id, totpSecret)) === null) found.push(name);
  return found;
}

/** The authenticator that a link sets up: its secret comes from the token, of which the database has the hash alone. */
export function secretOfLink(token: string): Buffer {
  return createHmac('sha256', token).update('authenticator').digest().subarray(0, SECRET_BYTES);
}

function ownerOf(personId: number): string {
  return `staff.person ${personId} totp`;
}

function isPlain(secret: Buffer): boolean {
  return secret.length === SECRET_BYTES;
}
