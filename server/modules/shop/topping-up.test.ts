import { afterAll, beforeAll, expect, test } from 'vitest';
import { userInfo } from '#contract/calls/session';
import { chargeLog } from '#contract/calls/wallet';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { signedIn } from '../../testing/readers.ts';
import { expectSoundShop, orderBy, press, seenBy } from '../../testing/shop.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

const held = async (token: string) => (await site.call(userInfo, { token })).data;

test('a reader orders coins, pays on the page of the channel, and has them when the page sends them back', async () => {
  const { token } = await signedIn(site);
  const { orderId, cashier } = await orderBy(site, token, { back: '/chapter/7?page=3' });
  expect(await seenBy(site, token, orderId)).toMatchObject({
    orderId,
    title: '60 漫币',
    cash: 600,
    coins: 60,
    bonus: 30,
    channel: { id: 'sandbox', test: true },
    state: 'created',
    back: '/chapter/7?page=3',
    next: { kind: 'redirect' },
  });
  const page = await site.http.inject(cashier);
  expect(page.statusCode).toBe(200);
  for (const text of ['沙箱：不会真的扣钱', '漫屿', '6.00', '60 漫币', '支付', '取消付款'])
    expect(page.body).toContain(text);
  const back = await press(site, cashier, 'pay');
  expect(back.statusCode).toBe(303);
  expect(back.headers.location).toBe(`http://localhost:80/payment?order=${orderId}`);
  expect(await held(token)).toMatchObject({ coins: 60, bonus: 30 });
  expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'granted', coins: 60, bonus: 30, next: null });
  const { data } = await site.call(chargeLog, {}, { token });
  expect(data).toMatchObject({ list: [{ orderId, state: 'granted', cash: 600 }], next: null });
  await expectSoundShop(site);
});
