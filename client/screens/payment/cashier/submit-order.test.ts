// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { chargeItem } from '#contract/calls/wallet';
import {
  loginRequired,
  paymentUnavailable,
  priceChanged,
  productUnavailable,
  serverError,
  spendingLimitReached,
  teenModeForbids,
} from '#contract/codes';
import { queryClient } from '../../../runtime/queries/queries.ts';
import { CallError } from '../../../runtime/request.ts';
import { isForbidden, type Submission, submitOrder, submitProblem } from './submit-order.ts';

const { send } = vi.hoisted(() => ({ send: vi.fn() }));
vi.mock('../../../runtime/browser.ts', () => ({ send }));

const refusal = (code: number, status = 0) => new CallError({ status, code, message: 'no', data: null });
const UNKNOWN = expect.stringContaining('不会重复下单');

afterEach(() => {
  queryClient.clear();
  sessionStorage.clear();
  vi.resetAllMocks();
});

test.each([
  ['a lost answer', refusal(-404, -404), UNKNOWN, false],
  ['a fault of the server', refusal(serverError), UNKNOWN, false],
  ['another error', new Error('x'), UNKNOWN, false],
  ['a session that is over', refusal(loginRequired), '登录后才能充值', false],
  ['teen mode', refusal(teenModeForbids), 'no', false],
  ['another price', refusal(priceChanged), '价格刚刚变了，请看过新的价格再支付', true],
  ['a package not for sale', refusal(productUnavailable), 'no', true],
  ['a channel that is closed', refusal(paymentUnavailable), 'no', true],
  ['a limit', refusal(spendingLimitReached), 'no', true],
])(
  '%s shows its own message, and the packages are fetched again if they have changed',
  (_name, error, expected, isStale) => {
    queryClient.setQueryData([chargeItem.path, null], {});
    expect(submitProblem(error)).toEqual(expected);
    expect(queryClient.getQueryState([chargeItem.path, null])?.isInvalidated).toBe(isStale);
  },
);

test('only teen mode forbids buying', () => {
  expect([refusal(teenModeForbids), refusal(priceChanged), new Error('x')].map(isForbidden)).toEqual([
    true,
    false,
    false,
  ]);
});

test.each<[string, Partial<Submission>, boolean]>([
  ['the same order', {}, true],
  ['from another page', { back: '/other' }, true],
  ['another package', { itemId: 2 }, false],
  ['another channel', { channel: 'wechat' }, false],
  ['another price', { expect: 700 }, false],
])('after a lost answer %s %j is sent with the same key: %j', async (_name, change, isSame) => {
  const order: Submission = { itemId: 1, channel: 'alipay', scene: 'pc', expect: 600, back: '/' };
  send.mockResolvedValueOnce({ status: -404, code: -404, message: '', data: null });
  await expect(submitOrder(order)).rejects.toThrow();
  send.mockResolvedValue({ status: 1, code: 0, message: '', data: {} });
  await submitOrder({ ...order, ...change });
  const [first, second] = send.mock.calls.map(([, { key }]) => key);
  expect(first === second).toBe(isSame);
  // After an answer whose effect is unknown the order stays open.
  await submitOrder(order);
  expect(send.mock.lastCall?.[1].key === first).toBe(!isSame);
  expect(send.mock.lastCall?.[2].expected).toEqual(
    expect.arrayContaining([paymentUnavailable, productUnavailable, spendingLimitReached, teenModeForbids]),
  );
});
