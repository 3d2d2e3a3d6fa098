import { afterAll, beforeAll, expect, test } from 'vitest';
import { passwordLink, userLogin, userTeen } from '#contract/calls/account';
import { userInfo } from '#contract/calls/session';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { newAddress, newPhone, newVisitor, signedIn, withBoth } from '../../../../testing/factories/readers.ts';
import { readReadersArgs, runReaders } from './readers.ts';

let site: TestApp;
let other: TestApp;
beforeAll(async () => {
  site = await startTestApp();
  other = await startTestApp({ beside: site });
});
afterAll(async () => {
  await other.close();
  await site.close();
});

let answer: boolean | null = null;
const clock = () => new Date();

async function readers(...argv: string[]): Promise<{ code: number; out: string }> {
  const written: string[] = [];
  const stdout = { write: (text: string) => void written.push(text) };
  const args = readReadersArgs(argv, { stdout, stderr: stdout, clock });
  if (typeof args === 'number') return { code: args, out: written.join('') };
  return {
    code: await runReaders(args, { pool: site.pool, clock, stdout, confirm: async () => answer }),
    out: written.join(''),
  };
}

const isKnown = async (token: string) => (await other.call(userInfo, { token })).status === 1;
const REASON = ['--reason', '刷屏', '--yes'];

test('a reader is found by id, name or phone, and the phone is masked', async () => {
  const { id, phone } = await withBoth(site, 'finder_1', 'ein langes Wort 7');
  for (const name of [String(id), 'FINDER_1', phone]) {
    const { code, out } = await readers('find', name);
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^读者 ${id} .* 用户名 finder_1 {2}手机 ${phone.slice(0, 3)}\\*{4}`));
    expect(out).not.toContain(phone);
  }
  expect(await readers('show', 'nobody')).toEqual({ code: 1, out: '没有「nobody」这位读者。\n' });
});

test('a banned reader can do nothing on any node until the ban is lifted', async () => {
  const { id, token } = await withBoth(site, 'banned_1', 'ein langes Wort 7');
  answer = false;
  expect((await readers('ban', String(id), '--reason', '刷屏')).out).toMatch(/什么也没有做。\n$/);
  expect(await isKnown(token)).toBe(true);
  expect((await readers('ban', String(id), ...REASON)).out).toMatch(/已做，记录 \d+。\n$/);
  expect(await isKnown(token)).toBe(false);
  const login = { username: 'banned_1', password: 'ein langes Wort 7' };
  expect((await other.call(userLogin, login, { remoteAddress: newAddress() })).message).toBe('账号已停用');
  expect((await readers('ban', String(id), ...REASON)).out).toContain('本来就是这样');
  await readers('unban', String(id), '--yes');
  expect(await isKnown(token)).toBe(true);
  const { out } = await readers('show', String(id));
  expect(out).toMatch(/停用 是 → 否[\s\S]*停用 否 → 是 {2}因为：刷屏/);
});

test('all devices are signed out, except for readers who could not log in again', async () => {
  const { id, token } = await signedIn(site);
  await readers('end-sessions', String(id), '--yes');
  expect(await isKnown(token)).toBe(false);
  const visitor = await newVisitor(site);
  const { data } = await site.call(userInfo, { token: visitor });
  expect((await readers('end-sessions', String(data?.id), '--yes')).out).toContain('退出之后没有人能登录');
  expect(await isKnown(visitor)).toBe(true);
});

test('an erasure happens after seven days, in which it can be cancelled, or within an hour', async () => {
  const { id } = await signedIn(site);
  const dayAfter = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000);
  await readers('erase', String(id), ...REASON);
  await readers('keep', String(id), '--yes');
  await site.sweep(dayAfter(8));
  expect((await readers('find', String(id))).code).toBe(0);
  await readers('erase', String(id), ...REASON);
  await site.sweep(dayAfter(6));
  expect((await readers('find', String(id))).code).toBe(0);
  await readers('erase', String(id), '--now', ...REASON);
  await site.sweep(dayAfter(0));
  expect((await readers('find', String(id))).code).toBe(1);
});

test('a forgotten PIN is removed, and a lost phone is replaced', async () => {
  const { id, token } = await signedIn(site);
  await site.call(userTeen, { on: true, pin: '4711' }, { token });
  expect((await readers('find', String(id))).out).toContain('未成年人模式');
  await readers('teen-off', String(id), ...REASON);
  expect((await other.call(userInfo, { token })).data?.teen).toBe(false);
  const [phone, taken] = [newPhone(), (await signedIn(site)).phone];
  expect((await readers('phone', String(id), taken, ...REASON)).out).toContain('已经是另一位读者的');
  expect((await readers('phone', String(id), phone, ...REASON)).out).toMatch(/已做/);
  expect(await isKnown(token)).toBe(false);
  expect((await signedIn(site, { telephone: phone })).id).toBe(id);
  const { rows } = await site.pool.query<{ text: string }>(`select string_agg(e::text, '') as text from audit.entry e`);
  expect(rows[0]?.text).not.toContain(phone);
});

test.each([
  ['ban 1', '要写原因：--reason。'],
  ['show', '没有看懂这个命令。'],
  ['forgive 1', '没有看懂这个命令。'],
  ['ban 1 --now --reason x', '--now 只用于 erase。'],
  ['phone 1 123 --reason x', '新号码要写 11 位手机号。'],
])('a wrong %s is answered with a sentence', async (line, sentence) => {
  const { code, out } = await readers(...line.split(' '));
  expect({ code, first: out.split('\n')[0] }).toEqual({ code: 2, first: sentence });
});

test('a reader who forgot the password gets a link, after a confirmation, logged and shown once', async () => {
  const { id } = await withBoth(site, 'forgot_1', 'ein langes Wort 7');
  expect((await readers('reset-password', String(id))).code).toBe(2);
  answer = null;
  expect((await readers('reset-password', 'forgot_1', '--reason', '忘了')).out).toContain('什么也没有做');
  answer = true;
  const { code, out } = await readers('reset-password', 'forgot_1', '--reason', '忘了');
  expect(code).toBe(0);
  const token = /\n\/reset-password#([\w-]{43})\n没有设 PUBLIC_URL/.exec(out)?.[1] ?? '';
  expect((await other.call(passwordLink, { token })).data).toEqual({ name: 'forgot_1' });
  const { out: shown } = await readers('show', String(id));
  expect(shown).toMatch(/给重设密码的链接 .*链接有效到 无 → \d{4}-.*因为：忘了/);
  expect(shown).not.toContain(token);
  const visitor = await site.call(userInfo, { token: await newVisitor(site) });
  expect(await readers('reset-password', String(visitor.data?.id), ...REASON)).toMatchObject({
    code: 1,
    out: expect.stringContaining('没有用户名，也没有手机号'),
  });
});
