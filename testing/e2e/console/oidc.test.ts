import { afterAll, expect, test } from 'vitest';
import { CLIENT, startOidcProvider } from '../../gateways/oidc-provider.ts';
import { openSite, PHONE } from '../steps/app.ts';
import { CONSOLE_FOLDER, expectSoundPage } from '../steps/console.ts';

const provider = await startOidcProvider();
afterAll(provider.close);
const site = openSite(async () => {}, {
  consoleFolder: CONSOLE_FOLDER,
  oidc: {
    issuer: provider.issuer,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    button: '用公司账号登录',
    scope: 'openid',
    claim: 'groups',
    roles: [['artists', 'editor']],
  },
});

test('a person of the company logs in at the provider, and a callback that this page did not begin is refused', async () => {
  const page = await site.openPage({ locale: 'zh-CN', ...PHONE });
  await page.route(`${provider.issuer}/authorize*`, (route) => {
    const asked = new URL(route.request().url());
    const query = provider.authorize(asked.href, { sub: 'subject-1', groups: ['artists'], name: '小林' });
    return route.fulfill({ status: 302, headers: { location: `${asked.searchParams.get('redirect_uri')}?${query}` } });
  });
  await page.goto(site.url('/console').replace('127.0.0.1', 'localhost'));
  await page.getByRole('button', { name: '用公司账号登录' }).waitFor();
  await expectSoundPage(page);
  await page.goto(site.url('/console/oidc?code=1&state=another').replace('127.0.0.1', 'localhost'));
  await page.getByText('这次登录不是从这个页面开始的').waitFor();
  await page.getByRole('link', { name: '回到登录' }).click();
  await page.getByRole('button', { name: '用公司账号登录' }).click();
  await page.getByRole('heading', { level: 1, name: '总览' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/console');
});
