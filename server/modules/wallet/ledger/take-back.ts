import type { Db, Tx } from '../../../core/db/db.ts';
import type { LedgerAsset } from './assets.ts';
import { keysOfParts } from './credit.ts';
import { payDebt } from './debt.ts';
import { lockWallet } from './ledger.ts';
import { isExpired, type Lot, type LotUse, openPurse } from './lots.ts';
import { listUnspent, listUnspentOfReader, openDebt, type Posting, post } from './store.ts';
import { type CreditedLot, listCreditedLots, listTaken, listTakenParts } from './take-back-store.ts';

/** The part of a credit to take back, once for each key. */
export type TakeBack = {
  key: string;
  /** The title in the reader's history. */
  title: string;
  /** The key of the credit. */
  of: string;
  coins: number;
  bonus: number;
};

/** The amounts that were taken; `debt`: the coins that were spent already. */
export type TakenBack = { coins: number; bonus: number; debt: number };

type TakenAmount = { amount: number; uses: LotUse[] };
type Plan = { coin: TakenAmount; bonus: TakenAmount; debt: number };

/** Restored bonus can be used at least this long. */
const USABLE_AGAIN_MS = 7 * 24 * 3600 * 1000;
const PARTS = ['coin', 'bonus', 'debt'] as const;

const NOTHING: TakenBack = { coins: 0, bonus: 0, debt: 0 };

/**
 * Holds a credit back: takes from its own lots first, then from others. Coins replace bonus that is spent, but not bonus that
 * expired unused. The missing rest becomes a debt. Takes nothing if the reader has no wallet.
 */
export async function takeBack(tx: Tx, readerId: number, wanted: TakeBack, now: Date): Promise<TakenBack> {
  const wallet = await lockWallet(tx, readerId, now);
  if (!wallet) return NOTHING;
  const { walletId, lots } = wallet;
  const { coin, bonus, debt } = planTakeBack(lots, await creditedBy(tx, wanted), wanted);
  const { key, title } = wanted;
  const partOf = (asset: LedgerAsset) => ({ key: `${key}:hold:${asset}`, kind: 'refund', title, asset }) as const;
  const postings: Posting[] = [];
  for (const [asset, taken] of [['coin', coin] as const, ['bonus', bonus] as const])
    if (taken.amount > 0) postings.push({ ...partOf(asset), from: walletId, to: 'sys:refund_hold', ...taken });
  if (debt > 0) {
    await openDebt(tx, walletId);
    const lot = { costFen: 0, expiresAt: null };
    postings.push({ ...partOf('debt'), from: 'sys:refund_hold', to: walletId, amount: debt, lot });
  }
  await post(tx, postings, now);
  return { coins: coin.amount, bonus: bonus.amount, debt };
}

/** The amounts that `takeBack` would take at this moment. */
export async function previewTakeBack(
  db: Db,
  readerId: number,
  wanted: Pick<TakeBack, 'of' | 'coins' | 'bonus'>,
  now: Date,
): Promise<TakenBack> {
  const lots = (await listUnspentOfReader(db, readerId)).filter((lot) => !isExpired(lot, now));
  const { coin, bonus, debt } = planTakeBack(lots, await creditedBy(db, wanted), wanted);
  return { coins: coin.amount, bonus: bonus.amount, debt };
}

function creditedBy(db: Db, { of }: Pick<TakeBack, 'of'>): Promise<CreditedLot[]> {
  return listCreditedLots(db, keysOfParts(of));
}

function planTakeBack(
  lots: readonly Lot[],
  credited: readonly CreditedLot[],
  { coins, bonus }: Pick<TakeBack, 'coins' | 'bonus'>,
): Plan {
  const own = new Set(credited.map(({ id }) => id));
  const ofCredit = openPurse(lots.filter(({ id }) => own.has(id)));
  const others = openPurse(lots.filter(({ id }) => !own.has(id)));
  const ownBonus = ofCredit.take('bonus', bonus);
  const expired = credited.reduce((sum, lot) => sum + lot.expired, 0);
  const spentBonus = Math.max(0, bonus - ownBonus.amount - expired);
  const otherBonus = others.take('bonus', spentBonus);
  const owed = coins + spentBonus - otherBonus.amount;
  const ownCoins = ofCredit.take('coin', owed);
  const coin = together(ownCoins, others.take('coin', owed - ownCoins.amount));
  return { coin, bonus: together(ownBonus, otherBonus), debt: owed - coin.amount };
}

function together(a: TakenAmount, b: TakenAmount): TakenAmount {
  return { amount: a.amount + b.amount, uses: [...a.uses, ...b.uses] };
}

const heldKeys = (key: string) => PARTS.map((asset) => `${key}:hold:${asset}`);

/** Ends the hold with this key. The held amounts are taken permanently. */
export async function confirmTaken(tx: Tx, key: string, now: Date): Promise<void> {
  const taken = await listTaken(tx, heldKeys(key));
  const postings = taken.map(({ asset, amount }): Posting => {
    const done = { key: `${key}:done:${asset}`, kind: 'refund', asset, amount } as const;
    // The hold of a debt has the opposite direction: the debt is in the wallet.
    return asset === 'debt'
      ? { ...done, from: 'sys:refunded', to: 'sys:refund_hold' }
      : { ...done, from: 'sys:refund_hold', to: 'sys:refunded' };
  });
  await post(tx, postings, now);
}

/** Gives back the amounts that were held with this key, if the reader still exists. */
export async function restoreTaken(
  tx: Tx,
  readerId: number | null,
  { key, title }: Pick<TakeBack, 'key' | 'title'>,
  now: Date,
): Promise<void> {
  const wallet = readerId === null ? null : await lockWallet(tx, readerId, now);
  if (!wallet) return confirmTaken(tx, key, now);
  const { walletId } = wallet;
  const common = { kind: 'restore', title } as const;
  const usableUntil = new Date(now.getTime() + USABLE_AGAIN_MS);
  const parts = await listTakenParts(tx, heldKeys(key));
  const postings = parts.map(({ lotId, asset, amount, costFen, granted, expiresAt }): Posting => {
    const until = expiresAt && (expiresAt < usableUntil ? usableUntil : expiresAt);
    const lot = { costFen: Math.floor((costFen * amount) / granted), expiresAt: until };
    return { ...common, key: `${key}:back:${lotId}`, asset, from: 'sys:refund_hold', to: walletId, amount, lot };
  });
  const owed = (await listTaken(tx, [`${key}:hold:debt`]))[0]?.amount ?? 0;
  await post(tx, [...postings, ...forgive(owed, walletId, await listUnspent(tx, walletId), { ...common, key })], now);
  await payDebt(tx, walletId, now);
}

/** Ends a debt of the wallet. The part that was already repaid comes back as coins. */
function forgive(
  owed: number,
  walletId: number,
  lots: readonly Lot[],
  { key, ...common }: Pick<Posting, 'key' | 'kind'>,
): Posting[] {
  const ended = openPurse(lots).take('debt', owed);
  const paid = owed - ended.amount;
  const postings: Posting[] = [];
  if (ended.amount > 0)
    postings.push({
      ...common,
      key: `${key}:back:debt`,
      asset: 'debt',
      from: walletId,
      to: 'sys:refund_hold',
      ...ended,
    });
  if (paid > 0) {
    const lot = { costFen: 0, expiresAt: null };
    postings.push(
      { ...common, key: `${key}:back:paid`, asset: 'coin', from: 'sys:refunded', to: walletId, amount: paid, lot },
      { ...common, key: `${key}:back:owed`, asset: 'debt', from: 'sys:refunded', to: 'sys:refund_hold', amount: paid },
    );
  }
  return postings;
}
