import { ALONE } from '#contract/console/alone-limits';
import type { Db, Tx } from '../../../core/db/db.ts';
import { jsonText } from '../../../core/db/json-text.ts';
import { shanghaiDay, startOfShanghaiDay } from '../../../core/time/shanghai-day.ts';
import { lockAdjuster, needsApproval } from '../../wallet/wallet.ts';
import { addBatch, type BatchTerms, findBatchOfKey, setApproved, setMade, sumMadeAlone } from './batch-store.ts';
import { createBatch, logBatch, makeCodes, termsLogged } from './batches.ts';

/** Whether a second person has to approve a batch: by its worth, and by that of the batches that its author has made today. */
export async function batchNeedsApproval(db: Db, terms: BatchTerms, author: string, now: Date): Promise<boolean> {
  const { count, coins, bonus, tickets, passDays } = terms;
  const worth = count * (coins + bonus + tickets * ALONE.ticketWorth + passDays * ALONE.passDayWorth);
  const today = startOfShanghaiDay(shanghaiDay(now));
  return needsApproval(db, worth, await sumMadeAlone(db, author, today, ALONE.ticketWorth, ALONE.passDayWorth));
}

/**
 * Makes a batch and its codes; `codes`: null if it waits for a second person, and then it has none yet. Null if one was made with
 * this key before; a repeated request for a second person is answered as the first.
 */
export async function createBatchAlone(
  tx: Tx,
  key: string,
  terms: BatchTerms,
  actor: string,
  now: Date,
): Promise<{ id: number; codes: string[] | null } | null> {
  await lockAdjuster(tx, actor);
  if (!(await batchNeedsApproval(tx, terms, actor, now))) return createBatch(tx, key, terms, actor, now);
  const id = await addBatch(tx, key, terms, { at: now, actor, approval: 'open' });
  if (id === null) return findRequested(tx, key, terms, actor);
  await logBatch(tx, 'request-codes', { id, actor, after: termsLogged(terms) }, now);
  return { id, codes: null };
}

async function findRequested(tx: Tx, key: string, terms: BatchTerms, actor: string) {
  const batch = await findBatchOfKey(tx, key);
  if (!batch || batch.approval === null || batch.createdBy !== actor) return null;
  // As text of the database: halves of characters were stored as U+FFFD.
  const isSame = jsonText({ ...batch, ...terms }) === jsonText(batch);
  return isSame ? { id: batch.id, codes: null } : null;
}

/** Allows the author of a batch to make its codes. False if it does not wait any more. */
export async function approveBatch(tx: Tx, id: number, actor: string, now: Date): Promise<boolean> {
  if (!(await setApproved(tx, id, now, actor))) return false;
  await logBatch(tx, 'approve-codes', { id, actor, before: { approved: false }, after: { approved: true } }, now);
  return true;
}

/** Makes the codes of an approved batch, once. Null if it is not approved, or has its codes. */
export async function makeApproved(tx: Tx, id: number, actor: string, now: Date): Promise<string[] | null> {
  const batch = await setMade(tx, id, now);
  if (!batch) return null;
  const codes = await makeCodes(tx, id, batch.count);
  await logBatch(tx, 'create-codes', { id, actor, after: { count: batch.count } }, now);
  return codes;
}
