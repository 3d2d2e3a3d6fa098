import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DataOf } from '#contract/call';
import { userTeen } from '#contract/calls/account';
import { userInfo } from '#contract/calls/session';
import { config } from '#contract/calls/site';
import { chargeItem, chargeLog, chargeOrder, chargeSubmit } from '#contract/calls/wallet';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { editPart } from '../../../testing/factories/editorial.ts';
import { newVisitor, signedIn } from '../../../testing/factories/readers.ts';
import { CHEAPEST, expectSoundShop, newRequest, orderBy, press, seenBy } from '../../../testing/factories/shop.ts';
import { DEFAULT_PARTS } from '../editorial/editorial.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

const held = async (token: string) => (await site.call(userInfo, { token })).data;
const submit = (token: string, more: Parameters<typeof newRequest>[0] = {}) =>
  site.call(chargeSubmit, newRequest(more), { token });

test('a reader orders coins, pays on the page of the channel, and has them on return', async () => {
  const { token } = await signedIn(site);
  const { orderId, cashier } = await orderBy(site, token, { back: '/chapter/7?page=3' });
  expect(orderId).toMatch(/^[0-9A-Za-z_-]{6,32}$/);
  expect(await seenBy(site, token, orderId)).toMatchObject({
    orderId,
    title: '60 漫币',
    amount: 600,
    coins: 60,
    bonus: 30,
    channel: { id: 'sandbox', test: true },
    state: 'created',
    back: '/chapter/7?page=3',
    next: { kind: 'redirect', url: `http://localhost:80${cashier}` },
  });
  const page = await site.http.inject(cashier);
  expect(page.statusCode).toBe(200);
  for (const text of ['沙箱：不会真的扣钱', '漫屿', '6.00', '60 漫币', '支付', '取消付款'])
    expect(page.body).toContain(text);
  const back = await press(site, cashier, 'pay');
  expect(back.statusCode).toBe(303);
  expect(back.headers.location).toBe(`/payment?order=${orderId}`);
  expect(await held(token)).toMatchObject({ coins: 60, bonus: 30 });
  expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'granted', coins: 60, bonus: 30, next: null });
  const { data } = await site.call(chargeLog, {}, { token });
  expect(data).toMatchObject({ list: [{ orderId, state: 'granted', amount: 600 }], next: null });
  await expectSoundShop(site);
});

test('an order gives 1 growth point a fen, and bonus for 90 days', async () => {
  const { id, token } = await signedIn(site);
  const { cashier } = await orderBy(site, token);
  await press(site, cashier, 'pay');
  const { rows } = await site.pool.query(
    `select r.growth_points as points, l.expires_at - t.at = interval '90 days' as lasting, t.title
     from account.reader r join wallet.wallet w on w.reader_id = r.id join wallet.account a on a.wallet_id = w.id
     join wallet.credit_lot l on l.account_id = a.id join wallet.transfer t on t.id = l.transfer_id
     where r.id = $1 and a.asset = 'bonus'`,
    [id],
  );
  expect(rows).toEqual([{ points: 600, lasting: true, title: '充值 60 漫币' }]);
});

test('a cancelled payment closes the order, and nothing is granted', async () => {
  const { token } = await signedIn(site);
  const { orderId, cashier } = await orderBy(site, token);
  expect((await press(site, cashier, 'cancel')).statusCode).toBe(303);
  expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'closed', next: null });
  expect(await held(token)).toMatchObject({ coins: 0, bonus: 0 });
});

describe('the list of packages', () => {
  test('has the packages on sale now, and the bonus of a first top-up only before the first one', async () => {
    const visitor = await newVisitor(site);
    const { data } = await site.call(chargeItem, { scene: 'pc' }, { token: visitor });
    expect(data?.items.map(({ id, cash, coins, first }) => [id, cash, coins, first])).toEqual(
      DEFAULT_PARTS.packages.map(({ id, cashFen, coins, firstBonus }) => [id, cashFen, coins, firstBonus]),
    );
    expect(data).toMatchObject({ channels: [{ id: 'sandbox', test: true }], bonusDays: 90 });
    const { token } = await signedIn(site);
    await press(site, (await orderBy(site, token)).cashier, 'pay');
    const after = await site.call(chargeItem, {}, { token });
    expect(new Set(after.data?.items.map(({ first }) => first))).toEqual(new Set([0]));
    const again = await orderBy(site, token);
    expect(await seenBy(site, token, again.orderId)).toMatchObject({ bonus: 0 });
  });

  test('has a package exactly from the start to the end of its sale, and it can be ordered only then', async () => {
    const { token } = await signedIn(site);
    const [start, end] = ['2026-12-01T00:00:00.000Z', '2026-12-02T00:00:00.000Z'];
    const [item] = DEFAULT_PARTS.packages;
    if (!item) throw new Error('nothing is sold');
    await editPart(site, 'packages', [{ ...item, id: 77, start, end }]);
    const offered = async (at: number) => {
      site.setTime(new Date(at));
      const { data } = await site.call(chargeItem, {}, { token });
      const { code } = await submit(token, { itemId: 77 });
      return [data?.items.length, code];
    };
    const [from, to] = [Date.parse(start), Date.parse(end)];
    try {
      expect(await offered(from - 1)).toEqual([0, 4002]);
      expect(await offered(from)).toEqual([1, 0]);
      expect(await offered(to - 1)).toEqual([1, 0]);
      expect(await offered(to)).toEqual([0, 4002]);
    } finally {
      site.setTime(null);
      await editPart(site, 'packages', DEFAULT_PARTS.packages);
    }
  });

  test('has the channels in the configuration of the site, with the sandbox marked as a test', async () => {
    const sandbox = { id: 'sandbox', name: '沙箱支付', icon: 'sandbox', currency: 'CNY', test: true };
    expect((await site.call(config, { platform: 'pc' })).data?.channels).toEqual([sandbox]);
    const without = await startTestApp({ sandbox: false, beside: site });
    expect((await without.call(config, { platform: 'pc' })).data?.channels).toEqual([]);
    const { token } = await signedIn(site);
    const { data } = await without.call(chargeItem, {}, { token });
    expect(data?.channels).toEqual([]);
    expect(await without.call(chargeSubmit, newRequest(), { token })).toMatchObject({ code: 4003 });
    const { orderId, cashier } = await orderBy(site, token);
    expect((await without.http.inject(cashier)).statusCode).toBe(404);
    expect((await without.http.inject({ method: 'POST', url: '/pay/sandbox/notify' })).statusCode).toBe(404);
    expect(await without.call(chargeOrder, { orderId }, { token })).toMatchObject({
      data: { channel: { name: '已停用的支付方式' }, state: 'created' },
    });
    await without.close();
  });
});

describe('an order', () => {
  test('is made once for each key, and a repeated call answers the same next step after a change of the price', async () => {
    const { token } = await signedIn(site);
    const request = newRequest({ expect: CHEAPEST.cash });
    const answers = await Promise.all([1, 2, 3].map(() => site.call(chargeSubmit, request, { token })));
    const [first] = answers;
    expect(first).toMatchObject({ code: 0 });
    for (const answer of answers) expect(answer.data).toEqual(first?.data);
    const [item] = DEFAULT_PARTS.packages;
    if (!item) throw new Error('nothing is sold');
    await editPart(site, 'packages', [{ ...item, cashFen: 700 }]);
    expect((await site.call(chargeSubmit, request, { token })).data).toEqual(first?.data);
    expect(await submit(token, { expect: CHEAPEST.cash })).toMatchObject({ code: 4004 });
    await editPart(site, 'packages', DEFAULT_PARTS.packages);
    expect((await site.call(chargeLog, {}, { token })).data?.list).toHaveLength(1);
  });

  test.each([
    ['itemId', { itemId: 2 }],
    ['scene', { scene: 'pc' }],
    ['back', { back: '/home' }],
    ['expect', { expect: CHEAPEST.cash }],
  ] as const)('refuses its key for a request with another %s', async (_field, change) => {
    const { token } = await signedIn(site);
    const request = newRequest();
    await site.call(chargeSubmit, request, { token });
    expect(await site.call(chargeSubmit, { ...request, ...change }, { token })).toMatchObject({
      http: 400,
      code: 1001,
    });
  });

  test('is refused for an unknown package, for an unknown channel, and to a visitor', async () => {
    const { token } = await signedIn(site);
    expect(await submit(token, { itemId: 99 })).toMatchObject({ code: 4002 });
    expect(await submit(token, { channel: 'alipay' })).toMatchObject({ code: 4003 });
    expect(await submit(await newVisitor(site))).toMatchObject({ code: 1401 });
    for (const back of ['//evil.example', 'https://evil.example', '/a b', '/\\evil.example', 'home'])
      expect(await submit(token, { back }), back).toMatchObject({ code: 1001 });
  });

  test('is refused in teen mode, and the list of packages is empty', async () => {
    const { token } = await signedIn(site);
    await site.call(userTeen, { on: true, pin: '1234' }, { token });
    expect(await submit(token)).toMatchObject({ code: 2008 });
    expect(await site.call(chargeItem, {}, { token })).toMatchObject({ code: 2008 });
  });

  test('is visible only to its reader', async () => {
    const [mine, theirs] = [await signedIn(site), await signedIn(site)];
    const { orderId } = await orderBy(site, mine.token);
    expect(await site.call(chargeOrder, { orderId }, { token: theirs.token })).toMatchObject({
      code: 4007,
      data: null,
    });
    expect(await site.call(chargeOrder, { orderId: 'none' }, { token: mine.token })).toMatchObject({ code: 4007 });
    expect((await site.call(chargeLog, {}, { token: theirs.token })).data?.list).toEqual([]);
  });
});

test('the log of top-ups goes back page by page', async () => {
  const { token } = await signedIn(site);
  const orders = [];
  for (let i = 0; i < 5; i++) {
    const { orderId, cashier } = await orderBy(site, token);
    orders.push(orderId);
    if (i === 2) await press(site, cashier, 'pay');
  }
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { data }: { data: DataOf<typeof chargeLog> | null } = await site.call(
      chargeLog,
      { size: 2, cursor },
      { token },
    );
    seen.push(...(data?.list.map(({ orderId }) => orderId) ?? []));
    cursor = data?.next ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual(orders.toReversed());
  const { data } = await site.call(chargeLog, {}, { token });
  expect(data?.list.map(({ state, bonus }) => [state, bonus])).toEqual([
    ['created', 0],
    ['created', 0],
    ['granted', 30],
    ['created', 0],
    ['created', 0],
  ]);
  expect(await site.call(chargeLog, { cursor: 'x' }, { token })).toMatchObject({ code: 1001 });
});
