import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { createFairQueue } from '../../../core/limits/fair-queue.ts';

/** Parameters of argon2id; `memory` in KiB. */
export type HashStrength = { memory: number; passes: number; parallelism: number };

/** OWASP's and ASVS 5.0's parameters. */
const RECOMMENDED: HashStrength = { memory: 47_104, passes: 1, parallelism: 1 };
const HASH_BYTES = 32;
/** A hash takes 46 MB and a core for about 50 ms: at least one core stays free for other calls. */
const AT_ONCE = availableParallelism() > 2 ? 2 : 1;
/** Bounds the wait of a login to less than a second; beyond it, calls are refused with a retry time. */
const MOST_WAITING = 15 * AT_ONCE;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** The requester of a hash: logins have priority, and addresses take turns. */
export type HashCaller = { urgent: boolean; address: string };

/** Hashes of passwords and PINs, made one after another: a server has one of these. */
export type Hashing = {
  /** The argon2id of a secret in PHC form. */
  hash(secret: string, caller: HashCaller): Promise<string>;
  /** Whether a secret matches a hash; without a hash it takes the same time and gives false. */
  matches(secret: string, hash: string | null, caller: HashCaller): Promise<boolean>;
  /** Whether a hash was made with parameters other than the current ones. */
  isOutdated(hash: string): boolean;
};

/** `strength` is weaker only in tests, where thousands of hashes would take minutes. */
export function createHashing(strength: HashStrength = RECOMMENDED): Hashing {
  const queue = createFairQueue({ atOnce: AT_ONCE, mostWaiting: MOST_WAITING });
  /** Matches no password; checked for unknown names, so that the response time does not reveal whether an account exists. */
  const nobody = phc(strength, Buffer.alloc(16, 1), Buffer.alloc(HASH_BYTES));

  return {
    async hash(secret, caller) {
      const nonce = randomBytes(16);
      const hash = await queue.run(caller, () =>
        derive({ message: secret, nonce, tagLength: HASH_BYTES, ...strength }),
      );
      return phc(strength, nonce, hash);
    },
    async matches(secret, hash, caller) {
      const [, memory, passes, parallelism, salt = '', encodedHash = ''] = PHC.exec(hash ?? nobody) ?? [];
      const expected = Buffer.from(encodedHash, 'base64');
      const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
      const nonce = Buffer.from(salt, 'base64');
      const found = await queue.run(caller, () =>
        derive({ message: secret, nonce, tagLength: expected.length, ...parameters }),
      );
      return timingSafeEqual(found, expected) && hash !== null;
    },
    isOutdated: (hash) => !hash.startsWith(prefix(strength)),
  };
}

function phc(strength: HashStrength, salt: Buffer, hash: Buffer): string {
  return `${prefix(strength)}${unpadded(salt)}$${unpadded(hash)}`;
}

function prefix({ memory, passes, parallelism }: HashStrength): string {
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
