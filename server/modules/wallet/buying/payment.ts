import type { Asset } from '../ledger/assets.ts';
import { type Lot, type LotPurse, type LotUse, openPurse } from '../ledger/lots.ts';
import type { SystemAccount } from '../ledger/store.ts';
import type { ChapterForSale, PaymentPosting, Spent } from './store.ts';

const REVENUE: Readonly<Record<Asset, SystemAccount>> = {
  coin: 'sys:revenue_paid',
  bonus: 'sys:revenue_bonus',
  ticket: 'sys:revenue_ticket',
};

type TakenAmount = { asset: Asset; amount: number; uses: LotUse[] };

export type Payment = {
  chapters: (ChapterForSale & Spent)[];
  payments: PaymentPosting[];
  /** For all chapters together. */
  spent: Spent;
};

/** Pays for chapters from the lots in their order: with a ticket, or bonus first. The lots must hold enough. */
export function payFrom(
  lots: readonly Lot[],
  chapters: readonly ChapterForSale[],
  { walletId, ticket }: { walletId: number; ticket: boolean },
): Payment {
  const purse = openPurse(lots);
  const paid = chapters.map((chapter) => ({ chapter, taken: takeFor(purse, chapter.costCoins, ticket) }));
  return {
    chapters: paid.map(({ chapter, taken }) => ({ ...chapter, ...spentBy(taken) })),
    payments: paid.flatMap(({ chapter: { chapterId }, taken }) =>
      taken.map((part) => ({ ...part, chapterId, from: walletId, to: REVENUE[part.asset] })),
    ),
    spent: spentBy(paid.flatMap(({ taken }) => taken)),
  };
}

function takeFor(purse: LotPurse, costCoins: number, ticket: boolean): TakenAmount[] {
  const take = (asset: Asset, most: number): TakenAmount => ({ asset, ...purse.take(asset, most) });
  if (ticket) return [take('ticket', 1)];
  const bonus = take('bonus', costCoins);
  return [bonus, take('coin', costCoins - bonus.amount)].filter(({ amount }) => amount > 0);
}

function spentBy(taken: readonly TakenAmount[]): Spent {
  const sum = (asset: Asset) => taken.reduce((total, part) => (part.asset === asset ? total + part.amount : total), 0);
  return { coins: sum('coin'), bonus: sum('bonus'), tickets: sum('ticket') };
}
