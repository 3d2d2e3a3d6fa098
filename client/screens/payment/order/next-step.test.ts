// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { setGoTo } from '../../../features/screen-link/screen-navigation.ts';
import { openOrder, takeStep } from './next-step.ts';
import { departureFor } from './return-way.ts';

const left: unknown[] = [];
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
  expect(await takeStep(next)).toBeNull();
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
])('nobody is led away by %j', async (next) => {
  expect([await takeStep(next), left]).toEqual([null, []]);
});

test.each([{ kind: 'authorize', url: 'https://pay.test/1' } as const, { kind: 'jsapi', params: {} } as const])(
  'outside WeChat %j is not tried, and the reader sees why',
  async (next) => {
    expect([await takeStep(next), left]).toEqual([expect.stringContaining('要在微信里付'), []]);
  },
);

test.each([
  ['get_brand_wcpay_request:ok', null],
  ['get_brand_wcpay_request:cancel', null],
  [undefined, null],
  ['get_brand_wcpay_request:fail', '微信没有打开付款，请再试一次。'],
  ['get_brand_wcpay_request:fail no permission', '微信没有打开付款，请再试一次。'],
])('a payment in WeChat that ends with %j tells %j', async (err_msg, told) => {
  userAgent.mockReturnValue('MicroMessenger');
  const invoke = vi.fn((_name, _params, done) => done({ err_msg }));
  Object.assign(window, { WeixinJSBridge: { invoke } });
  expect(await takeStep({ kind: 'jsapi', params: { appId: 'wx' } })).toBe(told);
  expect(invoke).toHaveBeenCalledExactlyOnceWith('getBrandWCPayRequest', { appId: 'wx' }, expect.anything());
});

test("a payment waits for WeChat's script, and is opened once", async () => {
  userAgent.mockReturnValue('MicroMessenger');
  const invoke = vi.fn((_name, _params, done) => done({}));
  const paid = takeStep({ kind: 'jsapi', params: {} });
  Object.assign(window, { WeixinJSBridge: { invoke } });
  document.dispatchEvent(new Event('WeixinJSBridgeReady'));
  document.dispatchEvent(new Event('WeixinJSBridgeReady'));
  expect([await paid, invoke.mock.calls.length]).toEqual([null, 1]);
});

test('a new order is an entry of its own, and the departure is noted on it before the reader is led away', async () => {
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
