import { createHmac, randomBytes } from 'node:crypto';
import { groupedRedeemCode, RANDOM_DIGITS, readRedeemCode, redeemCodeOf } from '#contract/redeem-code';
import type { Db, Tx } from '../../../core/db/db.ts';
import { createYield } from '../../../core/jobs/yield.ts';
import { secretNamed } from '../../account/account.ts';
import { addEntry } from '../../audit/audit.ts';
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

export type BatchState = 'waiting' | 'running' | 'ended' | 'stopped';

type BatchSpan = Pick<CountedBatch, 'stoppedAt' | 'validFrom' | 'validUntil'>;

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
export function stateOf({ stoppedAt, validFrom, validUntil }: BatchSpan, now: Date): BatchState {
  if (stoppedAt !== null) return 'stopped';
  if (now >= validUntil) return 'ended';
  return now < validFrom ? 'waiting' : 'running';
}

/** Makes a batch and its codes, in groups as people read them. Null if one was made with this key before. */
export async function createBatch(
  tx: Tx,
  key: string,
  terms: BatchTerms,
  actor: string,
  now: Date,
): Promise<{ id: number; codes: string[] } | null> {
  const id = await addBatch(tx, key, terms, { at: now, actor });
  if (id === null) return null;
  const secret = await redeemSecret(tx);
  const yieldNow = createYield();
  const codes: string[] = [];
  while (codes.length < terms.count) {
    const hashes: Buffer[] = [];
    while (hashes.length < AT_ONCE && codes.length < terms.count) {
      const code = newCode();
      codes.push(groupedRedeemCode(code));
      hashes.push(hashOf(secret, code));
      await yieldNow();
    }
    await addCodes(tx, id, hashes);
  }
  const { name, count, coins, bonus, tickets, passDays, priceFen, usesPerReader } = terms;
  const after = {
    name,
    count,
    coins,
    bonus,
    tickets,
    pass_days: passDays,
    price_fen: priceFen,
    uses_per_reader: usesPerReader,
  };
  const subject = { subject: 'redeem-batch', subjectId: id } as const;
  await addEntry(tx, { actor, action: 'create-codes', ...subject, before: {}, after, reason: null, undoes: null }, now);
  return { id, codes };
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
    const subject = { subject: 'redeem-batch', subjectId: id } as const;
    await addEntry(tx, { actor, action: 'stop-codes', ...subject, ...change, reason, undoes: null }, now);
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
