import { REFUSALS } from '#contract/refusals';
import type { Db, Tx } from '../../../core/db/db.ts';
import { refuse } from '../../../core/refusal/refusal.ts';
import { addEntry, type Entry, listEntriesOf } from '../../audit/audit.ts';
import { ASSET_NAMES, type Asset, type Balances } from './assets.ts';
import { payDebt } from './debt.ts';
import { lockOrOpenWallet } from './ledger.ts';
import { isExpired, type Lot, type LotUse, openPurse, sumOf } from './lots.ts';
import { isPosted, listUnspentOfReader, openDebt, type Posting, post } from './store.ts';
import { listAdjustedLots } from './take-back-store.ts';

/** A correction by an operator; a negative amount is taken from the reader. */
export type Adjustment = {
  asset: Asset;
  amount: number;
  /** The expiry of given bonus and tickets. */
  expiresAt: Date;
  actor: string;
  reason: string;
  /** The person who asked for it, if `actor` has approved it. */
  requestedBy?: string;
  /** The largest debt and loss that were accepted; default: any. */
  accepts?: { owed: number; gone: number };
};

/**
 * The effect of an adjustment. `reverses`: the log entry of the earlier adjustment that it reverses exactly. Spent coins of that
 * one become `owed`; its used or expired bonus and tickets are `gone`.
 */
export type AdjustmentPlan = {
  asset: Asset;
  was: number;
  becomes: number;
  reverses: number | null;
  owed: number;
  gone: number;
};

type TakenAmount = { amount: number; uses: LotUse[] };

const COLUMNS = { coin: 'coins', bonus: 'bonus', ticket: 'tickets' } as const satisfies Record<Asset, keyof Balances>;
const ENTRIES_AT_ONCE = 50;

/** The effect that `adjust` would have at this moment; refuses as `adjust` does. */
export async function previewAdjustment(
  db: Db,
  readerId: number,
  wanted: Pick<Adjustment, 'asset' | 'amount'>,
  now: Date,
): Promise<AdjustmentPlan> {
  const lots = (await listUnspentOfReader(db, readerId)).filter((lot) => !isExpired(lot, now));
  return (await planAdjustment(db, readerId, lots, wanted)).plan;
}

/**
 * Corrects a wallet once for each key, and writes a log entry. Refuses if the wallet holds less than is taken, unless
 * the amount is exactly that of an earlier adjustment: that can always be reversed, as far as `accepts` allows.
 */
export async function adjust(
  tx: Tx,
  readerId: number,
  key: string,
  adjustment: Adjustment,
  now: Date,
): Promise<AdjustmentPlan | null> {
  const { asset, amount, expiresAt, actor, reason, requestedBy, accepts } = adjustment;
  const { walletId, lots } = await lockOrOpenWallet(tx, readerId, now);
  if (await isPosted(tx, key)) return null;
  const { plan, taken } = await planAdjustment(tx, readerId, lots, adjustment);
  if (accepts && (plan.owed > accepts.owed || plan.gone > accepts.gone)) refuse('balanceChanged');
  const common = { kind: 'adjust', actor, reason } as const;
  const postings: Posting[] = [];
  if (amount > 0) {
    const lot = { costFen: 0, expiresAt: asset === 'coin' ? null : expiresAt };
    postings.push({ ...common, key, asset, from: 'sys:adjustment', to: walletId, amount, lot });
  } else if (taken.amount > 0) postings.push({ ...common, key, asset, from: walletId, to: 'sys:adjustment', ...taken });
  if (plan.owed > 0) {
    await openDebt(tx, walletId);
    const debt = { asset: 'debt', amount: plan.owed, lot: { costFen: 0, expiresAt: null } } as const;
    postings.push({ ...common, key: `${key}:debt`, from: 'sys:adjustment', to: walletId, ...debt });
  }
  const posted = await post(tx, postings, now);
  // Another wallet got an adjustment with this key, which is an error of the caller.
  if (posted.size < postings.length) throw new Error(`${key} was posted before`);
  if (lots.some((lot) => lot.asset === 'debt')) await payDebt(tx, walletId, now);
  const column = COLUMNS[asset];
  const by: Record<string, string> = requestedBy === undefined ? {} : { requested_by: requestedBy };
  const change = { before: { [column]: plan.was }, after: { [column]: plan.becomes, ...by } };
  const entry = { actor, reason, action: 'adjust', subject: 'reader', subjectId: readerId } as const;
  await addEntry(tx, { ...entry, ...change, undoes: plan.reverses }, now);
  return plan;
}

async function planAdjustment(
  db: Db,
  readerId: number,
  lots: readonly Lot[],
  { asset, amount }: Pick<Adjustment, 'asset' | 'amount'>,
): Promise<{ plan: AdjustmentPlan; taken: TakenAmount }> {
  const was = sumOf(lots)[COLUMNS[asset]];
  if (amount > 0)
    return {
      plan: { asset, was, becomes: was + amount, reverses: null, owed: 0, gone: 0 },
      taken: { amount: 0, uses: [] },
    };
  const reversed = await findReversed(db, readerId, asset, -amount);
  const own = new Set(reversed === null ? [] : await listAdjustedLots(db, readerId, reversed.at));
  const taken = takeFrom(lots, own, asset, -amount);
  const missing = -amount - taken.amount;
  if (missing > 0 && reversed === null)
    refuse('balanceTooLow', null, `${ASSET_NAMES[asset]}${REFUSALS.balanceTooLow.message}`);
  const owed = asset === 'coin' ? missing : 0;
  const gone = missing - owed;
  return { plan: { asset, was, becomes: was + amount + gone, reverses: reversed?.id ?? null, owed, gone }, taken };
}

/** Takes from the lots of the reversed adjustment first. */
function takeFrom(lots: readonly Lot[], own: ReadonlySet<number>, asset: Asset, most: number): TakenAmount {
  const first = openPurse(lots.filter(({ id }) => own.has(id))).take(asset, most);
  const rest = openPurse(lots.filter(({ id }) => !own.has(id))).take(asset, most - first.amount);
  return { amount: first.amount + rest.amount, uses: [...first.uses, ...rest.uses] };
}

/** The latest adjustment of exactly this amount that is not reversed yet. */
async function findReversed(db: Db, readerId: number, asset: Asset, amount: number): Promise<Entry | null> {
  const column = COLUMNS[asset];
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const entries = await listEntriesOf(db, { subject: 'reader', ids: [readerId] }, before, ENTRIES_AT_ONCE);
    const found = entries.find(
      (entry) =>
        entry.undoneBy === null && Number(entry.after[column] ?? 0) - Number(entry.before[column] ?? 0) === amount,
    );
    const last = entries.at(-1);
    if (found || last === undefined) return found ?? null;
    before = last.id;
  }
}
