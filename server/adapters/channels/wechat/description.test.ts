import { expect, test } from 'vitest';
import { createFakeWechat } from '../../../../testing/gateways/wechat.ts';

test('a long title is cut between two characters', async () => {
  const wechat = createFakeWechat(() => new Date());
  const trade = {
    orderNo: '20261122100000ABCDEFG',
    title: `${'长'.repeat(41)}💎`,
    amount: 990,
    currency: 'CNY',
    returnUrl: 'https://manyu.test/payment?order=1',
    siteUrl: 'https://manyu.test',
    readerAddress: '203.0.113.9',
    expiresAt: new Date(),
    scene: 'pc',
  } as const;
  // After the first call the certificates are downloaded.
  for (let times = 0; times < 2; times++) await wechat.channel.create(trade, new AbortController().signal);
  expect(JSON.parse(wechat.last.body).description).toBe('长'.repeat(41));
});
