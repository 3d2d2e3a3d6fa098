import { allRows, execute, firstRow, firstValue, hasRow, row, statement, type Tx } from '../../core/db/db.ts';

export type PasskeyRow = { id: number; name: string; createdAt: Date; usedAt: Date | null };
/** A passkey with the data to check its signature. */
export type PasskeyKey = {
  id: number;
  personId: number;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
};
export type NewPasskey = Omit<PasskeyKey, 'id'> & { name: string; at: Date };

const KEY = `id, person_id as "personId", credential_id as "credentialId", public_key as "publicKey", counter, transports`;

export const listPasskeys = allRows<PasskeyRow, [personId: number]>(
  'staff.passkeys',
  `select id, name, created_at as "createdAt", used_at as "usedAt" from staff.passkey where person_id = $1 order by id`,
);

export const passkeysOf = allRows<PasskeyKey, [personId: number]>(
  'staff.passkey-keys',
  `select ${KEY} from staff.passkey where person_id = $1 order by id`,
);

export const findPasskey = firstRow<PasskeyKey, [credentialId: string]>(
  'staff.find-passkey',
  `select ${KEY} from staff.passkey where credential_id = $1`,
);

const ADD = statement<
  never,
  [
    personId: number,
    name: string,
    credentialId: string,
    publicKey: Buffer,
    counter: number,
    transports: readonly string[],
    at: Date,
  ]
>(
  'staff.add-passkey',
  `insert into staff.passkey (person_id, name, credential_id, public_key, counter, transports, created_at)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

const NOTE_USE = statement<{ id: number }, [id: number, before: number, counter: number, at: Date]>(
  'staff.use-passkey',
  'update staff.passkey set counter = $3, used_at = $4 where id = $1 and counter = $2 returning id',
);

export const endAllPasskeys = execute<[personId: number], Tx>(
  'staff.end-all-passkeys',
  'delete from staff.passkey where person_id = $1',
);

export const addChallenge = execute<[challengeHash: Buffer, personId: number | null, expiresAt: Date]>(
  'staff.add-passkey-challenge',
  'insert into staff.passkey_challenge (challenge_hash, person_id, expires_at) values ($1, $2, $3)',
);

export const dropOldChallenges = execute<[now: Date]>(
  'staff.drop-old-passkey-challenges',
  'delete from staff.passkey_challenge where expires_at <= $1',
);

export async function addPasskey(tx: Tx, key: NewPasskey): Promise<void> {
  const { personId, name, credentialId, publicKey, counter, transports, at } = key;
  await row(tx, ADD, [personId, name, credentialId, publicKey, counter, transports, at]);
}

/** Stores the new count of a passkey; false if another use was faster or the passkey was deleted. */
export async function notePasskeyUse(tx: Tx, key: PasskeyKey, counter: number, at: Date): Promise<boolean> {
  return (await row(tx, NOTE_USE, [key.id, key.counter, counter, at])) !== null;
}

/** Deletes a passkey of a person and returns its name; null if the person has none with this id. */
export const endPasskey = firstValue<{ name: string }, [personId: number, id: number], Tx>(
  'staff.end-passkey',
  'delete from staff.passkey where person_id = $1 and id = $2 returning name',
);

/** Uses a challenge; false if it was used, has expired, or was made for someone else. */
export const takeChallenge = hasRow<{ expiresAt: Date }, [hash: Buffer, personId: number | null, now: Date]>(
  'staff.take-passkey-challenge',
  `delete from staff.passkey_challenge
   where challenge_hash = $1 and person_id is not distinct from $2 and expires_at > $3 returning expires_at as "expiresAt"`,
);
