import { afterAll, beforeAll, expect, test } from 'vitest';
import { howMany, seedOf } from '../drills/drill.ts';
import { expectSoundShop } from '../factories/shop.ts';
import { forgeNotifications } from './forgeries.ts';
import { countPayments, openForgeryStage } from './forgery-stage.ts';

const RUNS = howMany({ test: 300, drill: 100_000 });

let stage: Awaited<ReturnType<typeof openForgeryStage>>;
beforeAll(async () => {
  stage = await openForgeryStage();
});
afterAll(() => stage.site.close());

test(`none of ${RUNS} forged notifications in the formats of all channels is accepted`, {
  timeout: 3_600_000,
}, async () => {
  const { site, victims } = stage;
  const seed = seedOf('forged notifications');
  expect(await forgeNotifications(site, victims, { seed, runs: RUNS }), `seed ${seed}`).toEqual([]);
  expect(await countPayments(site)).toBe(0);
  await expectSoundShop(site);
  // A genuine notification of the same order is accepted.
  for (const { gateway, orders } of victims) {
    const { headers, body } = gateway.pay(orders[0] ?? '');
    const raw = { headers, body: Buffer.from(body), query: '' };
    expect(await site.app.receiveNotification(gateway.channel.id, raw)).toEqual(gateway.channel.answer('accepted'));
  }
});
