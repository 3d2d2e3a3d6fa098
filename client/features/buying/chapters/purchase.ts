import { useLayoutEffect } from 'react';
import { create } from 'zustand';
import type { DataOf } from '#contract/call';
import { comicChapters, type comicInfo, comicPay, waitComics, waitOpen } from '#contract/calls/comic';
import {
  ageUnconfirmed,
  chapterNotFound,
  giftUnavailable,
  insufficientCoins,
  loginRequired,
  noTicket,
  priceChanged,
  teenModeForbids,
} from '#contract/codes';
import type { ChapterAccess, ChapterItem, Quote } from '#contract/shapes';
import { session } from '../../../runtime/browser.ts';
import { queryClient } from '../../../runtime/queries/queries.ts';
import { refusalData } from '../../../runtime/request.ts';
import { useClientState } from '../../../state.ts';
import { detailKey } from '../../comics/comic-detail/comic-detail.ts';
import { claimGift } from '../gifts/claim-gift.ts';
import { isAnswered, sendOnce } from '../idempotency-key.ts';
import { forgetBalances } from './forget-balances.ts';
import type { Balances, OpenGift } from './ways.ts';

/** Chapters of one comic at a price that the reader has seen. */
export type Purchase = {
  comicId: number;
  chapterIds: readonly number[];
  expect: number;
  ticket?: boolean;
  /** A gift that is claimed first, to pay with it. */
  gift?: OpenGift;
  /** Switches 自动购买下一话 of the comic with the purchase; undefined leaves it unchanged. */
  autoBuy?: boolean;
};

export type Paid = DataOf<typeof comicPay>;

/** The state of a purchase. It outlives its card, which is mounted again after a login. */
export type PurchaseState = {
  busy: boolean;
  /** Why nothing was bought, in words. */
  problem: string | null;
  /** The current price, if it differs from the shown one or the coins are not enough. */
  quote: Quote | null;
  /** The server's answer that the reader saw. */
  seen: Quote | ChapterAccess | null;
};

const IDLE: PurchaseState = { busy: false, problem: null, quote: null, seen: null };
const usePurchases = create<Record<string, PurchaseState>>(() => ({}));

const nameOf = (chapterIds: readonly number[]) => chapterIds.join();

/**
 * The state of the purchase of these chapters. When there is a newer answer, a problem is dropped, and the reader's balances are
 * those of the answer.
 */
export function usePurchase(chapterIds: readonly number[], seen: Quote | ChapterAccess | null): PurchaseState {
  const name = nameOf(chapterIds);
  // Before the first paint, so that no old balance is shown.
  useLayoutEffect(() => {
    const before = usePurchases.getState()[name] ?? IDLE;
    if (before.seen === seen) return;
    usePurchases.setState({ [name]: { ...IDLE, busy: before.busy, seen } });
    if (seen && 'tickets' in seen) noteBalances(seen);
  }, [name, seen]);
  return usePurchases((all) => all[name] ?? IDLE);
}

/** The current state of this purchase, outside of React. */
export function purchaseOf(chapterIds: readonly number[]): PurchaseState {
  return usePurchases.getState()[nameOf(chapterIds)] ?? IDLE;
}

/**
 * Buys chapters, once even if it is pressed several times. Null if nothing was bought; then `usePurchase` has the reason. In the
 * `background` nothing is opened over the page, not even the login.
 */
export function buy(purchase: Purchase, { background = false } = {}): Promise<Paid | null> {
  const { chapterIds, expect, ticket = false, gift, autoBuy } = purchase;
  return attempt(chapterIds, async (name) => {
    const payload = { chapterIds: [...chapterIds], expect, ticket, ...(autoBuy !== undefined && { autoBuy }) };
    if (gift) await claim(gift);
    const act = `${name} ${expect}${ticket ? ' ticket' : ''}`;
    const paid = await sendOnce(comicPay, act, payload, { background });
    noteOwned(purchase, paid);
    return paid;
  });
}

/** Opens a chapter by 等就免费, once even if it is pressed several times. Null if it was not opened. */
export function openByWaiting({ comicId, chapterIds }: Purchase): Promise<DataOf<typeof waitOpen> | null> {
  return attempt(chapterIds, async (name) => {
    const [id = 0] = chapterIds;
    const opened = await sendOnce(waitOpen, name, { id });
    void queryClient.invalidateQueries({ queryKey: detailKey(comicId) });
    for (const { path } of [comicChapters, waitComics]) void queryClient.invalidateQueries({ queryKey: [path] });
    return opened;
  });
}

async function attempt<Done>(
  chapterIds: readonly number[],
  work: (name: string) => Promise<Done>,
): Promise<Done | null> {
  const name = nameOf(chapterIds);
  if (purchaseOf(chapterIds).busy) return null;
  change(name, { busy: true, problem: null, quote: null });
  try {
    const done = await work(name);
    change(name, IDLE);
    return done;
  } catch (error) {
    change(name, { busy: false, ...problemOf(error) });
    // The shown balance is outdated.
    if (isAnswered(error)) void session.refetchProfile();
    return null;
  }
}

/** Claims a gift and adds it to the shown balances. */
async function claim({ id, kind, amount }: OpenGift) {
  try {
    await claimGift(id, { background: true });
  } catch (error) {
    // It may have been granted although the answer was lost.
    void session.refetchProfile();
    throw error;
  }
  const asset = kind === 'bonus' ? 'bonus' : 'tickets';
  useClientState.setState(({ userInfo }) => ({
    userInfo: userInfo && {
      ...userInfo,
      [asset]: userInfo[asset] + amount,
      unread: { ...userInfo.unread, gift: Math.max(0, userInfo.unread.gift - 1) },
    },
  }));
}

function change(name: string, changed: Partial<PurchaseState>) {
  usePurchases.setState((all) => ({ [name]: { ...(all[name] ?? IDLE), ...changed } }));
}

function problemOf(error: unknown): Pick<PurchaseState, 'problem' | 'quote'> {
  const changed = refusalData(comicPay, priceChanged, error);
  if (changed) return { problem: '价格刚刚变了，没有扣款。请看过新的价格再确认。', quote: changed };
  const short = refusalData(comicPay, insufficientCoins, error);
  if (short) return { problem: '余额不足，没有扣款', quote: short };
  if (!isAnswered(error)) {
    return { problem: '没有收到回应。再按一次会接着刚才这一次，不会重复扣款。', quote: null };
  }
  return { problem: WORDS[error.code] ?? error.message, quote: null };
}

const WORDS: Readonly<Record<number, string>> = {
  [loginRequired]: '登录后才能购买',
  [giftUnavailable]: '这个礼包刚刚领过或结束了，没有扣款',
  [noTicket]: '没有可用的阅读券了，可能刚刚到期。没有扣款。',
  [teenModeForbids]: '未成年人模式下不能购买',
  [ageUnconfirmed]: '确认年龄后才能购买',
  [chapterNotFound]: '这一话刚刚下架了，没有扣款',
};

/** Shows the bought chapters as owned, and the new balances, before anything is refetched. */
function noteOwned({ comicId, chapterIds }: Purchase, paid: Paid) {
  noteBalances(paid);
  const marked = (chapters: readonly ChapterItem[]): ChapterItem[] =>
    chapters.map((chapter) =>
      chapter.access === 'locked' && chapterIds.includes(chapter.id) ? { ...chapter, access: 'owned' } : chapter,
    );
  queryClient.setQueryData<DataOf<typeof comicInfo>>(
    detailKey(comicId),
    (comic) =>
      comic && {
        ...comic,
        chapters: marked(comic.chapters),
        ...(comic.window && { window: { ...comic.window, locked: comic.window.locked - paid.chapterIds.length } }),
      },
  );
  queryClient.setQueriesData<DataOf<typeof comicChapters>>(
    { queryKey: [comicChapters.path] },
    (part) => part && { ...part, chapters: marked(part.chapters) },
  );
  forgetBalances();
}

function noteBalances({ coins, bonus, tickets }: Balances) {
  useClientState.setState(({ userInfo }) => ({ userInfo: userInfo && { ...userInfo, coins, bonus, tickets } }));
}
