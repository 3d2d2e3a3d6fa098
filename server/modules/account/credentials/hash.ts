import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { createFairQueue } from '../../../core/fair-queue.ts';

/** OWASP's and ASVS 5.0's parameters for argon2id; memory in KiB. */
const NOW = { memory: 47_104, passes: 1, parallelism: 1 };
const HASH_BYTES = 32;
/** A hash takes 46 MB and a core for about 50 ms: at least one core stays free for other calls. */
const AT_ONCE = availableParallelism() > 2 ? 2 : 1;
/** Bounds the wait of a login to less than a second; beyond it, calls are refused with a retry time. */
const MOST_WAITING = 15 * AT_ONCE;

type Parameters = typeof NOW;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const queue = createFairQueue({ atOnce: AT_ONCE, mostWaiting: MOST_WAITING });

/** Who needs a hash: logins have priority, and addresses take turns. */
export type HashCaller = { urgent: boolean; address: string };

/** Matches no password; checked for unknown names, so that the response time does not reveal whether an account exists. */
const NOBODY = phc(NOW, Buffer.alloc(16, 1), Buffer.alloc(HASH_BYTES));

/** The argon2id of a password or PIN in PHC form. */
export async function hashSecret(secret: string, caller: HashCaller): Promise<string> {
  const nonce = randomBytes(16);
  const hash = await queue.run(caller, () => derive({ message: secret, nonce, tagLength: HASH_BYTES, ...NOW }));
  return phc(NOW, nonce, hash);
}

/** Whether a secret matches a hash; without a hash it takes the same time and returns false. */
export async function fitsHash(secret: string, hash: string | null, caller: HashCaller): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', encodedHash = ''] = PHC.exec(hash ?? NOBODY) ?? [];
  const expected = Buffer.from(encodedHash, 'base64');
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const nonce = Buffer.from(salt, 'base64');
  const found = await queue.run(caller, () =>
    derive({ message: secret, nonce, tagLength: expected.length, ...parameters }),
  );
  return timingSafeEqual(found, expected) && hash !== null;
}

/** Whether a hash was made with parameters other than the current ones. */
export function isOutdated(hash: string): boolean {
  return !hash.startsWith(prefix(NOW));
}

function phc(parameters: Parameters, salt: Buffer, hash: Buffer): string {
  return `${prefix(parameters)}${unpadded(salt)}$${unpadded(hash)}`;
}

function prefix({ memory, passes, parallelism }: Parameters): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

function derive(given: Argon2Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2('argon2id', given, (error, hash) => (error ? reject(error) : resolve(hash)));
  });
}
