import { expect, test } from 'vitest';
import { grantText, orderText, refundText } from './order-words.ts';

const names = { coins: '漫币', bonus: '赠币' };
const refund = { amount: 600, coins: 60, bonus: 30, state: 'done' } as const;

test.each([
  ['granted', [], '已到账'],
  ['granted', [refund], '部分退款'],
  ['granted', [refund, { ...refund, state: 'pending' as const }], '退款中'],
  ['granted', [{ ...refund, state: 'frozen' as const }], '付款有争议，已冻结'],
  ['refunded', [refund], '已退款'],
  ['created', [], '待支付'],
] as const)('an order that is %s with refunds %j is %s', (state, refunds, text) => {
  expect(orderText({ state, refunds: [...refunds] })).toBe(text);
});

test.each([
  [refund, '已退 ¥6，收回 60 漫币 + 30 赠币'],
  [{ ...refund, coins: 0 }, '已退 ¥6，收回 30 赠币'],
  [{ ...refund, coins: 0, bonus: 0 }, '已退 ¥6'],
  [{ ...refund, coins: 0, bonus: 0, passDays: 12 }, '已退 ¥6，收回月卡 12 天'],
  [{ ...refund, amount: 199, bonus: 0, state: 'pending' as const }, '退款中 ¥1.99，收回 60 漫币'],
])('the refund %j is shown as %s', (given, text) => {
  expect(refundText(given, { currency: 'CNY' }, names)).toBe(text);
});

test('a refund is shown in the currency of its order', () => {
  expect(refundText({ ...refund, amount: 50 }, { currency: 'USD' }, names)).toBe(
    '已退 US$0.50，收回 60 漫币 + 30 赠币',
  );
});

test('an order shows coins, and bonus if there is any', () => {
  expect(grantText({ coins: 300, bonus: 30 }, names)).toBe('300 漫币 + 30 赠币');
  expect(grantText({ coins: 60, bonus: 0 }, names)).toBe('60 漫币');
  expect(grantText({ coins: 0, bonus: 0, passDays: 30 }, names)).toBe('月卡 30 天');
});
