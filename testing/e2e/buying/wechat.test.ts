import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { chargeSubmit } from '#contract/calls/wallet';
import type { TestApp } from '../../app/app.ts';
import { expectSoundShop, newRequest } from '../../factories/shop.ts';
import { createFakeWechat } from '../../gateways/wechat.ts';
import { openSite, PHONE } from '../steps/app.ts';
import { buyerWith } from '../steps/buy-steps.ts';
import { goWithin } from '../steps/walking.ts';

const INSIDE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/128.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.54.2760(0x28003637) NetType/WIFI';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Mobile Safari/537.36';

const wechat = createFakeWechat(() => new Date());
let app: TestApp;
const site = openSite(
  async (opened) => {
    app = opened;
  },
  { channels: [wechat.channel], sandbox: false },
);
const { url } = site;
const openAs = (userAgent: string) => async (): Promise<Page> => {
  const page = await site.openPage({ ...PHONE, userAgent });
  return page;
};
const payButton = (page: Page) => page.getByRole('button', { name: /^支付 ¥/ });

/** WeChat's invisible page that returns the payer's code. */
async function tellsWhoPays(page: Page) {
  await page.route('https://open.weixin.qq.com/**', (route) => {
    const { searchParams } = new URL(route.request().url());
    const back = new URL(searchParams.get('redirect_uri') ?? '');
    const state = searchParams.get('state') ?? '';
    wechat.payers.set(`071${state}`, 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o');
    back.searchParams.set('code', `071${state}`);
    back.searchParams.set('state', state);
    return route.fulfill({
      contentType: 'text/html',
      body: `<script>location.replace(${JSON.stringify(back)})</script>`,
    });
  });
}

/** The script of WeChat's browser; the test sets the result of each payment. */
async function bringsItsScript(page: Page) {
  const opened: Record<string, string>[] = [];
  let end = (_result: string) => {};
  await page.exposeFunction('payInWechat', (name: string, params: Record<string, string>) => {
    if (name === 'getBrandWCPayRequest') opened.push(params);
    return new Promise<string>((resolve) => {
      end = resolve;
    });
  });
  await page.addInitScript(() => {
    const pay: (name: string, params: object) => Promise<string> = Reflect.get(window, 'payInWechat');
    const bridge = {
      async invoke(name: string, params: object, done: (result: object) => void) {
        done({ err_msg: await pay(name, params) });
      },
    };
    // It is loaded after the page.
    addEventListener('load', () => {
      Reflect.set(window, 'WeixinJSBridge', bridge);
      document.dispatchEvent(new Event('WeixinJSBridgeReady'));
    });
  });
  return { opened, end: (result: string) => end(`get_brand_wcpay_request:${result}`) };
}

test('inside WeChat an order gets the payer, opens WeChat’s payment, and returns to the chapter', async () => {
  const { page } = await buyerWith(app, openAs(INSIDE));
  await tellsWhoPays(page);
  const script = await bringsItsScript(page);
  await page.goto(url('/my'));
  await page.getByText('· ID').waitFor();
  await goWithin(page, '/payment?back=/my');
  await payButton(page).click();
  await expect.poll(() => script.opened.length, { timeout: 15_000 }).toBe(1);
  expect(script.opened[0]).toMatchObject({ signType: 'RSA', package: expect.stringMatching(/^prepay_id=wx/) });
  const address = new URL(page.url());
  expect([...address.searchParams.keys()]).toEqual(['order']);
  script.end('fail_no permission');
  await page.getByText('微信没有打开付款，请再试一次。').waitFor();
  await page.getByRole('button', { name: '继续支付' }).click();
  await expect.poll(() => script.opened.length, { timeout: 15_000 }).toBe(2);
  expect(script.opened[1]).toEqual(script.opened[0]);
  const { headers, body } = wechat.pay(address.searchParams.get('order') ?? '');
  await app.http.inject({ method: 'POST', url: '/pay/wechat/notify', headers, payload: body });
  script.end('ok');
  await page.getByRole('heading', { name: '充值成功' }).waitFor();
  await page.waitForURL(url('/my'));
  await expectSoundShop(app);
});

test('another browser of a phone opens WeChat with the site’s referrer; orders made inside WeChat can’t be paid there', async () => {
  const { page, token } = await buyerWith(app, openAs(ANDROID));
  const referers: (string | undefined)[] = [];
  await page.route('https://wx.tenpay.com/**', (route) => {
    referers.push(route.request().headers().referer);
    return route.fulfill({ contentType: 'text/html', body: '<h1>WeChat</h1>' });
  });
  await page.goto(url('/payment'));
  await payButton(page).click();
  await page.getByRole('heading', { name: 'WeChat' }).waitFor();
  expect(referers).toEqual([`${new URL(url('/')).origin}/`]);

  const { data } = await app.call(chargeSubmit, newRequest({ channel: 'wechat', scene: 'wechat' }), { token });
  await page.goto(url(`/payment?order=${data?.orderId}`));
  await page.getByRole('button', { name: '继续支付' }).click();
  await page.getByText('这张订单要在微信里付').waitFor();
});
