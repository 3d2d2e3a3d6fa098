import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { Refusal } from '../../core/refusal.ts';

/** OWASP's and ASVS 5.0's parameters for argon2id; memory in KiB. */
const NOW = { memory: 47_104, passes: 1, parallelism: 1 };
const HASH_BYTES = 32;
/** Each takes 46 MB and a core for some 50 ms: one core at least stays for all other calls. */
const AT_ONCE = availableParallelism() > 2 ? 2 : 1;
/** A second or two of waiting. Whoever comes later is told to come back. */
const WAITING = 15 * AT_ONCE;
const RETRY_AFTER_SECONDS = 3;

type Parameters = typeof NOW;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const queue = pLimit(AT_ONCE);

/** A hash nobody's password fits: a name nobody has costs the same work as one that somebody has. */
const NOBODY = phc(NOW, Buffer.alloc(16, 1), Buffer.alloc(HASH_BYTES));

/** The argon2id of a password or PIN in PHC form. */
export async function hashSecret(secret: string): Promise<string> {
  const salt = randomBytes(16);
  return phc(NOW, salt, await derive(secret, salt, NOW, HASH_BYTES));
}

/** Whether a secret fits a hash; without a hash the same work is done for nothing. */
export async function fitsHash(secret: string, hash: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', wanted = ''] = PHC.exec(hash ?? NOBODY) ?? [];
  const expected = Buffer.from(wanted, 'base64');
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const found = await derive(secret, Buffer.from(salt, 'base64'), parameters, expected.length);
  return timingSafeEqual(found, expected) && hash !== null;
}

/** Whether a hash was made with other parameters than today's. */
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

function derive(message: string, nonce: Buffer, parameters: Parameters, tagLength: number): Promise<Buffer> {
  if (queue.pendingCount >= WAITING) throw new Refusal(1003, { retryAfter: RETRY_AFTER_SECONDS });
  return queue(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        argon2('argon2id', { message, nonce, tagLength, ...parameters }, (error, hash) =>
          error ? reject(error) : resolve(hash),
        );
      }),
  );
}
