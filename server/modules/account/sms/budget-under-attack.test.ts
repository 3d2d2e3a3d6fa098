import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loginBySms, loginSendSms, userChallenge } from '#contract/calls/account';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { effortlessProof, provenWork, solved } from '../../../../testing/app/proofs.ts';
import { lastCode, newAddress, newPhone, ownCode, signedIn } from '../../../../testing/factories/readers.ts';
import { transaction } from '../../../core/db/db.ts';
import { maySendNotice } from './limits.ts';
import { lockSending } from './send-store.ts';

// Hundreds of calls and thousands of derivations are slow on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const BUDGET = 500;
/** Ten in the morning in Shanghai: hours later it is the same day there. */
const MORNING = Date.parse(`${new Date().toISOString().slice(0, 10)}T02:00:00Z`);
const HOUR_MS = 3600_000;

let site: TestApp;
let other: TestApp;
beforeAll(async () => {
  site = await startTestApp({ shared: true, smsDailyBudget: BUDGET });
  other = await startTestApp({ beside: site, smsDailyBudget: BUDGET });
  setTime(0);
});
afterAll(async () => {
  await other.close();
  await site.close();
});
afterEach(async () => {
  await site.pool.query('delete from account.sms_send');
  setTime(0);
});

function setTime(hours: number): void {
  for (const app of [site, other]) app.setTime(new Date(MORNING + hours * HOUR_MS));
}

const send = (telephone: string, remoteAddress = newAddress(), proof?: string, app = site) =>
  app.call(loginSendSms, { telephone, proof }, { remoteAddress });
const count = (answers: { code: number }[], code: number) => answers.filter((each) => each.code === code).length;
const effortOf = (answer: { code: number; data: unknown }) =>
  answer.code === 2007 && answer.data ? (answer.data as { effort: number }).effort : null;
/** Proofs have the time of the real clock, not of the moved one. */
const proof = () => effortlessProof(site, 'sms', 4, new Date(MORNING + 24 * HOUR_MS));

/** Earlier messages of other requesters from many networks. */
async function sentBefore(messages: number, hoursAgo: number): Promise<void> {
  await site.pool.query(
    `insert into account.sms_send (telephone, address, block, network, sent_at)
     select '19' || lpad((n * 10007 % 1000000000)::text, 9, '0'), 'x' || n, 'x' || n, 'x' || n, $2
     from generate_series(1, $1::int) n`,
    [messages, new Date(MORNING - hoursAgo * HOUR_MS)],
  );
}

async function outbox(): Promise<number> {
  const { rows } = await site.pool.query<{ count: number }>('select count(*)::int as count from account.sms_outbox');
  return rows[0]?.count ?? 0;
}

/** Enough that no hour of these tests is unusual. */
const RICH = 10_000;

test.each([
  ['seventy addresses of one /48', 40, (i: number) => `2001:db7:1:${(i * 256).toString(16)}::1`],
  ['seventy addresses of one /56', 20, (i: number) => `2001:db7:2:${i.toString(16)}::1`],
  ['seventy addresses of one /24', 40, (i: number) => `192.0.2.${i + 1}`],
])('%s get %i codes together before a proof of work is required', async (_what, free, addressOf) => {
  const rich = [
    await startTestApp({ beside: site, smsDailyBudget: RICH }),
    await startTestApp({ beside: site, smsDailyBudget: RICH }),
  ];
  const sendAll = () =>
    Promise.all(Array.from({ length: 70 }, (_, i) => send(newPhone(), addressOf(i), undefined, rich[i % 2])));
  const answers = [...(await sendAll()), ...(await sendAll())];
  for (const app of rich) await app.close();
  expect([count(answers, 0), count(answers, 2007)]).toEqual([free, 140 - free]);
});

test('one network can use at most a quarter of the day’s budget, even with proofs of work', async () => {
  const addressOf = (i: number) => `2001:db7:3:${(i * 256).toString(16)}::1`;
  const proofs = await Promise.all(Array.from({ length: 130 }, proof));
  const answers = await Promise.all(
    proofs.map((each, i) => send(newPhone(), addressOf(i % 70), each, i % 2 ? site : other)),
  );
  expect([count(answers, 0), count(answers, 2003)]).toEqual([125, 5]);
  expect(await send(newPhone(), newAddress(), await proof())).toMatchObject({ status: 1 });
});

test.each([
  ['a third', 150, 1],
  ['half', 250, 2],
  ['most', 350, 3],
])('after %s of the day’s budget everybody needs a proof of work', async (_what, spent, effort) => {
  await sentBefore(spent - 1, 3);
  const before = effortOf(await send(newPhone()));
  expect(before).toBe(effort === 1 ? null : effort - 1);
  if (before !== null) await send(newPhone(), newAddress(), await proof());
  expect(effortOf(await send(newPhone()))).toBe(effort);
});

test('everybody needs a proof of work in an hour with three times the usual messages, nobody in a normal hour', async () => {
  // On a fresh service the usual is half of the budget spread evenly over the day: 10.4 an hour.
  await sentBefore(31, 0.5);
  expect(await send(newPhone())).toMatchObject({ code: 0 });
  expect(effortOf(await send(newPhone()))).toBe(1);
  await sentBefore(31, 0.5);
  expect(effortOf(await send(newPhone()))).toBe(2);
  // With twice as many messages the day before, three times that is more.
  await sentBefore(480, 20);
  expect(await send(newPhone())).toMatchObject({ code: 2007 });
  await site.pool.query('delete from account.sms_send where sent_at > $1', [new Date(MORNING - HOUR_MS)]);
  await sentBefore(59, 0.5);
  expect(await send(newPhone())).toMatchObject({ code: 0 });
});

test('the last part of the day’s budget is for phones of accounts, and no answer reveals which those are', async () => {
  const { phone } = await signedIn(site);
  await sentBefore(348, 3);
  setTime(1);
  // The answers before and after the limit differ, but they are the same for all phones.
  expect(await send(newPhone(), newAddress(), await proof())).toMatchObject({ status: 1 });
  const before = await outbox();
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  const work = async (telephone: string) => {
    const given = await proof();
    queries.mockClear();
    const answer = await send(telephone, newAddress(), given);
    const statements = queries.mock.calls.flatMap(([query]: unknown[]) =>
      typeof query === 'object' && query && 'name' in query && String(query.name).startsWith('account.')
        ? String(query.name)
        : [],
    );
    // The message is sent after the answer.
    return { answer, statements: statements.filter((name) => name !== 'account.keep-message') };
  };
  const [known, unknown] = [await work(phone), await work(newPhone())];
  queries.mockRestore();
  expect(known.answer).toMatchObject({
    code: 2003,
    message: '今天的短信所剩不多，只发给已注册的号码；没有收到的话，请用密码登录或明天再试',
    data: { retryAfter: 60 },
  });
  expect(unknown).toEqual(known);
  await expect.poll(outbox).toBe(before + 1);
});

test('the reserved part is sent to phones of accounts, up to the budget', async () => {
  const owner = await signedIn(site);
  const stranger = { remoteAddress: newAddress() };
  await sentBefore(498, 3);
  setTime(1);
  await site.call(loginSendSms, { telephone: owner.phone, proof: await proof() }, stranger);
  await expect
    .poll(async () =>
      site.call(loginBySms, { telephone: owner.phone, code: await lastCode(site, owner.phone) }, stranger),
    )
    .toMatchObject({ status: 1 });
  const before = await outbox();
  const late = await signedInBefore();
  expect(await send(late, newAddress(), await proof())).toMatchObject({
    code: 2003,
    message: expect.stringContaining('只发给'),
  });
  await expect(ownCode(site, owner, 'password')).rejects.toThrow('no code');
  expect(await outbox()).toBe(before);
  setTime(14);
  expect(await send(newPhone())).toMatchObject({ code: 0 });
});

/** Another phone of an account. */
async function signedInBefore(): Promise<string> {
  const telephone = newPhone();
  await site.pool.query(
    "insert into account.reader (nickname, domain, created_at, telephone) values ('书友', 'test', now(), $1)",
    [telephone],
  );
  return telephone;
}

test('all nodes together send no more than the day’s budget', async () => {
  const phones = await Promise.all(Array.from({ length: 40 }, signedInBefore));
  await sentBefore(480, 3);
  const before = await outbox();
  const proofs = await Promise.all(phones.map(proof));
  const answers = await Promise.all(
    phones.map((phone, i) => send(phone, newAddress(), proofs[i], i % 2 ? site : other)),
  );
  expect(count(answers, 2003)).toBe(40);
  await expect.poll(outbox).toBe(before + 20);
  const { rows } = await site.pool.query<{ sent: number }>(
    'select count(*)::int as sent from account.sms_send where sent',
  );
  expect(rows).toEqual([{ sent: BUDGET }]);
});

test.each([
  [9, 10, 8, true],
  [10, 10, 0, false],
  [0, 0, 0, false],
  [20, 30, 20, false],
  [20, 30, 19, true],
])(
  'with %i of %i messages sent today, %i of them to the phone within the hour, a notice is sent: %s',
  (today, budget, times, isSent) => {
    const now = new Date(MORNING);
    const none = { hour: 0, day: 0 };
    const sent = {
      toPhone: Array.from({ length: times }, () => now),
      toPhoneByRequester: [],
      toPhoneFromNetwork: [],
      toPrefix: none,
      fromHost: none,
      fromBlock: none,
      fromNetwork: none,
      all: { today, hour: 0, dayBefore: 0 },
    };
    expect(maySendNotice(sent, budget, now)).toBe(isSent);
  },
);

test('a prefix with a hundred codes still gets more, with a higher effort', async () => {
  await site.pool.query(
    `insert into account.sms_send (telephone, address, block, network, sent_at)
     select '1770000' || lpad(n::text, 4, '0'), 'x' || n, 'x' || n, 'x' || n, $1 from generate_series(1, 110) n`,
    [new Date(MORNING - 0.5 * HOUR_MS)],
  );
  const remoteAddress = newAddress();
  expect(effortOf(await send('17700009000', remoteAddress))).toBe(4);
  expect(await send('17700009000', remoteAddress, await proof())).toMatchObject({ status: 1 });
});

test('a proof with too little effort is refused with the required effort, and not used up', async () => {
  await sentBefore(250, 3);
  const until = new Date(MORNING + 24 * HOUR_MS);
  const [little, much] = [await effortlessProof(site, 'sms', 1, until), await effortlessProof(site, 'sms', 2, until)];
  expect(effortOf(await send(newPhone(), newAddress(), little))).toBe(2);
  expect(await send(newPhone(), newAddress(), much)).toMatchObject({ status: 1 });
  expect(effortOf(await send(newPhone(), newAddress(), much))).toBe(2);
  await site.pool.query('delete from account.sms_send');
  await sentBefore(150, 3);
  expect(await send(newPhone(), newAddress(), little)).toMatchObject({ status: 1 });
});

test('a proof is refused if other requests have raised the required effort since it was made', async () => {
  await sentBefore(BUDGET / 2 - 1, 3);
  const until = new Date(MORNING + 24 * HOUR_MS);
  const proofs = [await effortlessProof(site, 'sms', 1, until), await effortlessProof(site, 'sms', 1, until)];
  const waiting = `select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  const sending = await transaction(site.pool, async (client) => {
    await lockSending(client);
    const both = proofs.map((each, index) => send(newPhone(), newAddress(), each, index === 0 ? site : other));
    await expect.poll(async () => (await site.pool.query(waiting)).rows[0].count, { timeout: 20_000 }).toBe(2);
    return both;
  });
  const answers = await Promise.all(sending);
  expect(answers.map(effortOf).sort()).toEqual([2, null]);
  expect(count(answers, 0)).toBe(1);
});

test('each step of effort doubles the work, and the signed challenge has the effort', async () => {
  // Challenges have the time of the site's clock, and the real clock checks them.
  for (const app of [site, other]) app.setTime(null);
  const counterOf = (given: string): number => JSON.parse(Buffer.from(given, 'base64').toString()).solution.counter;
  for (const effort of [1, 2, 3]) {
    const counter = counterOf(await provenWork(site, 'sms', effort));
    expect(counter).toBeGreaterThanOrEqual(1000 * 2 ** (effort - 1));
    expect(counter).toBeLessThanOrEqual(2000 * 2 ** (effort - 1));
  }
  const address = newAddress();
  for (let i = 0; i < 20; i++) await send(newPhone(), address, await effortlessProof(site, 'sms'));
  const { data } = await site.call(userChallenge, { purpose: 'sms' });
  if (!data) throw new Error('no challenge');
  const forged = { ...data, parameters: { ...data.parameters, data: { purpose: 'sms', effort: 2 } } };
  expect(effortOf(await send(newPhone(), address, await solved(forged)))).toBe(2);
  expect(await send(newPhone(), address, await provenWork(site, 'sms', 2))).toMatchObject({ status: 1 });
});
