import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { transaction } from '../../../core/db/db.ts';
import { HOUR_MS } from '../../../core/jobs/jobs.ts';
import { refuse } from '../../../core/refusal/refusal.ts';
import {
  countVerifications,
  dropMailboxByKey,
  dropUnverified,
  dropVerificationsBefore,
  findMailbox,
  findMailboxByKey,
  lockVerifications,
  type Mailbox,
  noteVerification,
  setMailbox,
  verifyMailbox,
} from './mailbox-store.ts';

/** The time in which the link of a verification mail works, and in which these mails are counted. */
export const DAY_MS = 24 * HOUR_MS;
const KEPT_UNVERIFIED_MS = 7 * DAY_MS;
const MOST_OF_READER = 5;
const MOST_TO_ADDRESS = 3;

/** The result that the page of a link shows. `unknown`: the address was changed or removed, or the mails were ended. */
export type MailLink = { state: 'waiting' | 'expired' | 'verified' | 'undeliverable'; address: string } | 'unknown';

/** Sets the address, and asks for a verification mail unless this address is verified. */
export async function setAddress(pool: Pool, readerId: number, address: string, now: Date): Promise<void> {
  const hash = hashOf(address);
  await transaction(pool, async (tx) => {
    await lockVerifications(tx);
    const current = await findMailbox(tx, readerId);
    if (current?.state === 'verified' && current.address === address) return;
    const { byReader, toAddress } = await countVerifications(tx, readerId, hash, new Date(now.getTime() - DAY_MS));
    if (byReader >= MOST_OF_READER || toAddress >= MOST_TO_ADDRESS) refuse('mailSentTooOften');
    await noteVerification(tx, readerId, hash, now);
    await setMailbox(tx, readerId, address, randomBytes(16).toString('base64url'), now);
  });
}

/** Providers deliver `a+b@c.d` to `a@c.d`. */
function hashOf(address: string): Buffer {
  const plain = address.toLowerCase().replace(/\+[^@]*@/, '@');
  return createHash('sha256').update(plain).digest();
}

export async function lookAtLink(pool: Pool, key: string, now: Date): Promise<MailLink> {
  const mailbox = await findMailboxByKey(pool, key);
  return mailbox ? viewLink(mailbox, now) : 'unknown';
}

/** A link may be opened again. */
export async function verify(pool: Pool, key: string, now: Date): Promise<MailLink> {
  await verifyMailbox(pool, key, new Date(now.getTime() - DAY_MS), now);
  return lookAtLink(pool, key, now);
}

/** Deletes the address. Returns it; null if it was deleted before. */
export const unsubscribe = dropMailboxByKey;

function viewLink({ state, address, askedAt }: Mailbox, now: Date): MailLink {
  const isOld = now.getTime() - askedAt.getTime() >= DAY_MS;
  return { state: state === 'waiting' && isOld ? 'expired' : state, address };
}

export async function sweepMailboxes(pool: Pool, now: Date): Promise<void> {
  await dropVerificationsBefore(pool, new Date(now.getTime() - DAY_MS));
  await dropUnverified(pool, new Date(now.getTime() - KEPT_UNVERIFIED_MS));
}
