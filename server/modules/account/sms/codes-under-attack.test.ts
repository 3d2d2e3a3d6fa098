import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { bindSendCode, loginBySms, loginSendSms } from '#contract/calls/account';
import { userInfo } from '#contract/calls/session';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { effortlessProof } from '../../../../testing/app/proofs.ts';
import { lastCode, newAddress, newPhone, newVisitor, signedIn } from '../../../../testing/factories/readers.ts';

// Hundreds of calls and dozens of hashes are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let site: TestApp;
let other: TestApp;
beforeAll(async () => {
  site = await startTestApp({ shared: true });
  other = await startTestApp({ beside: site });
});
afterAll(async () => {
  await other.close();
  await site.close();
});

const start = new Date();
function setTime(time: Date): void {
  for (const app of [site, other]) app.setTime(time);
}
beforeEach(() => setTime(start));

const MINUTE_MS = 60_000;
const send = (app: TestApp, telephone: string, remoteAddress = newAddress(), proof?: string) =>
  app.call(loginSendSms, { telephone, proof }, { remoteAddress });

/** A requester who uses one session from any address. */
async function newRequester(telephone: string) {
  const token = await newVisitor(site);
  const from = () => ({ token, remoteAddress: newAddress() });
  return {
    send: (app = site) => app.call(loginSendSms, { telephone }, from()),
    enter: (code: string, app = site) => app.call(loginBySms, { telephone, code }, from()),
  };
}

/** A requester with a code. */
async function newRequesterWithCode(telephone = newPhone()) {
  const requester = await newRequester(telephone);
  expect(await requester.send()).toMatchObject({ status: 1 });
  return { ...requester, telephone, code: await lastCode(site, telephone) };
}
const count = (answers: { code: number }[], code: number) => answers.filter((each) => each.code === code).length;
const wrong = (code: string, i: number) => String((Number(code) + 1 + i) % 1_000_000).padStart(6, '0');

async function sentTo(telephones: string[]): Promise<number> {
  const { rows } = await site.pool.query<{ count: number }>(
    'select count(*)::int as count from account.sms_outbox where telephone = any($1)',
    [telephones],
  );
  return rows[0]?.count ?? 0;
}

/** Phones of one prefix: the first seven digits. */
let blocks = 0;
function block(length: number): string[] {
  blocks += 1;
  return Array.from({ length }, (_, i) => `18${String(blocks).padStart(5, '0')}${String(i).padStart(4, '0')}`);
}

test('after five concurrent wrong codes the right one is refused', async () => {
  const { enter, code } = await newRequesterWithCode();
  const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => enter(wrong(code, i), i % 2 ? site : other)));
  expect(count(answers, 2002)).toBe(60);
  expect(await enter(code)).toMatchObject({ code: 2002, message: '验证码错误或已过期' });
});

/** Makes calls that check the code of a phone at the same moment. */
async function allAtOnce<T>(phone: string, calls: (() => Promise<T>)[]): Promise<T[]> {
  const holder = await site.pool.connect();
  await holder.query('begin');
  await holder.query('select from account.sms_code where telephone = $1 for update', [phone]);
  const answers = calls.map((call) => call());
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await site.pool.query(waiting)).rowCount, { timeout: 20_000 }).toBe(calls.length);
  await holder.query('commit');
  holder.release();
  return Promise.all(answers);
}

test('five of eight concurrent guesses are checked, and one of eight concurrent right codes succeeds', async () => {
  const [guessed, known] = [await newRequesterWithCode(), await newRequesterWithCode()];
  const eight = Array.from({ length: 8 }, (_, i) => (i % 2 ? site : other));
  const wrongs = eight.map((app, i) => () => guessed.enter(wrong(guessed.code, i), app));
  expect(count(await allAtOnce(guessed.telephone, wrongs), 2002)).toBe(8);
  expect(await guessed.enter(guessed.code)).toMatchObject({ code: 2002 });
  const rights = eight.map((app) => () => known.enter(known.code, app));
  const answers = await allAtOnce(known.telephone, rights);
  expect([count(answers, 0), count(answers, 2002)]).toEqual([1, 7]);
});

test('the right code succeeds within five tries', async () => {
  const { enter, code } = await newRequesterWithCode();
  for (let i = 0; i < 4; i++) expect(await enter(wrong(code, i))).toMatchObject({ code: 2002 });
  expect(await enter(code)).toMatchObject({ status: 1 });
});

test('after five successive wrong codes the right one is refused', async () => {
  const { enter, code } = await newRequesterWithCode();
  for (let i = 0; i < 5; i++) await enter(wrong(code, i));
  expect(await enter(code)).toMatchObject({ code: 2002 });
});

test('concurrent calls with the right code on two nodes start one session, and later calls none', async () => {
  const { enter, code } = await newRequesterWithCode();
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => enter(code, i % 2 ? site : other)));
  expect([count(answers, 0), count(answers, 2002)]).toEqual([1, 19]);
  expect(await enter(code)).toMatchObject({ code: 2002 });
});

test('a code is stored as a hash bound to its phone and purpose', async () => {
  const [one, two] = [await newRequesterWithCode(), await newRequesterWithCode()];
  await site.pool.query(
    `update account.sms_code set code_hash = (select code_hash from account.sms_code where telephone = $1)
     where telephone = $2`,
    [one.telephone, two.telephone],
  );
  expect(await two.enter(one.code)).toMatchObject({ code: 2002 });
  const { rows } = await site.pool.query<{ hash: Buffer }>(
    'select code_hash as hash from account.sms_code where telephone = $1',
    [one.telephone],
  );
  expect(rows.map(({ hash }) => hash.length)).toEqual([32]);
  expect(rows[0]?.hash.includes(one.code)).toBe(false);
  const [telephone, from] = [newPhone(), { token: await newVisitor(site), remoteAddress: newAddress() }];
  await site.call(bindSendCode, { telephone }, from);
  await site.pool.query("update account.sms_code set purpose = 'login' where telephone = $1", [telephone]);
  const code = await lastCode(site, telephone);
  expect(await site.call(loginBySms, { telephone, code }, from)).toMatchObject({ code: 2002 });
});

test('codes of the same moment are independent', async () => {
  const requesters = [];
  for (let i = 0; i < 5; i++) requesters.push(await newRequesterWithCode());
  expect(new Set(requesters.map(({ code }) => code)).size).toBeGreaterThan(2);
});

test('a requester gets one code a minute from concurrent requests on two nodes and from many addresses', async () => {
  const phone = newPhone();
  const requester = await newRequester(phone);
  const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => requester.send(i % 2 ? site : other)));
  expect([count(answers, 0), count(answers, 2003)]).toEqual([1, 39]);
  expect(answers.find(({ code }) => code === 2003)).toMatchObject({ data: { retryAfter: 60 } });
  expect(await sentTo([phone])).toBe(1);
});

test('a requester gets five codes an hour and ten a day', async () => {
  const requester = await newRequester(newPhone());
  const sentAt: number[] = [];
  for (let minute = 0; minute < 23 * 60; minute += 7) {
    setTime(new Date(start.getTime() + minute * MINUTE_MS));
    if ((await requester.send(minute % 2 ? site : other)).code === 0) sentAt.push(minute);
  }
  expect(sentAt).toHaveLength(10);
  for (const from of sentAt) expect(sentAt.filter((at) => at >= from && at < from + 60).length).toBeLessThanOrEqual(5);
  expect(await requester.send()).toMatchObject({ code: 2003 });
});

test('an address needs a proof of work for each code after ten phones, and is refused after a hundred', async () => {
  const address = newAddress();
  const phones = Array.from({ length: 40 }, newPhone);
  const answers = await Promise.all(phones.map((phone, i) => send(i % 2 ? site : other, phone, address)));
  expect([count(answers, 0), count(answers, 2007)]).toEqual([10, 30]);
  expect(await sentTo(phones)).toBe(10);

  const proof = await effortlessProof(site, 'sms');
  const twice = await Promise.all([newPhone(), newPhone()].map((phone) => send(site, phone, address, proof)));
  expect([count(twice, 0), count(twice, 2007)]).toEqual([1, 1]);

  const more = Array.from({ length: 100 }, newPhone);
  const proofs = await Promise.all(more.map(() => effortlessProof(site, 'sms')));
  const flood = await Promise.all(more.map((phone, i) => send(i % 2 ? site : other, phone, address, proofs[i])));
  expect([count(flood, 0), count(flood, 2003)]).toEqual([89, 11]);
});

test('all sessions of one address, and forged X-Forwarded-For, share one limit', async () => {
  const remoteAddress = newAddress();
  const phones = Array.from({ length: 20 }, newPhone);
  const tokens = await Promise.all(phones.map(() => site.visitor()));
  const answers = await Promise.all(
    phones.map((telephone, i) => {
      const headers = { 'x-forwarded-for': `203.0.113.${i}` };
      return site.call(bindSendCode, { telephone }, { token: tokens[i], remoteAddress, headers });
    }),
  );
  expect([count(answers, 0), count(answers, 2007)]).toEqual([10, 10]);
});

test('codes for phones of one prefix, requested from everywhere, need a proof of work after ten', async () => {
  const phones = block(30);
  const answers = await Promise.all(phones.map((phone, i) => send(i % 2 ? site : other, phone)));
  expect([count(answers, 0), count(answers, 2007)]).toEqual([10, 20]);
  expect(await sentTo(phones)).toBe(10);
});

test.each([
  ['from one address', () => Array.from({ length: 40 }, newPhone), newAddress()],
  ['to phones of one prefix', () => block(40), undefined],
])('a slow requester needs a proof of work after thirty a day %s', async (_what, makePhones, address) => {
  const phones = makePhones();
  for (let hour = 0; hour < 3; hour++) {
    setTime(new Date(start.getTime() + hour * 61 * MINUTE_MS));
    for (const phone of phones.slice(hour * 10, hour * 10 + 10))
      expect(await send(hour % 2 ? site : other, phone, address)).toMatchObject({ code: 0 });
  }
  setTime(new Date(start.getTime() + 4 * 61 * MINUTE_MS));
  expect(await send(site, phones[30] ?? '', address)).toMatchObject({ code: 2007 });
  setTime(new Date(start.getTime() + 27 * 60 * MINUTE_MS));
  expect(await send(site, phones[30] ?? '', address)).toMatchObject({ code: 0 });
});

test('a budget of 0 sends nothing', async () => {
  const silent = await startTestApp({ smsDailyBudget: 0 });
  expect(await send(silent, newPhone())).toMatchObject({ code: 2003 });
  await silent.close();
});

test('a flood of requests for codes does not block the database for other calls', async () => {
  const flooded = await startTestApp();
  const token = await flooded.visitor();
  const holder = await flooded.pool.connect();
  await holder.query('begin');
  await holder.query('lock table account.sms_send in share row exclusive mode');
  const wishes = Array.from({ length: 40 }, () => send(flooded, newPhone()));
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await flooded.pool.query(waiting)).rowCount, { timeout: 20_000 }).toBeGreaterThan(0);
  for (let i = 0; i < 10; i++) expect(await flooded.call(userInfo, { token })).toMatchObject({ status: 1 });
  await holder.query('commit');
  holder.release();
  expect(count(await Promise.all(wishes), 0)).toBe(40);
  await flooded.close();
});

test('nothing is sent if sends cannot be counted', async () => {
  const blind = await startTestApp();
  await blind.pool.query('alter table account.sms_send drop column address');
  expect(await send(blind, newPhone())).toMatchObject({ http: 500, code: 9000 });
  const { rows } = await blind.pool.query('select from account.sms_outbox');
  expect(rows).toEqual([]);
  await blind.close();
});

test('known and unknown phones get the same answer by the same statements', async () => {
  const { phone } = await signedIn(site);
  setTime(new Date(start.getTime() + 2 * MINUTE_MS));
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  const work = async (telephone: string) => {
    queries.mockClear();
    const answer = await send(site, telephone);
    // The periodic jobs of the app also run.
    const statements = queries.mock.calls.flatMap(([given]: unknown[]) =>
      typeof given === 'object' && given && 'name' in given && String(given.name).startsWith('account.')
        ? String(given.name)
        : [],
    );
    return { answer, statements };
  };
  const [known, unknown] = [await work(phone), await work(newPhone())];
  queries.mockRestore();
  expect(known.answer).toMatchObject({ status: 1, data: { resendAfter: 60 } });
  expect(known.statements).toContain('account.note-send');
  expect(unknown).toEqual(known);
});
