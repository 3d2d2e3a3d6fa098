import { expect, test } from 'vitest';
import { balanceText, type Offer, type OpenGift, otherWayText, unlockedText, waysOf, wayText } from './ways.ts';

const names = { coins: '漫币', bonus: '赠币', tickets: '阅读券' };
const bonus = (amount: number): OpenGift => ({ id: amount, kind: 'bonus', amount });
const ticket: OpenGift = { id: 999, kind: 'ticket', amount: 1 };

/** The texts of the ways to unlock a chapter of 12: the button, then the others. */
function texts(balances: Offer['balances'], gifts: OpenGift[] = [], { price = 12, chapterCount = 1 } = {}): string[] {
  const [first, ...others] = waysOf({ price, chapterCount, balances, gifts });
  return [wayText(first, names, chapterCount), ...others.map((way) => otherWayText(way, names))];
}
const has = (coins: number, bonus = 0, tickets = 0) => ({ coins, bonus, tickets });

test.each<[string, Offer['balances'], OpenGift[], string[]]>([
  ['before a login', null, [], ['登录解锁']],
  ['coins', has(20), [], ['12 漫币解锁']],
  ['exactly enough coins', has(12), [], ['12 漫币解锁']],
  ['bonus, which is spent before coins', has(20, 12), [], ['12 赠币解锁']],
  ['both', has(20, 5), [], ['5 赠币 + 7 漫币解锁']],
  ['a ticket before bonus and coins', has(20, 5, 1), [], ['用阅读券（剩 1 张）', '改用 5 赠币 + 7 漫币']],
  ['a ticket and too few coins', has(3, 0, 2), [], ['用阅读券（剩 2 张）']],
  ['too few coins', has(3, 5), [], ['还差 4 漫币 · 去充值']],
  ['nothing', has(0), [], ['还差 12 漫币 · 去充值']],
  ['a gift that pays all', has(20), [bonus(30)], ['领取 30 赠币并解锁', '改用 12 漫币']],
  [
    'a gift before a ticket',
    has(20, 0, 1),
    [bonus(12)],
    ['领取 12 赠币并解锁', '改用阅读券（剩 1 张）', '改用 12 漫币'],
  ],
  ['a gift that pays a part', has(20), [bonus(5)], ['领取 5 赠币，再用 7 漫币解锁', '改用 12 漫币']],
  ['a gift that makes it affordable', has(3), [bonus(9)], ['领取 9 赠币，再用 3 漫币解锁']],
  ['a gift that is not enough, when nothing else is', has(3), [bonus(5)], ['领取 5 赠币']],
  ['a gift that is not enough, and a ticket', has(3, 0, 1), [bonus(5)], ['用阅读券（剩 1 张）']],
  ['a ticket as a gift', has(0), [ticket], ['领取阅读券并解锁']],
  [
    'the smallest of the gifts that are enough',
    has(20),
    [bonus(40), bonus(15), bonus(5)],
    ['领取 15 赠币并解锁', '改用 12 漫币'],
  ],
  ['a ticket as a gift, which saves the bonus', has(0), [bonus(30), ticket], ['领取阅读券并解锁']],
  ['a debt, whatever else there is', has(-4, 30, 1), [bonus(30), ticket], ['还差 4 漫币 · 去充值']],
])('%s', (_what, balances, gifts, expected) => {
  expect(texts(balances, gifts)).toEqual(expected);
});

test('等就免费 comes first when it is ready, also with a debt, and is not offered while it is not ready', () => {
  const waiting = (readyAt: string | null, balances: Offer['balances']) => {
    const waitFree = { hours: 24, readHours: 72, readyAt };
    const [first, ...others] = waysOf({ price: 12, chapterCount: 1, balances, gifts: [], waitFree });
    return [wayText(first, names), ...others.map((way) => otherWayText(way, names))];
  };
  expect(waiting(null, has(20, 0, 1))).toEqual(['免费读 72 小时', '改用阅读券（剩 1 张）', '改用 12 漫币']);
  expect(waiting(null, has(-4))).toEqual(['免费读 72 小时']);
  expect(waiting(null, null)).toEqual(['登录解锁']);
  expect(waiting('2026-03-10T00:00:00.000Z', has(20))).toEqual(['12 漫币解锁']);
});

test('several chapters are never opened by a ticket', () => {
  const several = { price: 30, chapterCount: 3 };
  expect(texts(has(40, 0, 5), [ticket], several)).toEqual(['30 漫币解锁 3 话']);
  expect(texts(has(40, 0, 5), [bonus(30)], several)).toEqual(['领取 30 赠币并解锁 3 话', '改用 30 漫币']);
  expect(texts(null, [], several)).toEqual(['登录解锁']);
});

test('chapters without a price are opened without a balance', () => {
  expect(texts(null, [], { price: 0 })).toEqual(['免费阅读']);
  expect(texts(has(-5), [bonus(3)], { price: 0, chapterCount: 2 })).toEqual(['解锁 2 话']);
});

test.each([
  [has(20, 0, 0), '余额 20 漫币'],
  [has(0, 5, 1), '余额 0 漫币 · 5 赠币 · 1 张阅读券'],
])('the balance %j is shown as %s', (balances, text) => expect(balanceText(balances, names)).toBe(text));

test.each([
  [has(7, 5), 1, '已解锁，余 93 漫币'],
  [has(0, 12), 1, '已解锁，余 18 赠币'],
  [has(0, 0, 1), 1, '已解锁，余 2 张阅读券'],
  [has(30), 3, '已解锁 3 话，余 93 漫币'],
  [has(0), 1, '已解锁'],
])('after %j was spent on %i chapters, what is left of it is shown', (spent, count, text) => {
  expect(unlockedText({ spent, coins: 93, bonus: 18, tickets: 2 }, names, count)).toBe(text);
});
