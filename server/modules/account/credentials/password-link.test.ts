import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { passwordByLink, passwordLink, userLogin, userPassword } from '#contract/calls/account';
import { userInfo } from '#contract/calls/session';
import { linkExpired, weakPassword } from '#contract/codes';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { newAddress, newVisitor, signedIn, withPassword } from '../../../../testing/factories/readers.ts';
import { transaction } from '../../../core/db/db.ts';
import { manageReader, offerPasswordLink } from '../account.ts';

const OLD = 'ein langes Wort 7';
const NEW = 'noch ein Wort 8';
const HOUR_MS = 3600 * 1000;
const ACT = { actor: 'support', action: 'reset-password', reason: '忘了密码' };

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());
beforeEach(() => site.setTime(null));

let names = 0;
async function reader() {
  const username = `forgetful_${names++}`;
  const { id, token } = await withPassword(site, username, OLD);
  return { username, id, token };
}

const offer = (id: number, now = new Date()) => transaction(site.pool, (tx) => offerPasswordLink(tx, ACT, id, now));
const use = (token: string, password = NEW, session?: string) =>
  site.call(passwordByLink, { token, password }, { remoteAddress: newAddress(), ...(session && { token: session }) });
const login = (username: string, password: string) =>
  site.call(userLogin, { username, password }, { remoteAddress: newAddress() });
const isKnown = async (token: string) => (await site.call(userInfo, { token })).status === 1;

test('a link shows its account, sets the password once, ends all sessions and logs in', async () => {
  const { username, id, token: old } = await reader();
  const { token } = await offer(id);
  expect((await site.call(passwordLink, { token })).data).toEqual({ name: username });
  expect(await isKnown(old)).toBe(true);
  const visitor = await newVisitor(site);
  const devices = async () =>
    (await site.pool.query('select from account.device_cookie where reader_id = $1', [id])).rowCount;
  expect(await devices()).toBeGreaterThan(0);
  const { data } = await use(token, NEW, visitor);
  // The device of an intruder is no longer a known device.
  expect(await devices()).toBe(1);
  expect(data).toMatchObject({ user: { id, username }, restored: false });
  expect([await isKnown(old), await isKnown(visitor), await isKnown(data?.token ?? '')]).toEqual([false, false, true]);
  expect((await login(username, OLD)).status).toBe(0);
  expect((await login(username, NEW)).status).toBe(1);
  expect((await use(token, 'drittes Wort 999')).code).toBe(linkExpired);
  expect((await site.call(passwordLink, { token })).code).toBe(linkExpired);
});

test('one of many concurrent uses of a link succeeds', async () => {
  const { id } = await reader();
  const { token } = await offer(id);
  const codes = (await Promise.all(Array.from({ length: 5 }, () => use(token)))).map(({ code }) => code);
  expect(codes.toSorted((a, b) => a - b)).toEqual([0, linkExpired, linkExpired, linkExpired, linkExpired]);
});

test('a link can still be used after a password that is too simple', async () => {
  const { username, id } = await reader();
  const { token } = await offer(id);
  for (const weak of ['12345678', username, 'short'])
    expect((await use(token, weak.slice(0, 20))).code).toBe(weakPassword);
  expect((await use(token)).code).toBe(0);
});

test('a link ends after a day, with the next one, and with a changed password', async () => {
  const { id, token: session } = await reader();
  const [first, second] = [await offer(id), await offer(id)];
  expect((await use(first.token)).code).toBe(linkExpired);
  site.setTime(new Date(Date.now() + 24 * HOUR_MS + 1000));
  expect((await site.call(passwordLink, { token: second.token })).code).toBe(linkExpired);
  expect((await use(second.token)).code).toBe(linkExpired);
  site.setTime(null);
  const third = await offer(id);
  const change = { password: 'viertes Wort 44', old: OLD };
  expect((await site.call(userPassword, change, { token: session })).code).toBe(0);
  expect((await use(third.token)).code).toBe(linkExpired);
});

test.each(['', 'x', 'a'.repeat(43), `${'a'.repeat(42)}=`, '../../etc/passwd'])('%j is no link', async (token) => {
  const refused = await use(token);
  expect(refused.status).toBe(0);
  expect([linkExpired, 1001]).toContain(refused.code);
});

test('a banned reader can neither get nor use a link; using one cancels an erasure', async () => {
  const { id } = await reader();
  const { token } = await offer(id);
  const manage = (kind: 'ban' | 'unban') =>
    transaction(site.pool, (tx) =>
      manageReader(tx, ACT, id, kind === 'ban' ? { kind, until: null } : { kind }, new Date()),
    );
  await manage('ban');
  expect((await use(token)).code).toBe(linkExpired);
  expect((await site.call(passwordLink, { token })).code).toBe(linkExpired);
  await expect(offer(id)).rejects.toMatchObject({ name: 'readerBanned' });
  await manage('unban');
  await site.pool.query(`update account.reader set erases_at = now() + interval '3 days' where id = $1`, [id]);
  expect((await use((await offer(id)).token)).data).toMatchObject({ user: { id }, restored: true });
});

test('a reader with only a phone is shown by its masked number; one without a name gets no link', async () => {
  const { id, phone } = await signedIn(site);
  const { token } = await offer(id);
  const { data } = await site.call(passwordLink, { token });
  expect(data?.name).toBe(`${phone.slice(0, 3)}****${phone.slice(7)}`);
  expect((await use(token, `x${phone}Q`)).code).toBe(weakPassword);
  for (let guess = 0; guess < 12; guess++) await login(phone, `wrong ${guess}`);
  expect((await use(token)).code).toBe(0);
  expect((await login(phone, NEW)).status).toBe(1);
  const visitor = await site.call(userInfo, { token: await newVisitor(site) });
  await expect(offer(visitor.data?.id ?? 0)).rejects.toMatchObject({ name: 'readerNameless' });
});

test('guesses of the forgotten password do not delay the new one', async () => {
  const { username, id } = await reader();
  for (let guess = 0; guess < 12; guess++) await login(username, `wrong ${guess}`);
  expect((await use((await offer(id)).token)).code).toBe(0);
  expect((await login(username, NEW)).status).toBe(1);
});

test('the database has only the hash of a link, and expired links are deleted', async () => {
  const { id } = await reader();
  const { token } = await offer(id);
  const { rows } = await site.pool.query('select token_hash as hash from account.password_link where reader_id = $1', [
    id,
  ]);
  expect(rows[0]?.hash.toString('base64url')).not.toBe(token);
  await site.sweep(new Date(Date.now() + 25 * HOUR_MS));
  expect((await site.pool.query('select from account.password_link where reader_id = $1', [id])).rowCount).toBe(0);
});
