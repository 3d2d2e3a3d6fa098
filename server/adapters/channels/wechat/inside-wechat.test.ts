import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Formatter, Rsa } from 'wechatpay-axios-plugin';
import { userLogin } from '#contract/calls/account';
import { userInfo } from '#contract/calls/session';
import { chargeItem, chargeNext, chargeSubmit } from '#contract/calls/wallet';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { newAddress, signedIn, withPassword } from '../../../../testing/factories/readers.ts';
import { expectSoundShop, newRequest, seenBy } from '../../../../testing/factories/shop.ts';
import { MERCHANT } from '../../../../testing/gateways/certificates.ts';
import { createFakeWechat, PREPAID, WECHAT } from '../../../../testing/gateways/wechat.ts';

/** Orders whose step is not known immediately, or expires before the order. */

const MINUTE_MS = 60_000;
const PASSWORD = 'Kw7-plum-otter';

let now = new Date();
const wechat = createFakeWechat(() => now);
let site: TestApp;
beforeAll(async () => {
  site = await startTestApp({ channels: [wechat.channel] });
});
afterAll(async () => {
  await expectSoundShop(site);
  await site.close();
});
afterEach(() => {
  Object.assign(wechat, { trouble: null, makesNone: null });
  setTime(new Date());
});
function setTime(time: Date) {
  now = time;
  site.setTime(time);
}

async function order(token: string, scene: 'wechat' | 'mobile' = 'wechat') {
  const { data } = await site.call(chargeSubmit, newRequest({ channel: 'wechat', scene }), { token });
  if (!data) throw new Error('no order');
  return data;
}
/** The page of WeChat that identifies the payer: its parameters, and the code with which the reader returns. */
function visitOf(next: { kind: string; url?: string }, openid = 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o') {
  const query = Object.fromEntries(new URL(next.url ?? '').searchParams);
  const code = `071${query.state}`;
  wechat.payers.set(code, openid);
  return { query, visit: { code, state: query.state ?? '' } };
}
const goOn = (token: string, orderId: string, visit?: { code: string; state: string }) =>
  site.call(chargeNext, { orderId, visit }, { token });
const asked = (path: string) => wechat.asked.filter((each) => each.endsWith(path)).length;

test('inside WeChat its payment is available', async () => {
  const { token } = await signedIn(site);
  const { data } = await site.call(chargeItem, { scene: 'wechat' }, { token });
  expect(data?.channels.map(({ id }) => id)).toContain('wechat');
});

describe('an order made inside WeChat', () => {
  test('gets the payer from WeChat, is paid by its script, and does not store the id', async () => {
    const { token } = await signedIn(site);
    const { orderId, next } = await order(token);
    expect(next).toMatchObject({ kind: 'authorize', url: expect.stringMatching(/^https:\/\/open\.weixin\.qq\.com\//) });
    const { query, visit } = visitOf(next.kind === 'authorize' ? next : { kind: '' });
    expect(Object.keys(query)).toEqual(['appid', 'redirect_uri', 'response_type', 'scope', 'state']);
    expect(next).toMatchObject({ url: expect.stringMatching(/#wechat_redirect$/) });
    expect(query).toMatchObject({ appid: WECHAT.appId, response_type: 'code', scope: 'snsapi_base' });
    expect(query.redirect_uri).toMatch(new RegExp(`/payment\\?order=${orderId}$`));
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'created', next: null });

    const { data } = await goOn(token, orderId, visit);
    if (data?.next.kind !== 'jsapi') throw new Error('no payment inside WeChat');
    const {
      appId = '',
      timeStamp = '',
      nonceStr = '',
      package: prepaid = '',
      paySign = '',
      ...more
    } = data.next.params;
    expect({ appId, prepaid, ...more }).toEqual({
      appId: WECHAT.appId,
      prepaid: `prepay_id=${PREPAID}`,
      signType: 'RSA',
    });
    const text = Formatter.joinedByLineFeed(appId, timeStamp, nonceStr, prepaid);
    expect(Rsa.verify(text, paySign, MERCHANT.certificate)).toBe(true);
    expect(JSON.parse(wechat.last.body).payer).toEqual({ openid: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' });

    const { headers, body } = wechat.pay(orderId);
    await site.http.inject({ method: 'POST', url: '/pay/wechat/notify', headers, payload: body });
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'granted' });
    const { rows } = await site.pool.query('select o::text as row from shop.topup_order o where no = $1', [orderId]);
    expect(rows[0].row).not.toContain('oUpF8uMuAJO');
    expect(await goOn(token, orderId)).toMatchObject({ code: 4003, message: '这张订单不用再付了' });
  });

  test('returns the same payment again without a new call', async () => {
    const { token } = await signedIn(site);
    const { orderId, next } = await order(token);
    const first = await goOn(token, orderId, visitOf(Object(next)).visit);
    const before = wechat.asked.length;
    setTime(new Date(now.getTime() + 2_000));
    expect((await goOn(token, orderId)).data).toEqual(first.data);
    expect((await seenBy(site, token, orderId)).next).toEqual(first.data?.next);
    // Except the query whether it is paid.
    expect(wechat.asked.slice(before).filter((each) => each.startsWith('POST'))).toEqual([]);
  });

  test('accepts a payer state once, for ten minutes, from the session of the order, and only the latest', async () => {
    const { token } = await withPassword(site, 'inside_wechat', PASSWORD);
    const other = await site.call(
      userLogin,
      { username: 'inside_wechat', password: PASSWORD },
      { remoteAddress: newAddress() },
    );
    const stranger = await signedIn(site);
    const { orderId, next } = await order(token);
    const { visit } = visitOf(Object(next));
    const refused = { code: 4003, message: '微信没有认出你，请再按一次' };
    expect(await goOn(stranger.token, orderId, visit)).toMatchObject({ code: 4007 });
    expect(await goOn(other.data?.user.token ?? '', orderId, visit)).toMatchObject(refused);
    expect(await goOn(token, orderId, { ...visit, state: `${visit.state}0` })).toMatchObject(refused);
    const another = await order(token);
    expect(await goOn(token, another.orderId, visit)).toMatchObject(refused);

    const codesAsked = asked('/sns/oauth2/access_token');
    const later = await goOn(token, orderId);
    expect(await goOn(token, orderId, visit)).toMatchObject(refused);
    const { visit: latest } = visitOf(Object(later.data?.next));
    setTime(new Date(now.getTime() + 10 * MINUTE_MS));
    expect(await goOn(token, orderId, latest)).toMatchObject(refused);

    const again = visitOf(Object((await goOn(token, orderId)).data?.next)).visit;
    expect(asked('/sns/oauth2/access_token')).toBe(codesAsked);
    wechat.trouble = '500';
    expect(await goOn(token, orderId, again)).toMatchObject({ code: 4003 });
    wechat.trouble = null;
    expect(await goOn(token, orderId, again)).toMatchObject(refused);
  });

  test('can be tried again after a code that WeChat does not know', async () => {
    const { token } = await signedIn(site);
    const { orderId, next } = await order(token);
    const { visit } = visitOf(Object(next));
    wechat.payers.clear();
    expect(await goOn(token, orderId, visit)).toMatchObject({ code: 4003, message: '微信没有认出你，请再按一次' });
    const again = await goOn(token, orderId);
    expect(await goOn(token, orderId, visitOf(Object(again.data?.next)).visit)).toMatchObject({
      data: { next: { kind: 'jsapi' } },
    });
  });
});

describe('an order made on a phone', () => {
  test('has an address for less than five minutes, and then gets another one for the same trade', async () => {
    const { token } = await signedIn(site);
    const start = new Date();
    setTime(start);
    const { orderId, next } = await order(token, 'mobile');
    const made = asked('/transactions/h5');
    setTime(new Date(start.getTime() + 4 * MINUTE_MS));
    expect((await goOn(token, orderId)).data).toEqual({ next });
    setTime(new Date(start.getTime() + 4.5 * MINUTE_MS));
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'created', next: null });
    wechat.trouble = '500';
    expect(await goOn(token, orderId)).toMatchObject({ code: 4003 });
    wechat.trouble = null;
    const renewed = (await goOn(token, orderId)).data?.next;
    expect(renewed).toMatchObject({ kind: 'redirect', url: expect.stringContaining('https://wx.tenpay.com/') });
    expect(renewed).not.toEqual(next);
    expect(asked('/transactions/h5')).toBe(made + 1);
    expect(JSON.parse(wechat.last.body).out_trade_no).toBe(orderId);
    setTime(new Date(start.getTime() + 8 * MINUTE_MS));
    expect(await seenBy(site, token, orderId)).toMatchObject({ next: renewed });
  });

  test('stays open if WeChat makes no other address, because the first one can still be paid', async () => {
    const { token } = await signedIn(site);
    const { orderId } = await order(token, 'mobile');
    setTime(new Date(now.getTime() + 5 * MINUTE_MS));
    wechat.makesNone = 'INVALID_REQUEST';
    expect(await goOn(token, orderId)).toMatchObject({ code: 4003, message: '渠道没有接受这张订单，请重新下单' });
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'created' });
    const { headers, body } = wechat.pay(orderId);
    await site.http.inject({ method: 'POST', url: '/pay/wechat/notify', headers, payload: body });
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'granted' });
  });

  test('is closed if WeChat refuses it at the first try', async () => {
    const { token } = await signedIn(site);
    wechat.makesNone = 'RULE_LIMIT';
    const request = newRequest({ channel: 'wechat', scene: 'mobile' });
    expect(await site.call(chargeSubmit, request, { token })).toMatchObject({ code: 4003 });
    wechat.makesNone = null;
    expect(await site.call(chargeSubmit, request, { token })).toMatchObject({ message: '这张订单不用再付了' });
  });

  test('of another reader cannot be continued', async () => {
    const [owner, other] = [await signedIn(site), await signedIn(site)];
    const { orderId } = await order(owner.token, 'mobile');
    expect(await goOn(other.token, orderId)).toMatchObject({ code: 4007 });
    expect((await site.call(userInfo, { token: owner.token })).data?.coins).toBe(0);
  });
});

test('a check verifies the secret of the official account', async () => {
  const signal = new AbortController().signal;
  await wechat.channel.probe(signal);
  const wrong = createFakeWechat(() => now);
  wrong.account = { ...WECHAT, appSecret: 'another' };
  await expect(wrong.channel.probe(signal)).rejects.toThrow('40125: invalid appsecret');
});
