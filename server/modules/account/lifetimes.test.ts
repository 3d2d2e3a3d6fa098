import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { userDelete, userLogin } from '#contract/calls/account';
import { userInfo } from '#contract/calls/session';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { newAddress, newVisitor, signedIn, withPassword } from '../../../testing/factories/readers.ts';

const GOOD = 'Tr0ub4dor&3-x';
const START = new Date('2026-03-10T04:00:00Z');
const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
const after = (ms: number) => new Date(START.getTime() + ms);

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp({ now: START });
});
afterEach(() => site.setTime(START));
afterAll(() => site.close());

const info = (token: string) => site.call(userInfo, { token });
const logIn = (username: string) => site.call(userLogin, { username, password: GOOD }, { remoteAddress: newAddress() });

test.each([
  ['an anonymous reader', 180, newVisitor],
  ['an account', 30, async (at: TestApp) => (await signedIn(at)).token],
] as const)('a session of %s is valid until before the end of %i days', async (_, days, start) => {
  const [early, late] = [await start(site), await start(site)];
  site.setTime(after(days * DAY_MS - 1));
  expect(await info(early)).toMatchObject({ status: 1 });
  site.setTime(after(days * DAY_MS));
  expect(await info(late)).toMatchObject({ status: 403 });
  expect(await info(early)).toMatchObject({ status: 1 });
});

test('a session is extended if that was last done more than a day ago', async () => {
  const token = await newVisitor(site);
  site.setTime(after(DAY_MS));
  expect((await info(token)).cookie).toBeUndefined();
  site.setTime(after(DAY_MS + 1));
  expect((await info(token)).cookie).toContain(token);
  site.setTime(after(DAY_MS + 2));
  expect((await info(token)).cookie).toBeUndefined();
});

test('a deleted account can be restored until before the end of seven days', async () => {
  const [kept, lost] = [await withPassword(site, 'kept', GOOD), await withPassword(site, 'lost', GOOD)];
  for (const { token } of [kept, lost]) {
    const { data } = await site.call(userDelete, { password: GOOD }, { token });
    expect(data?.erasesAt).toBe(after(7 * DAY_MS).toISOString());
  }
  site.setTime(after(7 * DAY_MS - 1));
  expect(await logIn('kept')).toMatchObject({ data: { restored: true } });
  site.setTime(after(7 * DAY_MS));
  expect(await logIn('lost')).toMatchObject({ code: 2001 });
  expect(await logIn('kept')).toMatchObject({ data: { restored: false } });
});

/** Each kind of row that expires, added with the moment that the sweep compares. */
const KINDS: readonly [what: string, add: string, moment: string, keptMs: number][] = [
  [
    'a session that has expired',
    'session (token_hash, created_at, seen_at, reader_id, expires_at) values ($3, $1, $1, $2, $1)',
    'expires_at',
    0,
  ],
  [
    'a device that has not logged in for 400 days',
    'device_cookie (hash, reader_id, issued_at) values ($3, $2, $1)',
    'issued_at',
    400 * DAY_MS,
  ],
  [
    'a count of guesses that nobody added to for a day',
    "guess (key, count, last_at, next_at) values (coalesce($3, $2::text::bytea), 1, $1, '-infinity')",
    'last_at',
    DAY_MS,
  ],
  [
    'a proof that has expired',
    'spent_proof (signature, expires_at) values (coalesce($3, $2::text::bytea), $1)',
    'expires_at',
    0,
  ],
  [
    'a code that has expired',
    "sms_code (telephone, purpose, requester, code_hash, tries_left, expires_at) values ($2::text, 'login', $3, $3, 5, $1)",
    'expires_at',
    0,
  ],
  [
    'a send of two days ago',
    'sms_send (telephone, requester, sent_at) values ($2::text, $3, $1)',
    'sent_at',
    2 * DAY_MS,
  ],
];

test.each(KINDS)('%s is deleted by the sweep at its end, and not before', async (_, add, moment, keptMs) => {
  const { data } = await info(await newVisitor(site));
  const [, table] = /^(\w+)/.exec(add) ?? [];
  const last = after(-keptMs);
  for (const at of [last, new Date(last.getTime() - 1)])
    await site.pool.query(`insert into account.${add}`, [at, data?.id, randomBytes(32)]);
  await site.sweep(START);
  const { rows } = await site.pool.query<{ at: Date }>(
    `select ${moment} as at from account.${table} where ${moment} <= $1`,
    [last],
  );
  expect(rows).toEqual([{ at: last }]);
});

test('minutes of reading in teen mode are deleted after three days', async () => {
  const { data } = await info(await newVisitor(site));
  for (const day of ['2026-03-07', '2026-03-08'])
    await site.pool.query('insert into account.teen_day values ($1, $2, 5, 5)', [data?.id, day]);
  await site.sweep(START);
  const { rows } = await site.pool.query('select day::text from account.teen_day where reader_id = $1', [data?.id]);
  expect(rows).toEqual([{ day: '2026-03-08' }]);
});

test('messages in the outbox are deleted after a day', async () => {
  await site.pool.query(
    `insert into account.sms_outbox (telephone, body, at)
     values ('1', 'old', now() - interval '25 hours'), ('1', 'new', now() - interval '23 hours')`,
  );
  await site.sweep(START);
  const { rows } = await site.pool.query("select body from account.sms_outbox where telephone = '1'");
  expect(rows).toEqual([{ body: 'new' }]);
});

test('a reader is erased at the scheduled moment, and not before', async () => {
  const ids: (number | undefined)[] = [];
  for (const erasesAt of [START, after(1)]) {
    const { data } = await info(await newVisitor(site));
    ids.push(data?.id);
    await site.pool.query('update account.reader set erases_at = $2 where id = $1', [data?.id, erasesAt]);
  }
  await site.sweep(START);
  const { rows } = await site.pool.query('select id from account.reader where id = any($1)', [ids]);
  expect(rows).toEqual([{ id: ids[1] }]);
});
