import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { type Db, rows, statement } from '../../core/db.ts';

/** The keys of both sides: the shop signs with the merchant's, the gateway with its own. */
export type SandboxKeys = Record<'gateway' | 'merchant', { privateKey: string; publicKey: string }>;

type Row = { name: 'gateway' | 'merchant'; privateKey: string; publicKey: string };

const ALL = statement<Row, []>(
  'sandbox.keys',
  'select name, private_key as "privateKey", public_key as "publicKey" from sandbox.key',
);

const ADD = statement<unknown, [name: string, privateKey: string, publicKey: string]>(
  'sandbox.add-key',
  'insert into sandbox.key (name, private_key, public_key) values ($1, $2, $3) on conflict (name) do nothing',
);

/** The keys, the same on every node; made if there are none. */
export async function readKeys(db: Db): Promise<SandboxKeys> {
  const found = await rows(db, ALL);
  const [gateway, merchant] = (['gateway', 'merchant'] as const).map((name) => found.find((row) => row.name === name));
  if (gateway && merchant) return { gateway, merchant };
  for (const name of ['gateway', 'merchant']) {
    const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
    const pem = { format: 'pem' } as const;
    await rows(db, ADD, [
      name,
      privateKey.export({ type: 'pkcs8', ...pem }).toString(),
      publicKey.export({ type: 'spki', ...pem }).toString(),
    ]);
  }
  return readKeys(db);
}
