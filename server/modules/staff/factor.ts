import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Tx } from '../../core/db/db.ts';
import { takeStep } from './person-store.ts';
import { takeRecoveryCode } from './secret-store.ts';
import { hashOf } from './tokens.ts';

const PERIOD_SECONDS = 30;
/** Clocks of phones differ: the codes of one period before and after are accepted. */
const WINDOW = 1;
export const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;

export function newSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** The secret as a person types it, and as the address in the QR code. */
export function enrolmentOf(secret: Buffer, site: string, name: string): { secret: string; uri: string } {
  const totp = totpOf(secret, site, name);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The time step of a valid code; null for a wrong one. The comparison takes constant time. */
export function stepOf(secret: Buffer, code: string, now: Date): number | null {
  const delta = totpOf(secret).validate({ token: plain(code), timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
}

function totpOf(secret: Buffer, issuer = '', label = ''): TOTP {
  // Exactly the bytes of the secret: a Buffer may be a part of a larger ArrayBuffer.
  const bytes = Uint8Array.from(secret);
  const settings = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS };
  return new TOTP({ issuer, label, ...settings, secret: new Secret({ buffer: bytes.buffer }) });
}

/** The codes to show once, and their hashes to keep. */
export function newRecoveryCodes(): { codes: string[]; hashes: Buffer[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () => {
    const text = new Secret({ buffer: Uint8Array.from(randomBytes(RECOVERY_BYTES)).buffer }).base32;
    return text.toLowerCase().replace(/(.{4})(?=.)/g, '$1-');
  });
  return { codes, hashes: codes.map((code) => hashOf(plain(code))) };
}

export type AcceptedFactor = 'totp' | 'recovery-code';

/** Accepts a code of the authenticator or a recovery code, and uses it up; null if it is wrong or was used before. */
export async function acceptFactor(
  tx: Tx,
  { id, secret }: { id: number; secret: Buffer | null },
  code: string,
  now: Date,
): Promise<AcceptedFactor | null> {
  const typed = plain(code);
  if (!/^\d{6}$/.test(typed)) return (await takeRecoveryCode(tx, id, hashOf(typed))) ? 'recovery-code' : null;
  const step = secret && stepOf(secret, code, now);
  return step !== null && (await takeStep(tx, id, step)) ? 'totp' : null;
}

/** Without spaces, which authenticator apps show, and in half width: Chinese keyboards may type full-width digits. */
function plain(code: string): string {
  return code
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}
