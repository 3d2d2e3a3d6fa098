// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { setGoTo } from '../../../features/navigation/screen-link/screen-navigation.ts';
import { useNotices } from '../../../notices.ts';
import { openOrder, takeStep } from './next-step.ts';
import { departureFor } from './return-way.ts';

const left: unknown[] = [];
const isThere = () => false;
const userAgent = vi.spyOn(navigator, 'userAgent', 'get');

beforeEach(() => {
  left.length = 0;
  userAgent.mockReturnValue('Chrome');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    left.push([this.href, this.referrerPolicy, this.isConnected]);
  });
  return () => {
    sessionStorage.clear();
    Reflect.deleteProperty(window, 'WeixinJSBridge');
    document.body.replaceChildren();
  };
});

test.each([
  ['Chrome', { kind: 'redirect', url: 'https://pay.test/1' } as const],
  ['MicroMessenger', { kind: 'authorize', url: 'http://pay.test/1' } as const],
])('%s leaves through %j, which gets the address of the site, and the link is removed', async (agent, next) => {
  userAgent.mockReturnValue(agent);
  expect(await takeStep(next, isThere)).toBeNull();
  expect(left).toEqual([[next.url, 'origin', true]]);
  expect(document.querySelector('a')).toBeNull();
});

test.each([
  { kind: 'redirect', url: 'javascript:alert(1)' } as const,
  { kind: 'redirect', url: 'https://' } as const,
  { kind: 'redirect', url: 'weixin://pay' } as const,
  { kind: 'redirect', url: 'intent:https://pay.test' } as const,
  { kind: 'redirect', url: 'xhttps://pay.test' } as const,
  { kind: 'qr', text: 'https://pay.test/1' } as const,
])('the step %j does not leave the page', async (next) => {
  expect([await takeStep(next, isThere), left]).toEqual([null, []]);
});

test.each([{ kind: 'authorize', url: 'https://pay.test/1' } as const, { kind: 'jsapi', params: {} } as const])(
  'outside WeChat the step %j is not taken, and a message says why',
  async (next) => {
    expect([await takeStep(next, isThere), left]).toEqual([expect.stringContaining('要在微信里付'), []]);
  },
);

test.each([
  ['get_brand_wcpay_request:ok', null],
  ['get_brand_wcpay_request:cancel', null],
  [undefined, null],
  ['get_brand_wcpay_request:fail', '微信没有打开付款，请再试一次。'],
  ['get_brand_wcpay_request:fail no permission', '微信没有打开付款，请再试一次。'],
])('a payment in WeChat that ends with %j gives the message %j', async (err_msg, expected) => {
  userAgent.mockReturnValue('MicroMessenger');
  const invoke = vi.fn((_name, _params, done) => done({ err_msg }));
  Object.assign(window, { WeixinJSBridge: { invoke } });
  expect(await takeStep({ kind: 'jsapi', params: { appId: 'wx' } }, isThere)).toBe(expected);
  expect(invoke).toHaveBeenCalledExactlyOnceWith('getBrandWCPayRequest', { appId: 'wx' }, expect.anything());
});

test("a payment waits for WeChat's script, and is opened once", async () => {
  userAgent.mockReturnValue('MicroMessenger');
  const invoke = vi.fn((_name, _params, done) => done({}));
  const paid = takeStep({ kind: 'jsapi', params: {} }, isThere);
  Object.assign(window, { WeixinJSBridge: { invoke } });
  document.dispatchEvent(new Event('WeixinJSBridgeReady'));
  document.dispatchEvent(new Event('WeixinJSBridgeReady'));
  expect([await paid, invoke.mock.calls.length]).toEqual([null, 1]);
});

test("a payment waits ten seconds for WeChat's script, and may be tried again", async () => {
  vi.useFakeTimers();
  userAgent.mockReturnValue('MicroMessenger');
  const invoke = vi.fn((_name, _params, done) => done({}));
  const failed = takeStep({ kind: 'jsapi', params: {} }, isThere);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await failed).toBe('微信的支付没有准备好，请再试一次。');
  Object.assign(window, { WeixinJSBridge: { invoke } });
  document.dispatchEvent(new Event('WeixinJSBridgeReady'));
  expect(invoke).not.toHaveBeenCalled();
  expect([await takeStep({ kind: 'jsapi', params: {} }, isThere), invoke.mock.calls.length]).toEqual([null, 1]);
  vi.useRealTimers();
});

test('a new order says why its payment was not opened', async () => {
  setGoTo(() => undefined);
  await openOrder({ orderId: 'A1', next: { kind: 'jsapi', params: {} }, back: '/back' });
  expect(useNotices.getState().shown.map(({ text }) => text)).toEqual([expect.stringContaining('要在微信里付')]);
});

test("a new order opens its payment when WeChat's script comes, unless the reader has gone on", async () => {
  userAgent.mockReturnValue('MicroMessenger');
  const invoke = vi.fn((_name, _params, done) => done({}));
  const order = { orderId: 'A1', next: { kind: 'jsapi', params: {} } as const, back: '/back' };
  setGoTo((to) => history.replaceState(null, '', String(to)));
  const openThen = async (path?: string) => {
    const opening = openOrder(order);
    await new Promise((resolve) => setTimeout(resolve));
    if (path) history.replaceState(null, '', path);
    Object.assign(window, { WeixinJSBridge: { invoke } });
    document.dispatchEvent(new Event('WeixinJSBridgeReady'));
    await opening;
    Reflect.deleteProperty(window, 'WeixinJSBridge');
    return invoke.mock.calls.length;
  };
  expect([await openThen(), await openThen('/my')]).toEqual([1, 1]);
});

test("a payment is not opened when the reader leaves before WeChat's script is ready", async () => {
  userAgent.mockReturnValue('MicroMessenger');
  const invoke = vi.fn();
  let isLeft = false;
  const step = takeStep({ kind: 'jsapi', params: {} }, () => isLeft);
  isLeft = true;
  Object.assign(window, { WeixinJSBridge: { invoke } });
  document.dispatchEvent(new Event('WeixinJSBridgeReady'));
  expect([await step, invoke.mock.calls.length]).toEqual([null, 0]);
});

test('a new order has its own history entry, and the departure is noted before the reader leaves', async () => {
  const opened = vi.fn();
  const state = vi.spyOn(history, 'state', 'get').mockReturnValue({ key: 'before' });
  setGoTo((to, { replace }) => {
    opened(to, replace, left.length);
    setTimeout(() => state.mockReturnValue({ key: 'order' }));
  });
  await openOrder({ orderId: 'A1', next: { kind: 'redirect', url: 'https://pay.test/1' }, back: '/back' });
  expect(opened).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('A1'), false, 0);
  expect([departureFor('A1')?.entry, departureFor('A2'), left.length]).toEqual(['order', null, 1]);
  state.mockRestore();
});
