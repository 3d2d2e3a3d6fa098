import type { InputOf } from '#contract/call';
import type { comicPay } from '#contract/calls/comic';
import { REFUSALS } from '#contract/refusals';
import { Refusal } from '../../server/core/refusal/refusal.ts';
import type { Asset, Wallet } from '../../server/modules/wallet/wallet.ts';

/** The chapters of the model. */
export const CHAPTERS = [1, 5, 12, 30].map((price, index) => ({ id: index + 1, price }));

const DAY_MS = 24 * 3600 * 1000;

/** A simple model of the ledger: lots in the order of their creation, and owned chapters. */
export type ModelLot = { asset: Asset; left: number; until: number; key?: string };
/** Amounts that are held until the result of a refund is known. */
export type ModelHold = { who: number; key: string; parts: ModelLot[]; debt: number };
type Sale = {
  request: Required<Omit<InputOf<typeof comicPay>, 'autoBuy'>>;
  data: { chapterIds: number[]; spent: { coins: number; bonus: number; tickets: number } };
};
export type ModelWallet = {
  lots: ModelLot[];
  owned: Set<number>;
  merged: Record<Asset, number>;
  sales: Sale[];
  debt: number;
};
export type Model = { now: number; wallets: ModelWallet[]; holds: ModelHold[] };

export const newWallet = (): ModelWallet => ({
  lots: [],
  owned: new Set(),
  merged: { coin: 0, bonus: 0, ticket: 0 },
  sales: [],
  debt: 0,
});

const spendable = ({ lots }: ModelWallet, asset: Asset, now: number) =>
  lots.filter((lot) => lot.asset === asset && lot.left > 0 && lot.until > now).sort((a, b) => a.until - b.until);
export const sum = (wallet: ModelWallet, asset: Asset, now: number) =>
  spendable(wallet, asset, now).reduce((total, { left }) => total + left, 0);

/** Takes an amount, soonest expiry first. Returns the taken parts. */
export function take(wallet: ModelWallet, asset: Asset, amount: number, now: number): ModelLot[] {
  let missing = amount;
  return spendable(wallet, asset, now).flatMap((lot) => {
    const part = Math.min(lot.left, missing);
    lot.left -= part;
    missing -= part;
    return part > 0 ? [{ ...lot, left: part }] : [];
  });
}

/** Pays a debt with the available coins. */
export function payDebt(wallet: ModelWallet, now: number): void {
  const paid = Math.min(wallet.debt, sum(wallet, 'coin', now));
  take(wallet, 'coin', paid, now);
  wallet.debt -= paid;
}

/** Takes back a credit: from its own lots, then from others. Expired bonus is ignored; the rest becomes a debt. */
export function takeBackInModel(
  wallet: ModelWallet,
  { key, coins, bonus }: { key: string; coins: number; bonus: number },
  now: number,
): Pick<ModelHold, 'parts' | 'debt'> {
  const own = { ...wallet, lots: wallet.lots.filter((lot) => lot.key === key) };
  const expired = own.lots.reduce((total, { left, until }) => (until <= now ? total + left : total), 0);
  const amountOf = (parts: ModelLot[]) => parts.reduce((total, { left }) => total + left, 0);
  const ownBonus = take(own, 'bonus', bonus, now);
  const spent = Math.max(0, bonus - amountOf(ownBonus) - expired);
  const otherBonus = take(wallet, 'bonus', spent, now);
  const owed = coins + spent - amountOf(otherBonus);
  const ownCoins = take(own, 'coin', owed, now);
  const otherCoins = take(wallet, 'coin', owed - amountOf(ownCoins), now);
  const debt = owed - amountOf(ownCoins) - amountOf(otherCoins);
  wallet.debt += debt;
  return { parts: [...ownBonus, ...otherBonus, ...ownCoins, ...otherCoins], debt };
}

/** Restores it: cancels its debt, or returns coins if the debt was paid since. */
export function restoreInModel(wallet: ModelWallet, { parts, debt }: ModelHold, now: number): void {
  for (const { asset, left, until } of parts)
    wallet.lots.push({ asset, left, until: Math.max(until, now + 7 * DAY_MS) });
  const forgiven = Math.min(wallet.debt, debt);
  wallet.debt -= forgiven;
  wallet.lots.push({ asset: 'coin', left: debt - forgiven, until: Number.POSITIVE_INFINITY });
  payDebt(wallet, now);
}

/** The expected result of buying these chapters. Updates the model. */
export function buyInModel(
  wallet: ModelWallet,
  missing: readonly { id: number; price: number }[],
  ticket: boolean,
  now: number,
): { code: number; data?: Sale['data'] } {
  if (missing.length === 0) return { code: 0, data: { chapterIds: [], spent: { coins: 0, bonus: 0, tickets: 0 } } };
  const total = missing.reduce((cost, { price }) => cost + price, 0);
  const bonus = Math.min(total, sum(wallet, 'bonus', now));
  if (ticket && sum(wallet, 'ticket', now) === 0) return { code: 4005 };
  if (wallet.debt > 0 || (!ticket && total > bonus + sum(wallet, 'coin', now))) return { code: 4001 };
  const spent = ticket ? { coins: 0, bonus: 0, tickets: 1 } : { coins: total - bonus, bonus, tickets: 0 };
  take(wallet, 'coin', spent.coins, now);
  take(wallet, 'bonus', spent.bonus, now);
  take(wallet, 'ticket', spent.tickets, now);
  for (const { id } of missing) wallet.owned.add(id);
  return { code: 0, data: { chapterIds: missing.map(({ id }) => id), spent } };
}

function priceWithPass(price: number): number {
  return Math.ceil(price * 0.7);
}

/** The chapters that are still to be bought, and their prices for a reader with or without the discount of 月卡. */
export function missingOf(wallet: ModelWallet, chosen: readonly { id: number; price: number }[], pass: boolean) {
  const missing = chosen
    .filter(({ id }) => !wallet.owned.has(id))
    .map(({ id, price }) => ({ id, price: pass ? priceWithPass(price) : price }));
  return { missing, total: missing.reduce((cost, { price }) => cost + price, 0) };
}

/** The actual result of the purchase. `pass`: the reader has the discount of 月卡. */
export async function buyFrom(wallet: Wallet, readerId: number, request: Sale['request'], now: number, pass = false) {
  const chapters = request.chapterIds.map((chapterId) => {
    const { price } = CHAPTERS[chapterId - 1] ?? { price: 0 };
    return { chapterId, priceCoins: price, costCoins: price, ...(pass && { passCoins: priceWithPass(price) }) };
  });
  const priced = {
    comicId: 1,
    chapters,
    discounts: [],
    onFirst: async () => {},
  };
  try {
    return { code: 0, data: await wallet.buy(readerId, request, async () => priced, new Date(now)) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: REFUSALS[error.name].code };
  }
}
