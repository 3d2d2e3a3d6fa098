import { createHmac, randomBytes } from 'node:crypto';
import { groupedRedeemCode, RANDOM_DIGITS, readRedeemCode, redeemCodeOf } from '#contract/redeem-code';
import type { Db, Tx } from '../../../core/db/db.ts';
import { createYield } from '../../../core/jobs/yield.ts';
import { secretNamed } from '../../account/account.ts';
import { addEntry, type State } from '../../audit/audit.ts';
import {
  addBatch,
  addCodes,
  type BatchTerms,
  type CountedBatch,
  findBatch,
  findCode,
  lockBatch,
  setStopped,
} from './batch-store.ts';

export type BatchState = 'unapproved' | 'approved' | 'waiting' | 'running' | 'ended' | 'stopped';

type BatchSpan = Pick<CountedBatch, 'approval' | 'stoppedAt' | 'validFrom' | 'validUntil'>;

/** How many codes one statement adds. */
const AT_ONCE = 5_000;

/** The key with which codes are hashed. */
export function redeemSecret(db: Db): Promise<Buffer> {
  return secretNamed(db, 'redeem-code');
}

/** Only this hash of a code is stored. */
export function hashOf(secret: Buffer, code: string): Buffer {
  return createHmac('sha256', secret).update(code).digest();
}

/** Its codes can be used only while it is `running`. */
export function stateOf({ approval, stoppedAt, validFrom, validUntil }: BatchSpan, now: Date): BatchState {
  if (stoppedAt !== null) return 'stopped';
  if (now >= validUntil) return 'ended';
  if (approval === 'open') return 'unapproved';
  if (approval === 'approved') return 'approved';
  return now < validFrom ? 'waiting' : 'running';
}

/** Makes a batch and its codes. Null if one was made with this key before. */
export async function createBatch(
  tx: Tx,
  key: string,
  terms: BatchTerms,
  actor: string,
  now: Date,
): Promise<{ id: number; codes: string[] } | null> {
  const id = await addBatch(tx, key, terms, { at: now, actor, approval: null });
  if (id === null) return null;
  const codes = await makeCodes(tx, id, terms.count);
  await logBatch(tx, 'create-codes', { id, actor, after: termsLogged(terms) }, now);
  return { id, codes };
}

/** Makes the codes of a batch that has none, in groups as people read them. */
export async function makeCodes(tx: Tx, id: number, count: number): Promise<string[]> {
  const secret = await redeemSecret(tx);
  const yieldNow = createYield();
  const codes: string[] = [];
  while (codes.length < count) {
    const hashes: Buffer[] = [];
    while (hashes.length < AT_ONCE && codes.length < count) {
      const code = newCode();
      codes.push(groupedRedeemCode(code));
      hashes.push(hashOf(secret, code));
      await yieldNow();
    }
    await addCodes(tx, id, hashes);
  }
  return codes;
}

/** The terms of a batch, for the audit log. */
export function termsLogged(terms: BatchTerms): State {
  const { name, count, coins, bonus, tickets, passDays, priceFen, usesPerReader } = terms;
  const grant = { coins, bonus, tickets, pass_days: passDays, price_fen: priceFen };
  return { name, count, ...grant, uses_per_reader: usesPerReader };
}

type Logged = { id: number; actor: string; before?: State; after: State; reason?: string };

export async function logBatch(
  tx: Tx,
  action: 'create-codes' | 'request-codes' | 'approve-codes' | 'stop-codes',
  { id, actor, before = {}, after, reason }: Logged,
  now: Date,
): Promise<void> {
  const subject = { subject: 'redeem-batch', subjectId: id } as const;
  await addEntry(tx, { actor, action, ...subject, before, after, reason: reason ?? null, undoes: null }, now);
}

/** Makes the unused codes of a batch void. Null if there is no such batch; a stopped one stays as it is. */
export async function stopBatch(
  tx: Tx,
  id: number,
  { actor, reason }: { actor: string; reason: string },
  now: Date,
): Promise<CountedBatch | null> {
  const locked = await lockBatch(tx, id);
  if (locked?.stoppedAt === null) {
    await setStopped(tx, id, now, actor);
    const change = { before: { stopped: false }, after: { stopped: true } };
    await logBatch(tx, 'stop-codes', { id, actor, ...change, reason }, now);
  }
  return findBatch(tx, id);
}

/** The batch and the use of a code, however it is typed; null if it is no code of this site. */
export async function lookUpCode(db: Db, typed: string) {
  const code = readRedeemCode(typed);
  const found = code === null ? null : await findCode(db, hashOf(await redeemSecret(db), code));
  const batch = found && (await findBatch(db, found.batchId));
  return found && batch ? { batch, readerId: found.readerId, usedAt: found.usedAt } : null;
}

function newCode(): string {
  return redeemCodeOf([...randomBytes(RANDOM_DIGITS)].map((byte) => byte % 32));
}
