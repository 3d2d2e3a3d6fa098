import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  bindPhone,
  bindSendCode,
  loginBySms,
  loginSendSms,
  userAdult,
  userLogin,
  userPassword,
} from '#contract/calls/account';
import { userInfo, userLogout } from '#contract/calls/session';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { lastCode, newAddress, newPhone, withPassword } from '../../../testing/factories/readers.ts';
import { transaction } from '../../core/db/db.ts';

// Hundreds of calls and dozens of hashes are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

const GOOD = 'Tr0ub4dor&3-x';
const lost = { status: 403, code: -1 };
const info = (token: string) => site.call(userInfo, { token });

/** Holds the locks of a statement until the returned function is called, which can run another statement first. */
async function holding(locks: string, values: unknown[]) {
  const holder = await site.pool.connect();
  await holder.query('begin');
  await holder.query(locks, values);
  return async (last?: string, lastValues?: unknown[]) => {
    if (last) await holder.query(last, lastValues);
    await holder.query('commit');
    holder.release();
  };
}

async function waitingForLocks(count: number): Promise<void> {
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await site.pool.query(waiting)).rowCount, { timeout: 20_000 }).toBe(count);
}

test('a stolen anonymous token cannot be merged twice by concurrent logins', async () => {
  await withPassword(site, 'merged_once', GOOD);
  const token = await site.visitor();
  const answers = await Promise.all(
    Array.from({ length: 4 }, () =>
      site.call(userLogin, { username: 'merged_once', password: GOOD }, { token, remoteAddress: newAddress() }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([1, 1, 1, 1]);
  expect(new Set(answers.map(({ data }) => data?.user.id)).size).toBe(1);
  expect(await info(token)).toMatchObject(lost);
});

test('if one anonymous token logs in to two accounts at once, one account gets its data', async () => {
  for (const username of ['takes_along', 'comes_late']) await withPassword(site, username, GOOD);
  const token = await site.visitor();
  const { data } = await site.call(userAdult, { adult: true }, { token });
  const letGo = await holding('select from account.reader where id = $1 for update', [data?.id]);
  const logins = ['takes_along', 'comes_late'].map((username) =>
    site.call(userLogin, { username, password: GOOD }, { token, remoteAddress: newAddress() }),
  );
  await waitingForLocks(2);
  await letGo();
  const answers = await Promise.all(logins);
  expect(answers.map(({ status }) => status)).toEqual([1, 1]);
  expect(answers.map((answer) => answer.data?.user.adult).sort()).toEqual([false, true]);
});

test('if one token changes the password twice at once, one change succeeds and the other has no session', async () => {
  const { token } = await withPassword(site, 'racing', GOOD);
  const change = (password: string) => site.call(userPassword, { password, old: GOOD }, { token });
  const answers = await Promise.all([change('Another-g00d-1'), change('Another-g00d-2')]);
  expect(answers.filter(({ status }) => status === 1)).toHaveLength(1);
  expect(await info(token)).toMatchObject(lost);
  const winner = answers.find(({ status }) => status === 1)?.data?.token ?? '';
  expect(await info(winner)).toMatchObject({ status: 1 });
});

test('if one token is rotated twice at once, one rotation gets a session', async () => {
  const token = await site.visitor();
  const { data } = await info(token);
  const phones = [newPhone(), newPhone()];
  for (const telephone of phones) await site.call(bindSendCode, { telephone }, { token, remoteAddress: newAddress() });
  // Both calls start before either binds; a later one would need the code of the new phone.
  const letGo = await holding('select from account.reader where id = $1 for update', [data?.id]);
  const bound = phones.map(async (telephone) =>
    site.call(bindPhone, { telephone, code: await lastCode(site, telephone) }, { token }),
  );
  await waitingForLocks(2);
  await letGo();
  const answers = await Promise.all(bound);
  expect(answers.map(({ code }) => code).sort()).toEqual([-1, 0]);
  const { rows } = await site.pool.query('select from account.session where reader_id = $1', [
    answers.find(({ code }) => code === 0)?.data?.id,
  ]);
  expect(rows).toHaveLength(1);
});

test('a call gets status 403 if its session ends while it waits', async () => {
  const { token, id } = await withPassword(site, 'overtaken', GOOD);
  const letGo = await holding('select from account.reader where id = $1 for update', [id]);
  const changed = site.call(userPassword, { password: 'Another-g00d-1', old: GOOD }, { token });
  await waitingForLocks(1);
  await letGo('delete from account.session where reader_id = $1', [id]);
  expect(await changed).toMatchObject({ http: 200, ...lost, data: null });
});

test.each([
  ['the reader is banned', 'update account.reader set banned_at = now() where id = $1'],
  ['another password is set', `update account.reader set password_hash = 'another' where id = $1`],
])('a login is refused if %s while its password is checked', async (what, change) => {
  const username = `late_${what.length}`;
  const { id } = await withPassword(site, username, GOOD);
  const letGo = await holding('select from account.reader where id = $1 for update', [id]);
  const login = site.call(userLogin, { username, password: GOOD }, { remoteAddress: newAddress() });
  await waitingForLocks(1);
  await letGo(change, [id]);
  expect(await login).toMatchObject({ code: 2001, data: null });
});

/** A phone with two codes: one session can bind it, another one can log in with it. */
async function bothCodes(token: string, guest: string) {
  const telephone = newPhone();
  await site.call(bindSendCode, { telephone }, { token, remoteAddress: newAddress() });
  const bind = { telephone, code: await lastCode(site, telephone), password: GOOD };
  await site.call(loginSendSms, { telephone }, { token: guest, remoteAddress: newAddress() });
  return { bind, login: { telephone, code: await lastCode(site, telephone) } };
}

test('binding a phone is refused if a concurrent login makes an account of it', async () => {
  const { id, token } = await withPassword(site, 'binds_late', GOOD);
  const guest = await site.visitor();
  const { bind, login } = await bothCodes(token, guest);
  const letGo = await holding('select from account.reader where id = $1 for update', [id]);
  const bound = site.call(bindPhone, bind, { token });
  await waitingForLocks(1);
  const entered = await site.call(loginBySms, login, { token: guest, remoteAddress: newAddress() });
  await letGo();
  expect(await bound).toMatchObject({ code: 2004, data: null });
  expect(entered.data?.user.id).not.toBe(id);
  expect(await info(token)).toMatchObject({ status: 1, data: { telephone: null } });
});

test('a login with a phone that another account binds at the same moment opens that account', async () => {
  const { id, token } = await withPassword(site, 'binds_first', GOOD);
  const guest = await site.visitor();
  const { bind, login } = await bothCodes(token, guest);
  const letGo = await holding('select from account.reader where id = $1 for update', [(await info(guest)).data?.id]);
  const entered = site.call(loginBySms, login, { token: guest, remoteAddress: newAddress() });
  await waitingForLocks(1);
  expect(await site.call(bindPhone, bind, { token })).toMatchObject({ status: 1 });
  await letGo();
  expect((await entered).data?.user.id).toBe(id);
  expect(await info(guest)).toMatchObject(lost);
});

test('if concurrent calls set one username, one succeeds', async () => {
  const tokens = await Promise.all([site.visitor(), site.visitor(), site.visitor()]);
  const answers = await Promise.all(
    tokens.map((token, i) =>
      site.call(userPassword, { username: i % 2 ? 'Wanted_By_All' : 'wanted_by_all', password: GOOD }, { token }),
    ),
  );
  expect(answers.map(({ code }) => code).sort()).toEqual([0, 2005, 2005]);
});

test('a logout and another change of its reader both succeed', async () => {
  const token = await site.visitor();
  const { data } = await info(token);
  const release = await holding('select from account.reader where id = $1 for no key update', [data?.id]);
  const gone = site.call(userLogout, {}, { token });
  await waitingForLocks(1);
  await release('delete from account.session where reader_id = $1', [data?.id]);
  expect(await gone).toMatchObject({ code: 0 });
});

test('a transaction is run again after a deadlock', async () => {
  const ids = await Promise.all(['lost_to', 'another'].map((name) => withPassword(site, name, GOOD)));
  const rename = 'update account.reader set nickname = $2 where id = $1';
  let tries = 0;
  const met = Promise.withResolvers<void>();
  const oneEnded = Promise.withResolvers<void>();
  let there = 0;
  const inOrder = (order: number[]) =>
    transaction(site.pool, async (client) => {
      // Without the delay it could lock its first row before the other transaction gets it, and both would deadlock again.
      if (++tries > 2) await oneEnded.promise;
      await client.query(rename, [ids[order[0] ?? 0]?.id, `第 ${order[0]} 个`]);
      if (++there === 2) met.resolve();
      await met.promise;
      await client.query(rename, [ids[order[1] ?? 0]?.id, `第 ${order[0]} 个`]);
    });
  await Promise.all(
    [
      [0, 1],
      [1, 0],
    ].map((order) => inOrder(order).then(oneEnded.resolve)),
  );
  expect(tries).toBe(3);
});
