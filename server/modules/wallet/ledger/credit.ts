import type { Tx } from '../../../core/db/db.ts';
import type { Asset, Balances } from './assets.ts';
import { payDebt } from './debt.ts';
import { lockOrOpenWallet, takeExactly } from './ledger.ts';
import { openPurse, sumOf } from './lots.ts';
import { isPosted, type Posting, postOnce } from './store.ts';

type Bought = { amount: number; costFen: number };
type Expiring = { amount: number; expiresAt: Date };

/** Everything that one event gives: one line of the wallet's history. Has an effect at most once for each key. */
export type Credit = {
  /** `topup:{orderId}`, `redeem:{codeId}`, `gift:{campaignId}:{readerId}` or `sign:{readerId}:{day}`. */
  key: string;
  /** The title in the reader's history. */
  title: string;
  bonus?: Expiring | undefined;
  tickets?: Expiring | undefined;
} & (
  | { kind: 'topup'; coins?: Bought }
  | { kind: 'redeem'; coins?: Bought | undefined }
  | { kind: 'gift' | 'sign'; coins?: undefined }
);

/** Where coins come from. */
const SOURCES = { topup: 'sys:topup', redeem: 'sys:sold_elsewhere' } as const;

/**
 * Credits an event and opens the wallet if needed; coins pay a debt first. Returns the balances afterwards, or null if that was
 * done before.
 */
export async function credit(tx: Tx, readerId: number, credit: Credit, now: Date): Promise<Balances | null> {
  const { walletId, lots } = await lockOrOpenWallet(tx, readerId, now);
  const repaid = Math.min(openPurse(lots).left('debt'), credit.coins?.amount ?? 0);
  const title = repaid > 0 ? `${credit.title}，其中 ${repaid} 还清退款欠下的` : credit.title;
  const isNew = await postParts(tx, credit.key, postingsOf({ ...credit, title }, walletId), now);
  if (!isNew) return null;
  if (repaid > 0) await payDebt(tx, walletId, now);
  const { coins, bonus, tickets } = sumOf(lots);
  const given = (part: { amount: number } | undefined) => part?.amount ?? 0;
  return {
    coins: coins + given(credit.coins),
    bonus: bonus + given(credit.bonus),
    tickets: tickets + given(credit.tickets),
  };
}

/** Takes bonus for a service, once for each key. Returns false if that was done before; throws `TooLittle`. */
export async function spendBonus(
  tx: Tx,
  readerId: number,
  { kind, key, title, amount }: { kind: 'repair'; key: string; title: string; amount: number },
  now: Date,
): Promise<boolean> {
  const wallet = await lockOrOpenWallet(tx, readerId, now);
  if (await isPosted(tx, key)) return false;
  const taken = takeExactly(wallet, 'bonus', amount);
  const posting = { key, kind, title, asset: 'bonus', from: wallet.walletId, to: 'sys:revenue_bonus' } as const;
  return postParts(tx, key, [{ ...posting, ...taken }], now);
}

/** The key suffixes of the parts of a credit. The first part has the key without a suffix. */
const SUFFIX_OF: Readonly<Record<Asset, string>> = { coin: 'coins', bonus: 'bonus', ticket: 'tickets' };

/** All keys that the parts of a credit can have. */
export function keysOfParts(key: string): string[] {
  return [key, ...Object.values(SUFFIX_OF).map((suffix) => `${key}:${suffix}`)];
}

function postingsOf({ kind, key, title, coins, bonus, tickets }: Credit, walletId: number): Posting[] {
  const parts: (Pick<Posting, 'amount' | 'lot'> & { asset: Asset })[] = [];
  if (coins) parts.push({ asset: 'coin', amount: coins.amount, lot: { costFen: coins.costFen, expiresAt: null } });
  if (bonus) parts.push({ asset: 'bonus', amount: bonus.amount, lot: { costFen: 0, expiresAt: bonus.expiresAt } });
  if (tickets)
    parts.push({ asset: 'ticket', amount: tickets.amount, lot: { costFen: 0, expiresAt: tickets.expiresAt } });
  return parts.map((part, index) => ({
    ...part,
    key: index === 0 ? key : `${key}:${SUFFIX_OF[part.asset]}`,
    kind,
    title,
    from: part.asset === 'coin' && (kind === 'topup' || kind === 'redeem') ? SOURCES[kind] : 'sys:gift_pool',
    to: walletId,
  }));
}

/** Posts all parts or none. The key of the first part shows whether that was done, even with other parts. */
async function postParts(tx: Tx, key: string, postings: readonly Posting[], now: Date): Promise<boolean> {
  if (postings.length === 0) throw new Error(`${key} gives nothing`);
  const posted = await postOnce(tx, key, postings, now);
  // Another wallet got a credit with this key at the same moment, which is an error of the caller.
  if (posted.size > 0 && posted.size < postings.length) throw new Error(`${key} was posted in part`);
  return posted.size > 0;
}
