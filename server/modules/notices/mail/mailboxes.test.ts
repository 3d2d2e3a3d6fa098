import { beforeEach, expect, test } from 'vitest';
import { userExport, userLogin } from '#contract/calls/account';
import { delMail, mailState, setMail } from '#contract/calls/notices';
import { userLogout } from '#contract/calls/session';
import { startTestApp } from '../../../../testing/app/app.ts';
import {
  lettersTo,
  linksOf,
  mailTo,
  openLink,
  openMailSite,
  switchMails,
  verifiedAddress,
} from '../../../../testing/factories/mails.ts';
import { newAddress, signedIn, withPassword } from '../../../../testing/factories/readers.ts';
import { startMuteServer } from '../../../../testing/gateways/mute-server.ts';
import { transaction } from '../../../core/db/db.ts';
import { lockVerifications } from './mailbox-store.ts';

/** Noon in Shanghai. */
const NOON = new Date('2026-03-10T04:00:00.000Z');
const inMinutes = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);

let reader: { id: number; token: string };
let addresses = 0;
let address: string;
const site = openMailSite(NOON);
beforeEach(async () => {
  reader = await signedIn(site);
  address = `reader${++addresses}@mail.example`;
});

const set = (given = address, token = reader.token) =>
  site.call(setMail, { address: given }, { token, remoteAddress: newAddress() });
const state = async (token = reader.token) => (await site.call(mailState, {}, { token })).data;
const send = () => site.app.runJob('send-mails');
const letters = (to = address) => lettersTo(site.server, to);
const verifyLink = (to = address) => linksOf(letters(to).at(-1))[0] ?? '';

test('an address is verified by the link of the mail, and a GET of the link changes nothing', async () => {
  expect(await state()).toEqual({ on: true, mail: null });
  await set(` ${address} `);
  await send();
  await send();
  expect(letters()).toHaveLength(1);
  expect(letters()[0]).toMatchObject({
    subject: '【漫屿】验证你的邮箱',
    head: expect.stringMatching(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m),
    unsubscribe: expect.stringMatching(/^https:\/\/manyu\.example\.com\/mail\/unsubscribe\?key=[\w-]{22}$/),
  });
  const page = await openLink(site, verifyLink(), 'GET');
  expect(page.body).toContain('<button class="pay">确认</button>');
  expect([page.headers['cache-control'], page.headers['referrer-policy']]).toEqual(['no-store', 'no-referrer']);
  expect(await state()).toEqual({ on: true, mail: { address, state: 'waiting' } });
  expect((await openLink(site, verifyLink(), 'POST')).body).toContain('邮箱已验证');
  expect(await state()).toEqual({ on: true, mail: { address, state: 'verified' } });
});

test('the same link may be opened twice', async () => {
  await verifiedAddress(site, reader.token, address);
  for (const method of ['POST', 'GET'] as const)
    expect((await openLink(site, verifyLink(), method)).body, method).toContain('邮箱已验证');
});

test('a link works for a day, and a new mail makes it work again', async () => {
  await set();
  await send();
  site.setTime(inMinutes(24 * 60));
  expect((await openLink(site, verifyLink(), 'POST')).body).toContain('链接已过期');
  expect((await state())?.mail?.state).toBe('waiting');
  await set();
  await send();
  expect(letters()).toHaveLength(2);
  site.setTime(inMinutes(48 * 60 - 1));
  expect((await openLink(site, verifyLink(), 'POST')).body).toContain('邮箱已验证');
});

test('a link of an address that was changed or removed does nothing', async () => {
  await verifiedAddress(site, reader.token, address);
  const [link, { unsubscribe } = { unsubscribe: '' }] = [verifyLink(), letters()[0]];
  await set(`other-${address}`);
  expect((await openLink(site, link, 'POST')).body).toContain('链接已失效');
  expect((await openLink(site, unsubscribe, 'POST')).body).toContain('已退订');
  expect((await state())?.mail).toEqual({ address: `other-${address}`, state: 'waiting' });
  await site.call(delMail, {}, { token: reader.token });
  expect((await state())?.mail).toBeNull();
  for (const bad of ['', '?key=', `?key=${'x'.repeat(22)}`, '?key=%27%00', `?key=${'x'.repeat(500)}`])
    expect((await openLink(site, `https://a.example/mail/verify${bad}`, 'POST')).body, bad).toContain('链接已失效');
});

test('an address that is verified gets no second mail', async () => {
  await verifiedAddress(site, reader.token, address);
  await set();
  await send();
  expect([letters().length, (await state())?.mail?.state]).toEqual([1, 'verified']);
});

test('one click ends the mails without a login; the page asks first, and a second click is answered the same', async () => {
  await verifiedAddress(site, reader.token, address);
  const link = letters()[0]?.unsubscribe ?? '';
  expect((await openLink(site, link, 'GET')).body).toContain('<button class="pay">退订</button>');
  expect((await state())?.mail?.state).toBe('verified');
  for (const _ of [1, 2]) {
    const { statusCode, body } = await openLink(site, link, 'POST');
    expect([statusCode, body.includes('已退订')]).toEqual([200, true]);
  }
  expect((await state())?.mail).toBeNull();
  expect((await openLink(site, link, 'GET')).body).toContain('已退订');
});

test.each([
  'a@b.example\r\nBcc: c@d.example',
  'a@b.example,c@d.example',
  'a@b.example c@d.example',
  '<a@b.example>',
  '"a b"@c.example',
  '读者@例子.example',
  'reader@例子.cn',
  'ｒeader@b.example',
  'a@b',
  'a@[127.0.0.1]',
  'a@127.0.0.1',
  'a@localhost',
  '.a@b.example',
  'a..b@c.example',
  `${'a'.repeat(65)}@b.example`,
  `a@${'b.'.repeat(126)}cc`,
  'a@b.example\u0001',
  '',
])('the address %j is refused', async (bad) => {
  expect(await set(bad)).toMatchObject({ http: 400, code: 1001, message: expect.stringContaining('address') });
  expect((await state())?.mail).toBeNull();
});

test('a reader gets five verification mails a day at most, also from several calls at once', async () => {
  const given = Array.from({ length: 7 }, (_, index) => `${index}-${address}`);
  const waiting = `select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  const calls = await transaction(site.pool, async (tx) => {
    await lockVerifications(tx);
    const started = given.map((each) => set(each));
    await expect.poll(async () => (await site.pool.query(waiting)).rows[0].count, { timeout: 20_000 }).toBe(7);
    return started;
  });
  const codes = (await Promise.all(calls)).map(({ code }) => code);
  expect(codes.filter((code) => code === 2012)).toHaveLength(2);
  site.setTime(inMinutes(24 * 60));
  expect((await set()).status).toBe(1);
});

test('an address gets three a day at most, in any spelling and from all readers together', async () => {
  const readers = await Promise.all(Array.from({ length: 4 }, () => signedIn(site)));
  const spellings = [address, address.toUpperCase(), address.replace('@', '+tag@'), address];
  const codes: number[] = [];
  for (const [index, { token }] of readers.entries()) codes.push((await set(spellings[index], token)).code ?? -1);
  expect(codes).toEqual([0, 0, 0, 2012]);
});

test('anonymous readers have no address, and while mails are off nobody gets one', async () => {
  const token = await site.visitor();
  expect([(await set(address, token)).code, (await site.call(mailState, {}, { token })).code]).toEqual([1401, 1401]);
  await set();
  await switchMails(site, false);
  expect((await set()).code).toBe(3021);
  expect(await state()).toEqual({ on: false, mail: null });
  await send();
  expect(letters()).toEqual([]);
  await switchMails(site, true);
  await send();
  expect(letters()).toHaveLength(1);
});

test('an address that the mail server refuses is undeliverable until another mail is asked for', async () => {
  address = 'nobody@mail.example';
  await set();
  await send();
  expect((await state())?.mail?.state).toBe('undeliverable');
  await set();
  expect((await state())?.mail?.state).toBe('waiting');
});

test('a mail server that hangs is tried again later, and given up after four tries', async () => {
  const mute = await startMuteServer();
  const node = await startTestApp({ beside: site, now: NOON, mail: mailTo(mute.port, undefined, 100) });
  await set();
  let minutes = 0;
  for (const wait of [0, 1, 5, 30, 60]) {
    minutes += wait;
    node.setTime(inMinutes(minutes - 0.1));
    if (wait > 0) await node.app.runJob('send-mails');
    node.setTime(inMinutes(minutes));
    await node.app.runJob('send-mails');
  }
  await node.close();
  await mute.close();
  const { rows } = await site.pool.query('select verify_tries as tries, state from notices.mailbox');
  expect(rows).toEqual([{ tries: 4, state: 'waiting' }]);
});

test('a process that dies after it sent a verification mail sends it once more, with the same id and link', async () => {
  await set();
  const dies = 'the process is gone';
  await site.pool.query(
    `create function pg_temp_refuse() returns trigger language plpgsql as $$ begin raise exception '${dies}'; end $$;
     create trigger dies before update on notices.mailbox for each row when (new.verify_due_at is null)
       execute function pg_temp_refuse()`,
  );
  await expect(send()).rejects.toThrow(dies);
  await site.pool.query('drop function pg_temp_refuse cascade');
  site.setTime(inMinutes(4.9));
  await send();
  expect(letters()).toHaveLength(1);
  site.setTime(inMinutes(5));
  await send();
  site.setTime(inMinutes(60));
  await send();
  const [first, second, third] = letters();
  expect([second?.id, second?.text, third]).toEqual([first?.id, first?.text, undefined]);
});

test('two nodes that send at the same time send each verification mail once', async () => {
  const node = await site.node();
  const readers = await Promise.all(Array.from({ length: 12 }, () => signedIn(site)));
  for (const [index, { token }] of readers.entries()) await set(`${index}-${address}`, token);
  await Promise.all([send(), node.app.runJob('send-mails')]);
  await node.close();
  expect(readers.map((_, index) => letters(`${index}-${address}`).length)).toEqual(Array(12).fill(1));
});

test('a verification mail that another process has taken is left to it, and all others are sent', async () => {
  const second = await signedIn(site);
  await set();
  await set(`second-${address}`, second.token);
  const sending = await transaction(site.pool, async (tx) => {
    await tx.query('select from notices.mailbox where reader_id = $1 for no key update', [reader.id]);
    const started = send();
    await expect.poll(() => letters(`second-${address}`).length).toBe(1);
    expect(letters()).toEqual([]);
    return { ended: started };
  });
  await sending.ended;
  await send();
  expect([letters().length, letters(`second-${address}`).length]).toEqual([1, 1]);
});

test('the address stays after a logout, goes with the account, and is in the export', async () => {
  const login = { username: 'mailed_reader', password: 'Tr0ub4dor&3-x' };
  const { token, id } = await withPassword(site, login.username, login.password);
  await verifiedAddress(site, token, address);
  await site.call(userLogout, {}, { token });
  const { data } = await site.call(userLogin, login, { token: await site.visitor() });
  const again = data?.token ?? '';
  expect((await state(again))?.mail).toEqual({ address, state: 'verified' });
  const exported = await site.call(userExport, {}, { token: again });
  expect(JSON.stringify(exported.data)).toContain(address);
  await site.pool.query(`update account.reader set erases_at = $2 where id = $1`, [id, NOON]);
  await site.app.runJob('account-sweep');
  for (const table of ['mailbox', 'verification_mail'])
    expect((await site.pool.query(`select from notices.${table} where reader_id = $1`, [id])).rowCount, table).toBe(0);
});

test('addresses that were never verified are forgotten after a week', async () => {
  await set();
  site.setTime(inMinutes(7 * 24 * 60));
  await site.app.runJob('delete-old-notices');
  expect((await state())?.mail).not.toBeNull();
  site.setTime(inMinutes(7 * 24 * 60 + 1));
  await site.app.runJob('delete-old-notices');
  expect((await state())?.mail).toBeNull();
});
