import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { chargeItem, chargeLog, chargeSubmit } from '#contract/calls/wallet';
import { ownFetchOf, startTestApp, type TestApp } from '../../testing/app.ts';
import { signedIn } from '../../testing/readers.ts';
import { ACCEPTED, expectSoundShop, newRequest, orderBy, press, seenBy, tellPaid } from '../../testing/shop.ts';

let site: TestApp;
/** What the gateway does when it is to make an order; null = it makes it. */
let answer: (() => Promise<Response>) | null = null;
beforeAll(async () => {
  const own = ownFetchOf(() => site);
  site = await startTestApp({
    ownFetch: (path, request) => (path === '/sandbox/api/create' && answer?.()) || own(path, request),
  });
});
afterAll(async () => {
  await expectSoundShop(site);
  await site.close();
});
afterEach(() => {
  answer = null;
  vi.useRealTimers();
});

describe('a channel that does not answer', () => {
  test('that hangs makes the order when the reader presses again, though the page forgot the key of a refused call', async () => {
    const { token } = await signedIn(site);
    const hangs = Promise.withResolvers<void>();
    answer = () => {
      hangs.resolve();
      return new Promise(() => {});
    };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answered = site.call(chargeSubmit, newRequest(), { token });
    await hangs.promise;
    await vi.advanceTimersByTimeAsync(8_000);
    expect(await answered).toMatchObject({ code: 4003 });
    vi.useRealTimers();
    answer = null;
    const [first, second] = await Promise.all([orderBy(site, token), orderBy(site, token)]);
    const orders = (await site.call(chargeLog, {}, { token })).data?.list ?? [];
    // Two presses at once: one goes on with that order, the other is an order of its own.
    expect(orders).toHaveLength(2);
    expect(orders.map(({ orderId }) => orderId).toSorted()).toEqual([first.orderId, second.orderId].toSorted());
    for (const { cashier } of [first, second]) await press(site, cashier, 'pay');
    expect((await site.call(chargeLog, {}, { token })).data?.list).toMatchObject([
      { state: 'granted' },
      { state: 'granted' },
    ]);
  });

  test('leaves an order that nobody can pay, which counts in no limit once the reader turns to another', async () => {
    const { token } = await signedIn(site);
    answer = () => Promise.reject(new TypeError('fetch failed'));
    await site.call(chargeSubmit, newRequest(), { token });
    answer = null;
    const before = (await site.call(chargeItem, {}, { token })).data?.limits.today ?? 0;
    await orderBy(site, token, { scene: 'pc' });
    const { data } = await site.call(chargeLog, {}, { token });
    expect(data?.list).toMatchObject([{ state: 'created' }, { state: 'closed' }]);
    expect((await site.call(chargeItem, {}, { token })).data?.limits.today).toBe(before);
    // It is ended at the channel too, where it may have been made.
    const silent = data?.list[1]?.orderId ?? '';
    expect(await tellPaid(site, silent)).toEqual(ACCEPTED);
    expect(await seenBy(site, token, silent)).toMatchObject({ state: 'granted' });
  });
});
