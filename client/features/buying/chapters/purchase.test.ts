import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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
import type { UserInfo } from '#contract/shapes';
import { queryClient } from '../../../runtime/queries/queries.ts';
import { stubPage } from '../../../runtime/testing/fake-page.ts';
import { useClientState } from '../../../state.ts';

const { send, refetchProfile } = vi.hoisted(() => ({ send: vi.fn(), refetchProfile: vi.fn() }));
vi.mock('../../../runtime/browser.ts', () => ({ send, session: { refetchProfile } }));
stubPage();
const { buy, purchaseOf } = await import('./purchase.ts');

const READER: UserInfo = {
  token: 't',
  id: 1,
  username: null,
  nickname: '书友',
  avatar: null,
  telephone: null,
  registered: true,
  hasPassword: false,
  gender: 0,
  adult: false,
  teen: false,
  grade: { level: 0, name: '', icon: '' },
  coins: 100,
  bonus: 2,
  tickets: 1,
  autoBuy: true,
  shareCode: '0f1e2d3c4b5a',
  unread: { gift: 0, feedback: 0, updates: 0 },
};
const purchase = { comicId: 3, chapterIds: [7], expect: 12 };
const quote = { total: 20, salePrice: { 7: 20 }, discount: 0, split: { tickets: 0, bonus: 0, coins: 5 }, missing: 15 };
const refused = (code: number, data: unknown = null) => ({ status: 0, code, message: '拒绝', data });

beforeEach(() => {
  send.mockReset();
  refetchProfile.mockReset();
});
afterEach(() => queryClient.clear());

test('while a purchase runs, a second one of the same chapters does nothing', async () => {
  let answer: (value: unknown) => void = () => undefined;
  send.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  const first = buy(purchase);
  expect(purchaseOf([7]).busy).toBe(true);
  expect(await buy(purchase)).toBeNull();
  const balances = { coins: 88, bonus: 0, tickets: 1 };
  answer({
    status: 1,
    code: 0,
    message: '',
    data: { chapterIds: [7], spent: { coins: 12, bonus: 0, tickets: 0 }, ...balances },
  });
  expect(await first).toMatchObject(balances);
  expect(send).toHaveBeenCalledTimes(1);
  expect(purchaseOf([7])).toMatchObject({ busy: false, problem: null });
});

test('bought chapters are shown as owned with the new balances before anything is fetched', async () => {
  const key = ['comic/info', { id: 3, window: 50 }];
  const locked = { access: 'locked' };
  queryClient.setQueryData(key, {
    id: 3,
    chapters: [
      { id: 7, ...locked },
      { id: 8, ...locked },
    ],
    window: { locked: 100 },
  });
  const part = ['comic/chapters', { id: 3, from: 50 }];
  queryClient.setQueryData(part, { from: 50, chapters: [{ id: 7, ...locked }] });
  const balances = { coins: 88, bonus: 2, tickets: 1 };
  useClientState.setState({ userInfo: READER });
  send.mockResolvedValueOnce({ status: 1, code: 0, message: '', data: { chapterIds: [7], spent: {}, ...balances } });
  queryClient.setQueryData(['my/pay-log'], {});
  await buy(purchase);
  expect(send.mock.calls[0]?.[1]).toEqual({ chapterIds: [7], expect: 12, ticket: false, key: expect.any(String) });
  expect(queryClient.getQueryState(['my/pay-log'])?.isInvalidated).toBe(true);
  expect(queryClient.getQueryData(key)).toMatchObject({
    chapters: [{ access: 'owned' }, locked],
    window: { locked: 99 },
  });
  expect(queryClient.getQueryData(part)).toMatchObject({ chapters: [{ access: 'owned' }] });
  expect(useClientState.getState().userInfo).toMatchObject(balances);
});

test('a gift is claimed before the purchase, and a refused one buys nothing', async () => {
  const gift = { id: 5, kind: 'bonus' as const, amount: 30 };
  useClientState.setState({ userInfo: { ...READER, unread: { gift: 1, feedback: 0, updates: 0 } } });
  send.mockResolvedValueOnce({ status: 1, code: 0, message: '', data: { gifts: [], claimed: [5] } });
  send.mockResolvedValueOnce(refused(chapterNotFound));
  expect(await buy({ ...purchase, gift })).toBeNull();
  expect(send.mock.calls.map(([call]) => call.path)).toEqual(['promotion/gift', 'comic/pay']);
  expect(useClientState.getState().userInfo).toMatchObject({ coins: 100, bonus: 32, unread: { gift: 0 } });

  send.mockReset();
  send.mockResolvedValueOnce(refused(giftUnavailable));
  expect(await buy({ ...purchase, gift })).toBeNull();
  expect(send).toHaveBeenCalledTimes(1);
  expect(purchaseOf([7]).problem).toContain('没有扣款');
  expect(refetchProfile).toHaveBeenCalled();
});

test.each([
  ['a changed price', refused(priceChanged, quote), '价格刚刚变了', quote],
  ['too few coins', refused(insufficientCoins, quote), '余额不足', quote],
  ['no ticket', refused(noTicket), '没有可用的阅读券', null],
  ['未成年人模式', refused(teenModeForbids), '未成年人模式', null],
  ['an age not confirmed', refused(ageUnconfirmed), '确认年龄', null],
  ['a chapter that is gone', refused(chapterNotFound), '下架', null],
  ['a login that was not made', refused(loginRequired), '登录', null],
  ['any other refusal', refused(1003), '拒绝', null],
  ['no answer', refused(-404), '不会重复扣款', null],
])('%s is shown as text', async (_name, answer, words, known) => {
  send.mockResolvedValueOnce(answer.code === -404 ? { ...answer, status: -404 } : answer);
  expect(await buy(purchase)).toBeNull();
  const { problem, quote: shown, busy } = purchaseOf([7]);
  expect(problem).toContain(words);
  expect(shown).toEqual(known);
  expect(busy).toBe(false);
  // The shown balance may be outdated, so the profile is fetched again, but not without a connection (-404).
  expect(refetchProfile).toHaveBeenCalledTimes(answer.code === -404 ? 0 : 1);
});
