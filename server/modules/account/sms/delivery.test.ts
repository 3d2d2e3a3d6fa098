import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loginBySms, loginSendSms } from '#contract/calls/account';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { newAddress, newPhone } from '../../../../testing/factories/readers.ts';
import { startFakeSmsGateways, usual } from '../../../../testing/gateways/sms.ts';
import { keyOf, makeGateway } from '../../../../testing/gateways/sms-senders.ts';
import type { SmsMessage, SmsOutcome, SmsReport, SmsSender, TakenMessage } from '../account.ts';

/** A gateway with a set result, which records its calls. */
type Puppet = SmsSender & {
  outcome: SmsOutcome;
  said: SmsReport | null | Error;
  sent: SmsMessage[];
  asked: TakenMessage[];
};

function puppet(name: string): Puppet {
  const made: Puppet = {
    name,
    outcome: 'sent',
    said: null,
    sent: [],
    asked: [],
    async send(message) {
      made.sent.push(message);
      return made.outcome === 'sent'
        ? { outcome: 'sent', messageId: `${name}-${made.sent.length}` }
        : { outcome: made.outcome, detail: 'as the gateway says' };
    },
    async report(taken) {
      made.asked.push(taken);
      if (made.said instanceof Error) throw made.said;
      return made.said;
    },
  };
  return made;
}

const START = new Date('2026-11-22T02:00:00Z').getTime();
const MINUTE_MS = 60_000;
let now = START;
let first: Puppet;
let second: Puppet;
let site: TestApp;
const logged: string[] = [];

beforeAll(async () => {
  const log = pino({ level: 'warn' }, { write: (line) => void logged.push(line) });
  first = puppet('first');
  second = puppet('second');
  site = await startTestApp({ smsGateways: [first, second], now: new Date(START), log });
});
afterAll(() => site.close());
beforeEach(async () => {
  for (const each of [first, second]) Object.assign(each, { outcome: 'sent', said: null, sent: [], asked: [] });
  logged.length = 0;
  await site.pool.query('delete from account.sms_delivery');
  await site.pool.query('delete from account.sms_send');
  // No sender is moved back by the previous test.
  passMinutes(60);
});

function passMinutes(minutes: number): void {
  now += minutes * MINUTE_MS;
  site.setTime(new Date(now));
}

const ask = (telephone = newPhone()) => site.call(loginSendSms, { telephone }, { remoteAddress: newAddress() });
const fetchReports = () => site.app.runFrequentJobs();
const counts = () => [first.sent.length, second.sent.length];
async function deliveries() {
  const { rows } = await site.pool.query<Record<string, unknown>>('select * from account.sms_delivery order by id');
  return rows;
}

test('a sender with a fault is tried last for three minutes, and the alarm has its name', async () => {
  first.outcome = 'operator-fault';
  expect((await ask()).code).toBe(0);
  expect(counts()).toEqual([1, 1]);
  expect(logged.join('')).toMatch(/"level":50,.*"alarm":"sms","sender":"first".*could not be sent/);
  first.outcome = 'sent';
  passMinutes(2.9);
  await ask();
  expect(counts()).toEqual([1, 2]);
  passMinutes(0.2);
  await ask();
  expect(counts()).toEqual([2, 2]);
});

test('a sender that was moved back is still tried if the other one fails too', async () => {
  first.outcome = 'operator-fault';
  await ask();
  first.outcome = 'sent';
  second.outcome = 'operator-fault';
  expect((await ask()).code).toBe(0);
  expect(counts()).toEqual([2, 2]);
});

test('a message that may have been sent is not sent again, but the next one uses the other sender', async () => {
  const telephone = newPhone();
  first.outcome = 'unknown';
  expect((await ask(telephone)).data).toEqual({ resendAfter: 60 });
  expect(counts()).toEqual([1, 0]);
  passMinutes(1.1);
  await ask(telephone);
  expect(counts()).toEqual([1, 1]);
});

test.each<[SmsOutcome, number]>([
  ['throttled', 2003],
  ['bad-number', 1001],
])('a message that is %s is answered with %i, and not sent by another sender', async (outcome, code) => {
  first.outcome = outcome;
  expect((await ask()).code).toBe(code);
  await ask();
  expect(counts()).toEqual([2, 0]);
});

test('a sender without a template for the purpose is skipped', async () => {
  first.canSend = (purpose) => purpose !== 'login';
  await ask();
  delete first.canSend;
  expect(counts()).toEqual([0, 1]);
});

test('every delivery is recorded, without the code', async () => {
  const telephone = newPhone();
  first.outcome = 'operator-fault';
  await ask(telephone);
  const [failed, taken] = await deliveries();
  const both = { telephone, purpose: 'login', report: null, sent_at: new Date(now) };
  expect(failed).toMatchObject({
    ...both,
    sender: 'first',
    outcome: 'operator-fault',
    detail: 'as the gateway says',
    ask_at: null,
  });
  expect(taken).toMatchObject({ ...both, sender: 'second', outcome: 'sent', message_id: 'second-1' });
  expect(taken?.ask_at).toEqual(new Date(now + MINUTE_MS / 2));
  const [message] = second.sent;
  expect(JSON.stringify([failed, taken])).not.toContain(message && 'code' in message ? message.code : '');
  const metrics = await site.app.metrics.text();
  expect(metrics).toMatch(/manyu_sms_total\{sender="first",outcome="operator-fault"\} \d/);
});

test('a gateway is queried until it knows the delivery, with growing delays, at most six times', async () => {
  await ask();
  const sentAt = now;
  const asked: number[] = [];
  for (const minute of [0.4, 0.6, 1.9, 2.1, 9, 11, 59, 61, 359, 361, 1439, 1441, 9000]) {
    now = sentAt;
    passMinutes(minute);
    await fetchReports();
    asked.push(first.asked.length);
  }
  expect(asked).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]);
  expect((await deliveries())[0]).toMatchObject({ report: null, ask_at: null, asks: 6 });
});

test('the delivery of messages is stored, and counted for a day', async () => {
  await ask();
  await ask();
  await ask();
  passMinutes(1);
  first.said = { state: 'undelivered', detail: 'MK:0001' };
  await fetchReports();
  expect(first.asked[0]).toMatchObject({ messageId: 'first-1', at: new Date(now - MINUTE_MS) });
  expect((await deliveries())[0]).toMatchObject({ report: 'undelivered', report_detail: 'MK:0001', ask_at: null });
  expect(await site.app.metrics.text()).toContain('manyu_sms_day{state="undelivered"} 3');
  passMinutes(24 * 60);
  await fetchReports();
  expect(await site.app.metrics.text()).toContain('manyu_sms_day{state="undelivered"} 0');
});

test('a gateway that does not answer is queried once a round, so that it does not delay others', async () => {
  await ask();
  await ask();
  first.outcome = 'operator-fault';
  await ask();
  passMinutes(1);
  first.said = new Error('no route');
  second.said = { state: 'delivered' };
  await fetchReports();
  expect([first.asked.length, second.asked.length]).toEqual([1, 1]);
  expect(logged.join('')).toContain('"reason":"no route"');
});

test('deliveries are deleted after a week', async () => {
  await ask();
  passMinutes(7 * 24 * 60 - 1);
  await site.sweep(new Date(now));
  expect(await deliveries()).toHaveLength(1);
  passMinutes(2);
  await site.sweep(new Date(now));
  expect(await deliveries()).toEqual([]);
});

test('a reader logs in with the code of the second gateway, and no secret is logged', async () => {
  const fake = await startFakeSmsGateways(() => new Date(now));
  const parts = { fetch: fake.fetch, clock: () => new Date(now) };
  const smsGateways = [makeGateway('aliyun', parts), makeGateway('tencent', parts)];
  const log = pino({ level: 'trace', base: null, timestamp: false }, { write: (line) => void logged.push(line) });
  const node = await startTestApp({ beside: site, smsGateways, now: new Date(now), log });
  try {
    const telephone = newPhone();
    fake.answer = (request) =>
      request.host.startsWith('dysms')
        ? { body: { Code: 'isv.AMOUNT_NOT_ENOUGH', Message: JSON.stringify(request.fields) } }
        : usual(request);
    const from = { remoteAddress: newAddress() };
    expect((await node.call(loginSendSms, { telephone }, from)).data).toEqual({ resendAfter: 60 });
    const code = String(fake.asked.at(-1)?.fields.TemplateParamSet);
    expect((await node.call(loginBySms, { telephone, code }, from)).code).toBe(0);
    passMinutes(1);
    node.setTime(new Date(now));
    const delivered = { SerialNo: '5000:1', ReportStatus: 'SUCCESS', Description: 'DELIVRD' };
    fake.answer = () => ({ body: { Response: { PullSmsSendStatusSet: [delivered] } } });
    await node.app.runFrequentJobs();
    expect(await deliveries()).toMatchObject([
      { sender: 'aliyun', outcome: 'operator-fault', detail: expect.stringContaining('"PhoneNumbers":"***"') },
      { sender: 'tencent', outcome: 'sent', report: 'delivered', report_detail: 'DELIVRD' },
    ]);
    const secrets = [telephone, code, keyOf('aliyun').secret, keyOf('tencent').secret];
    for (const secret of secrets) expect(logged.join('')).not.toContain(secret);
  } finally {
    await node.close();
    await fake.close();
  }
});
