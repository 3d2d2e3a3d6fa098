import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { loginBySms, loginSendSms, userSendCode } from '#contract/calls/account';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { effortlessProof } from '../../../../testing/app/proofs.ts';
import {
  lastCode,
  newAddress,
  newPhone,
  newVisitor,
  ownCode,
  signedIn,
} from '../../../../testing/factories/readers.ts';

// Hundreds of calls are slow on a busy machine.
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

/** A device with its own session and address. */
async function newDevice() {
  const from = { token: await newVisitor(site), remoteAddress: newAddress() };
  return {
    from,
    send: (telephone: string, proof?: string, app = site) => app.call(loginSendSms, { telephone, proof }, from),
    enter: (telephone: string, code: string, app = site) => app.call(loginBySms, { telephone, code }, from),
  };
}

const wrong = (code: string, i: number) => String((Number(code) + 1 + i) % 1_000_000).padStart(6, '0');

test('wrong codes of others do not invalidate the owner’s code, with a session and without', async () => {
  const phone = newPhone();
  const [owner, stranger] = [await newDevice(), await newDevice()];
  expect(await owner.send(phone)).toMatchObject({ status: 1 });
  const code = await lastCode(site, phone);
  for (let i = 0; i < 6; i++) {
    const app = i % 2 ? site : other;
    expect(await stranger.enter(phone, wrong(code, i), app)).toMatchObject({ code: 2002 });
    const nobody = { remoteAddress: newAddress() };
    expect(await app.call(loginBySms, { telephone: phone, code: wrong(code, i) }, nobody)).toMatchObject({
      code: 2002,
    });
  }
  expect(await owner.enter(phone, code)).toMatchObject({ status: 1 });
});

test('two devices with one address have separate codes, also after a change of address', async () => {
  const phone = newPhone();
  const [owner, stranger] = [await newDevice(), await newDevice()];
  stranger.from.remoteAddress = owner.from.remoteAddress;
  await owner.send(phone);
  const code = await lastCode(site, phone);
  expect(await stranger.send(phone)).toMatchObject({ status: 1 });
  for (let i = 0; i < 6; i++) expect(await stranger.enter(phone, wrong(code, i))).toMatchObject({ code: 2002 });
  owner.from.remoteAddress = newAddress();
  expect(await owner.enter(phone, code)).toMatchObject({ status: 1 });
});

test('a code cannot be used on another device', async () => {
  const phone = newPhone();
  const [owner, stranger] = [await newDevice(), await newDevice()];
  await owner.send(phone);
  const code = await lastCode(site, phone);
  expect(await stranger.enter(phone, code)).toMatchObject({ code: 2002 });
  expect(await owner.enter(phone, code)).toMatchObject({ status: 1 });
});

test('a request of another device neither delays the owner’s request nor requires a proof of work for it', async () => {
  const phone = newPhone();
  const [owner, stranger] = [await newDevice(), await newDevice()];
  expect(await stranger.send(phone, undefined, other)).toMatchObject({ status: 1 });
  expect(await owner.send(phone)).toMatchObject({ status: 1, data: { resendAfter: 60 } });
  const code = await lastCode(site, phone);
  expect(await stranger.send(phone)).toMatchObject({ code: 2003, data: { retryAfter: expect.any(Number) } });
  expect(await owner.enter(phone, code)).toMatchObject({ status: 1 });
});

test('a requester gets at most five codes an hour for a phone, even with proofs of work', async () => {
  const phone = newPhone();
  const owner = await newDevice();
  const begin = Date.now();
  const answers: unknown[] = [];
  for (let i = 0; i < 6; i++) {
    site.setTime(new Date(begin + i * 61_000));
    const { code, data } = await owner.send(phone, await effortlessProof(site, 'sms'));
    answers.push(code === 2003 ? data : code);
  }
  site.setTime(null);
  // By then the first of them is an hour old.
  expect(answers).toEqual([0, 0, 0, 0, 0, { retryAfter: 3600 - 5 * 61 }]);
});

test('only the newest code of a requester is valid, whatever others request', async () => {
  const phone = newPhone();
  const [owner, stranger] = [await newDevice(), await newDevice()];
  await owner.send(phone);
  const first = await lastCode(site, phone);
  site.setTime(new Date(Date.now() + 61_000));
  await owner.send(phone);
  const second = await lastCode(site, phone);
  await stranger.send(phone);
  if (first !== second) expect(await owner.enter(phone, first)).toMatchObject({ code: 2002 });
  expect(await owner.enter(phone, second)).toMatchObject({ status: 1 });
  site.setTime(null);
});

async function liveCodes(telephone: string): Promise<number> {
  const { rowCount } = await site.pool.query('select from account.sms_code where telephone = $1', [telephone]);
  return rowCount ?? 0;
}

test('a phone has at most three valid codes: a fourth ends the oldest, except those of the owner’s sessions', async () => {
  const owner = await signedIn(site);
  const { phone } = owner;
  const own = await ownCode(site, owner, 'delete');
  const devices = await Promise.all(Array.from({ length: 4 }, newDevice));
  const codes: string[] = [];
  for (const [i, device] of devices.entries()) {
    // So that each code is later than the previous one.
    site.setTime(new Date(Date.now() + (i + 1) * 1000));
    expect(await device.send(phone, await effortlessProof(site, 'sms'))).toMatchObject({ status: 1 });
    codes.push(await lastCode(site, phone));
    expect(await liveCodes(phone)).toBeLessThanOrEqual(3);
  }
  for (const [i, device] of devices.slice(0, 2).entries())
    expect(await device.enter(phone, codes[i] ?? '')).toMatchObject({ code: 2002 });
  const { rows } = await site.pool.query<{ purpose: string }>(
    'select purpose from account.sms_code where telephone = $1 order by purpose',
    [phone],
  );
  expect(rows.map(({ purpose }) => purpose)).toEqual(['delete', 'login', 'login']);
  expect(own).toMatch(/^\d{6}$/);
  expect(await devices[3]?.enter(phone, codes[3] ?? '')).toMatchObject({ status: 1 });
  site.setTime(null);
});

test('a code requested without a session is valid from that address, even after a session has started', async () => {
  const [one, two] = [newPhone(), newPhone()];
  const from = { remoteAddress: newAddress() };
  for (const telephone of [one, two]) await site.call(loginSendSms, { telephone }, from);
  const entry = async (telephone: string) => ({ telephone, code: await lastCode(site, telephone) });
  const elsewhere = { remoteAddress: newAddress() };
  expect(await site.call(loginBySms, await entry(one), elsewhere)).toMatchObject({ code: 2002 });
  expect(await site.call(loginBySms, await entry(one), from)).toMatchObject({ status: 1 });
  const begun = { ...from, token: await newVisitor(site) };
  expect(await site.call(loginBySms, await entry(two), begun)).toMatchObject({ status: 1 });
});

test('other requesters need a growing proof of work for one phone, the owner’s session needs none', async () => {
  const owner = await signedIn(site);
  const { phone } = owner;
  const efforts: (number | undefined)[] = [];
  for (let i = 0; i < 19; i++) {
    const stranger = await newDevice();
    const first = await stranger.send(phone);
    if (first.code === 2007) {
      const effort = (first.data as { effort: number } | null)?.effort ?? 0;
      efforts.push(effort);
      expect(await stranger.send(phone, await effortlessProof(site, 'sms', effort))).toMatchObject({ status: 1 });
    } else efforts.push(first.code);
  }
  expect(efforts.slice(0, 6)).toEqual([0, 1, 1, 2, 2, 2]);
  expect(Math.max(...efforts.map(Number))).toBe(4);
  // The limit of other requesters is twenty in an hour.
  const late = await newDevice();
  expect(await late.send(phone, await effortlessProof(site, 'sms'))).toMatchObject({ code: 2003 });
  const own = { token: owner.token, remoteAddress: newAddress() };
  expect(await site.call(userSendCode, { purpose: 'password' }, own)).toMatchObject({ status: 1 });
});

test('the owner’s device can get a code after others have used up the limit of the phone', async () => {
  const phone = newPhone();
  const from = { remoteAddress: newAddress() };
  await site.call(loginSendSms, { telephone: phone }, from);
  const { device } = await site.call(loginBySms, { telephone: phone, code: await lastCode(site, phone) }, from);
  for (let i = 0; i < 19; i++) await (await newDevice()).send(phone, await effortlessProof(site, 'sms'));
  const requestCode = (headers: Record<string, string>) =>
    site.call(loginSendSms, { telephone: phone }, { remoteAddress: newAddress(), headers });
  expect(await requestCode({})).toMatchObject({ code: 2003 });
  expect(await requestCode({ cookie: `device=${device}` })).toMatchObject({ status: 1 });
  // The cookie of one account has no effect for the phone of another.
  const another = await signedIn(site);
  for (let i = 0; i < 6; i++) await (await newDevice()).send(another.phone, await effortlessProof(site, 'sms'));
  const headers = { cookie: `device=${device}` };
  const foreign = { remoteAddress: newAddress(), headers };
  expect(await site.call(loginSendSms, { telephone: another.phone }, foreign)).toMatchObject({ code: 2007 });
});

test('the devices of one network cannot use up the limit of a phone', async () => {
  const phone = newPhone();
  const answers: number[] = [];
  for (let i = 0; i < 12; i++) {
    const from = { token: await newVisitor(site), remoteAddress: `2001:dba:77:${i.toString(16)}::1` };
    const proof = await effortlessProof(site, 'sms');
    answers.push((await site.call(loginSendSms, { telephone: phone, proof }, from)).code);
  }
  expect(answers).toEqual([...Array(8).fill(0), ...Array(4).fill(2003)]);
  const owner = await newDevice();
  const sent = await owner.send(phone, await effortlessProof(site, 'sms'));
  expect(sent).toMatchObject({ status: 1 });
  expect(await owner.enter(phone, await lastCode(site, phone))).toMatchObject({ status: 1 });
});
