import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { chargeItem, chargeLog, chargeSubmit } from '#contract/calls/wallet';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { createTroubles } from '../../../testing/drills/troubled-channel.ts';
import { signedIn } from '../../../testing/factories/readers.ts';
import { expectSoundShop, newRequest, orderBy, press, seenBy } from '../../../testing/factories/shop.ts';

let site: TestApp;
const { of, fail, end } = createTroubles();
beforeAll(async () => {
  site = await startTestApp({ sandbox: of });
});
afterAll(async () => {
  await expectSoundShop(site);
  await site.close();
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

describe('a channel that does not answer', () => {
  test('a second attempt of the reader continues the unanswered order, although the page has a new key', async () => {
    const { token } = await signedIn(site);
    const hangs = Promise.withResolvers<void>();
    fail('create', () => {
      hangs.resolve();
      return new Promise(() => {});
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answered = site.call(chargeSubmit, newRequest(), { token });
    await hangs.promise;
    await vi.advanceTimersByTimeAsync(8_000);
    expect(await answered).toMatchObject({ code: 4003 });
    vi.useRealTimers();
    end();
    const [first, second] = await Promise.all([orderBy(site, token), orderBy(site, token)]);
    const orders = (await site.call(chargeLog, {}, { token })).data?.list ?? [];
    // Two concurrent attempts: one continues that order, the other makes a new one.
    expect(orders).toHaveLength(2);
    expect(orders.map(({ orderId }) => orderId).toSorted()).toEqual([first.orderId, second.orderId].toSorted());
    for (const { cashier } of [first, second]) await press(site, cashier, 'pay');
    expect((await site.call(chargeLog, {}, { token })).data?.list).toMatchObject([
      { state: 'granted' },
      { state: 'granted' },
    ]);
  });

  test('leaves an order that nobody can pay; it counts in no limit after the reader makes another one', async () => {
    const { token } = await signedIn(site);
    let cashier = '';
    fail('create', async (make) => {
      const { next } = await make();
      cashier = next.kind === 'redirect' ? new URL(next.url).pathname : '';
      throw new TypeError('fetch failed');
    });
    await site.call(chargeSubmit, newRequest(), { token });
    end();
    const before = (await site.call(chargeItem, {}, { token })).data?.limits.today ?? 0;
    await orderBy(site, token, { scene: 'pc' });
    const { data } = await site.call(chargeLog, {}, { token });
    expect(data?.list).toMatchObject([{ state: 'created' }, { state: 'closed' }]);
    expect((await site.call(chargeItem, {}, { token })).data?.limits.today).toBe(before);
    // It is closed at the channel too, which may have created the trade.
    const silent = data?.list[1]?.orderId ?? '';
    await press(site, cashier, 'pay');
    expect(await seenBy(site, token, silent)).toMatchObject({ state: 'granted' });
  });
});
