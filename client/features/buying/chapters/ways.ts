import type { WaitFree } from '#contract/shapes';
import { costText, type Split, splitOf } from './split.ts';
import type { AssetNames } from './use-asset-names.ts';

/** A gift that the reader can claim now. */
export type OpenGift = { id: number; kind: 'bonus' | 'ticket'; amount: number };

export type Balances = { coins: number; bonus: number; tickets: number };

/** The ways to unlock chapters depend on these. */
export type Offer = {
  /** The sum of the prices now. */
  price: number;
  /** A ticket opens exactly one chapter. */
  chapterCount: number;
  /** Null before a login, when they are not known. */
  balances: Balances | null;
  gifts: readonly OpenGift[];
  /** 等就免费, if it can open this one chapter. */
  waitFree?: WaitFree | undefined;
};

/** One way to unlock chapters. */
export type Way =
  | { kind: 'login' }
  | { kind: 'free' }
  /** Costs nothing, but the chapter is not owned. */
  | { kind: 'wait'; readHours: number }
  /** Claims a gift and pays with it; `split` is the payment of the rest. */
  | { kind: 'gift'; gift: OpenGift; split: Split }
  | { kind: 'ticket'; left: number }
  | { kind: 'balance'; split: Split }
  | { kind: 'topUp'; missing: number };

const NOTHING: Split = { bonus: 0, coins: 0, missing: 0 };

/** The ways to unlock chapters, the cheapest for the reader first. The first one is the button. */
export function waysOf(offer: Offer): [Way, ...Way[]] {
  const { price, balances, waitFree } = offer;
  if (price === 0) return [{ kind: 'free' }];
  if (!balances) return [{ kind: 'login' }];
  const paid = paidWaysOf({ ...offer, balances });
  if (!waitFree || waitFree.readyAt !== null) return paid;
  // The link to the cashier is left out where the reader can open the chapter for free.
  return [{ kind: 'wait', readHours: waitFree.readHours }, ...paid.filter(({ kind }) => kind !== 'topUp')];
}

function paidWaysOf({ price, chapterCount, balances, gifts }: Offer & { balances: Balances }): [Way, ...Way[]] {
  const split = splitOf(price, balances);
  // With a negative balance nothing can be bought, also not with a ticket.
  if (balances.coins < 0) return [{ kind: 'topUp', missing: split.missing }];
  const isAffordable = split.missing === 0;
  const hasTicket = chapterCount === 1 && balances.tickets > 0;
  const gift = bestGift({ price, chapterCount, balances, gifts });
  // A gift that is not enough helps only if nothing else does.
  const helps = gift && (gift.split.missing === 0 || !(isAffordable || hasTicket));
  const [first, ...others]: Way[] = [
    ...(helps ? [gift] : []),
    ...(hasTicket ? [{ kind: 'ticket' as const, left: balances.tickets }] : []),
    ...(isAffordable ? [{ kind: 'balance' as const, split }] : []),
  ];
  return first ? [first, ...others] : [{ kind: 'topUp', missing: split.missing }];
}

/** The gift after which the reader pays least: the fewest coins, then the least bonus. */
function bestGift({ price, chapterCount, balances, gifts }: Offer & { balances: Balances }) {
  const [best] = gifts
    .filter(({ kind }) => kind === 'bonus' || chapterCount === 1)
    .map((gift) => ({
      kind: 'gift' as const,
      gift,
      split: gift.kind === 'ticket' ? NOTHING : splitOf(price, { ...balances, bonus: balances.bonus + gift.amount }),
    }))
    .toSorted(
      (a, b) =>
        a.split.missing - b.split.missing ||
        a.split.coins - b.split.coins ||
        a.split.bonus - b.split.bonus ||
        a.gift.amount - b.gift.amount,
    );
  return best;
}

/** The text of a way's button, which names the currency that it spends. */
export function wayText(way: Way, names: AssetNames, chapterCount = 1): string {
  const unlock = chapterCount === 1 ? '解锁' : `解锁 ${chapterCount} 话`;
  switch (way.kind) {
    case 'login':
      return '登录解锁';
    case 'free':
      return chapterCount === 1 ? '免费阅读' : unlock;
    case 'wait':
      return `免费读 ${way.readHours} 小时`;
    case 'gift':
      return giftText(way, names, unlock);
    case 'ticket':
      return `用${names.tickets}（剩 ${way.left} 张）`;
    case 'balance':
      return `${costText(way.split, names)}${unlock}`;
    case 'topUp':
      return `还差 ${way.missing} ${names.coins} · 去充值`;
  }
}

function giftText({ gift, split }: Extract<Way, { kind: 'gift' }>, names: AssetNames, unlock: string): string {
  if (gift.kind === 'ticket') return `领取${names.tickets}并${unlock}`;
  const claim = `领取 ${gift.amount} ${names.bonus}`;
  if (split.missing > 0) return claim;
  return split.coins > 0 ? `${claim}，再用 ${split.coins} ${names.coins}${unlock}` : `${claim}并${unlock}`;
}

/** A way other than the first one: 改用 12 漫币. */
export function otherWayText(way: Way, names: AssetNames): string {
  switch (way.kind) {
    case 'ticket':
      return `改用${names.tickets}（剩 ${way.left} 张）`;
    case 'balance':
      return `改用 ${costText(way.split, names)}`;
    default:
      return wayText(way, names);
  }
}

/** The balances as text; bonus and tickets only if there are any. */
export function balanceText({ coins, bonus, tickets }: Balances, names: AssetNames): string {
  const parts = [
    `${coins} ${names.coins}`,
    bonus > 0 && `${bonus} ${names.bonus}`,
    tickets > 0 && `${tickets} 张${names.tickets}`,
  ];
  return `余额 ${parts.filter(Boolean).join(' · ')}`;
}

/** The result of a purchase and the rest of the asset that was spent: 已解锁，余 18 赠币. */
export function unlockedText(
  { spent, ...left }: Balances & { spent: Balances },
  names: AssetNames,
  chapterCount = 1,
): string {
  const unlocked = chapterCount === 1 ? '已解锁' : `已解锁 ${chapterCount} 话`;
  if (spent.tickets > 0) return `${unlocked}，余 ${left.tickets} 张${names.tickets}`;
  if (spent.coins > 0) return `${unlocked}，余 ${left.coins} ${names.coins}`;
  return spent.bonus > 0 ? `${unlocked}，余 ${left.bonus} ${names.bonus}` : unlocked;
}
