import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { REFUSALS } from '#contract/refusals';
import { transaction } from '../../../server/core/db/db.ts';
import { offerFirstLink } from '../../../server/modules/staff/staff.ts';
import type { TestApp } from '../../app/app.ts';
import { codeOf, postConsole, STAFF_PASSWORD } from '../../factories/staff.ts';
import { openSite, PHONE } from '../steps/app.ts';
import { CONSOLE_FOLDER, DESK, expectSoundPage, openSection } from '../steps/console.ts';

const MINUTE_MS = 60_000;

let app: TestApp;
const site = openSite(
  async (opened) => {
    app = opened;
  },
  { consoleFolder: CONSOLE_FOLDER },
);
afterEach(async () => {
  app.setTime(null);
  await app.pool.query(
    'truncate staff.person, staff.session, staff.recovery_code, staff.link, staff.api_key, staff.passkey, staff.passkey_challenge, public.rate_limit restart identity cascade',
  );
});

async function openFirstLink(
  options: BrowserContextOptions,
  host = '127.0.0.1',
): Promise<{ page: Page; faults: string[] }> {
  const link = await transaction(app.pool, (tx) => offerFirstLink(tx, new Date()));
  const page = await site.openPage({ locale: 'zh-CN', ...options });
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.goto(site.url(`/console/link#${link?.token}`).replace('127.0.0.1', host));
  await page.getByRole('heading', { name: '创建所有者' }).waitFor();
  return { page, faults };
}

/** Fills in the page of the link; returns the secret of the authenticator. */
async function enrol(page: Page): Promise<string> {
  const secret = ((await page.getByText(/^[A-Z2-7 ]{30,}$/).textContent()) ?? '').replaceAll(/\s/g, '');
  await page.getByLabel('用户名').fill('林老板');
  await page.getByLabel('密码', { exact: true }).fill(STAFF_PASSWORD);
  await page.getByLabel('再输一次密码').fill(STAFF_PASSWORD);
  // With a space, as authenticator apps show it.
  await page.getByLabel('验证码').fill(codeOf(secret, new Date()).replace(/^.../, '$& '));
  await page.getByRole('button', { name: '完成' }).click();
  await page.getByRole('button', { name: '我已保存，进入后台' }).waitFor();
  return secret;
}

test.each([
  ['a phone', PHONE],
  ['a wide screen', DESK],
])('on %s the first owner sets up the account, adds an editor, and logs in again', async (_where, options) => {
  const { page, faults } = await openFirstLink(options);
  await expectSoundPage(page);
  // A colour that is checked while a button fades in is a wrong colour, and the operator wants no motion.
  const fading = await page
    .getByRole('button', { name: '完成' })
    .evaluate((it) => getComputedStyle(it).transitionDuration);
  expect(fading).toBe('0s');
  await page.getByRole('button', { name: '完成' }).click();
  await page.getByText('至少 2 个字').waitFor();
  await expectSoundPage(page);
  const secret = await enrol(page);
  await expectSoundPage(page);
  await page.getByRole('button', { name: '我已保存，进入后台' }).click();
  await page.getByRole('heading', { name: '总览' }).waitFor();
  await page.getByRole('heading', { name: '开业清单' }).waitFor();
  await expectSoundPage(page);

  await openSection(page, '员工');
  await page.getByRole('button', { name: '添加员工' }).click();
  const name = '<img src=x onerror=alert(1)>';
  await page.getByLabel('用户名').fill(name);
  await expectSoundPage(page);
  await page.getByRole('button', { name: '生成邀请链接' }).click();
  await page.getByText(/console\/link#[\w-]{22}$/).waitFor();
  await expectSoundPage(page);
  // The link is not shown again: only its own button closes it.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.mouse.click(2, 2);
  await page.getByText(/console\/link#[\w-]{22}$/).waitFor();
  await page.getByRole('button', { name: '收好了' }).click();
  await page.getByRole('button', { name }).waitFor();
  await expectSoundPage(page);

  await openSection(page, '操作记录');
  await page.getByText('创建第一位所有者').first().waitFor();
  await app.app.runJob('audit-chain');
  await page.getByRole('button', { name: '核对' }).click();
  await page.getByText(/条都没有被改过，最后的哈希 [\da-f]{16}$/).waitFor();
  await expectSoundPage(page);
  await openSection(page, '我的账号');
  await page.getByText('没有密钥').waitFor();
  await expectSoundPage(page);

  await page.getByRole('button', { name: '退出' }).click();
  await page.getByRole('heading', { name: '登录后台' }).waitFor();
  await expectSoundPage(page);
  await page.getByLabel('用户名').fill('林老板');
  await page.getByLabel('密码').fill(STAFF_PASSWORD);
  await page.getByLabel('验证码').fill(codeOf(secret, new Date(), 1));
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.getByRole('heading', { name: '我的账号' }).waitFor();
  expect(faults).toEqual([]);
});

test('an old second factor is asked for again before an action, and an ended session leads to the login and back', async () => {
  const { page } = await openFirstLink(DESK);
  const secret = await enrol(page);
  await page.getByRole('button', { name: '我已保存，进入后台' }).click();
  await page.getByRole('heading', { name: '总览' }).waitFor();
  const later = new Date(Date.now() + 11 * MINUTE_MS);
  app.setTime(later);
  // A call that a step-up in another tab overtook was sent with the old cookie. It is made again.
  const { code, message } = REFUSALS.sessionLost;
  const lost = { status: 403, message, code, data: null };
  await page.route('**/console/api/staff/list', (route) => route.fulfill({ status: 403, json: lost }), { times: 1 });
  await openSection(page, '员工');
  await page.getByRole('button', { name: '添加员工' }).click();
  await page.getByLabel('用户名').fill('小周');
  await page.getByRole('button', { name: '生成邀请链接' }).click();
  const dialog = page.getByRole('dialog', { name: '再次验证身份' });
  await dialog.getByLabel('验证码').fill('000000');
  await dialog.getByRole('button', { name: '确认' }).click();
  await dialog.getByText('验证码错误，或已经用过').waitFor();
  await expectSoundPage(page);
  await dialog.getByLabel('验证码').fill(codeOf(secret, later));
  await dialog.getByRole('button', { name: '确认' }).click();
  await page.getByText(/console\/link#[\w-]{22}$/).waitFor();
  await page.getByRole('button', { name: '收好了' }).click();

  const much = new Date(later.getTime() + 31 * MINUTE_MS);
  app.setTime(much);
  await page.getByRole('button', { name: '小周' }).click();
  await page.getByRole('button', { name: '停用' }).click();
  await page.getByRole('button', { name: '停用' }).last().click();
  await page.getByText('登录已过期').waitFor();
  await page.getByLabel('用户名').fill('林老板');
  await page.getByLabel('密码').fill(STAFF_PASSWORD);
  await page.getByLabel('验证码').fill(codeOf(secret, much));
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.getByRole('button', { name: '小周' }).waitFor();
});

test('a passkey of the device logs in and confirms', async () => {
  // A passkey belongs to the name of a host; an address can't have one.
  const { page, faults } = await openFirstLink(PHONE, 'localhost');
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await enrol(page);
  await page.getByRole('button', { name: '我已保存，进入后台' }).click();
  await openSection(page, '我的账号');
  await page.getByRole('button', { name: '添加通行密钥' }).click();
  await page.getByLabel('名称').fill('我的手机');
  await page.getByRole('button', { name: '添加', exact: true }).click();
  await page.getByText('没有用过').waitFor();
  await expectSoundPage(page);
  await page.getByRole('button', { name: '退出' }).click();
  await page.getByRole('button', { name: '用通行密钥登录' }).click();
  await page.getByRole('heading', { name: '我的账号' }).waitFor();

  await app.pool.query("update staff.session set factor_at = now() - interval '11 minutes'");
  await page.getByRole('button', { name: '重新生成恢复码' }).click();
  await page.getByRole('button', { name: '用通行密钥', exact: true }).click();
  await page.getByRole('heading', { name: '新的恢复码' }).waitFor();
  expect(faults).toEqual([]);
});

test('after too many attempts the login says how long to wait, and the audit log shows them', async () => {
  const { page } = await openFirstLink(PHONE);
  const secret = await enrol(page);
  await page.getByRole('button', { name: '我已保存，进入后台' }).click();
  await page.getByRole('button', { name: '退出' }).click();
  const wrong = JSON.stringify({ name: '林老板', password: 'x', code: '000000' });
  for (let each = 0; each < 10; each++) await postConsole(app, 'session/login', wrong, { remoteAddress: '127.0.0.1' });
  await page.getByLabel('用户名').fill('林老板');
  await page.getByLabel('密码').fill(STAFF_PASSWORD);
  await page.getByLabel('验证码').fill(codeOf(secret, new Date(), 1));
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.getByText('操作太频繁，请 15 分钟后再试').waitFor();
  await expectSoundPage(page);
  await app.pool.query('truncate public.rate_limit');
  await page.getByLabel('验证码').fill(codeOf(secret, new Date(), 1));
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await openSection(page, '操作记录');
  const subject = page.getByLabel('对象');
  const filter = page.getByRole('button', { name: '筛选', exact: true });
  await filter.waitFor();
  expect(await subject.isVisible()).toBe(false);
  await filter.click();
  await subject.selectOption('员工');
  await page.getByRole('button', { name: '只看 未登录的人 的记录' }).first().click();
  await page.getByRole('button', { name: '只看 未登录的人 的，取消' }).waitFor();
  await expectSoundPage(page);
});

test('a used link and a page without permission show a message', async () => {
  const { page } = await openFirstLink(PHONE);
  const address = page.url();
  await enrol(page);
  await page.getByRole('button', { name: '我已保存，进入后台' }).click();
  await page.getByRole('heading', { name: '总览' }).waitFor();
  await app.pool.query("update staff.person set role = 'viewer'");
  await page.goto(site.url('/console/staff'));
  await page.getByText('你的角色不能打开这一页').waitFor();
  await expectSoundPage(page);
  await page.goto('about:blank');
  await page.route('**/console/api/link/open', (route) => route.abort());
  await page.goto(address);
  await page.getByText('没有连上服务器').waitFor();
  await page.unroute('**/console/api/link/open');
  await page.getByRole('button', { name: '重试' }).click();
  await page.getByRole('heading', { name: '链接已失效' }).waitFor();
  await expectSoundPage(page);
});

test('the page runs no script but its own, and no other page may frame it', async () => {
  const { headers } = await app.http.inject({ url: '/console', headers: { host: 'localhost:3000' } });
  expect(headers['content-security-policy']).toMatch(/^default-src 'self';.*frame-ancestors 'none'$/);
  expect(headers['content-security-policy']).not.toMatch(/script-src|unsafe-eval/);
  const { statusCode, body } = await app.http.inject({ url: '/console', headers: { host: '192.168.1.9:3000' } });
  expect([statusCode, body]).toEqual([403, expect.stringContaining('后台不能从这个地址打开')]);
});
