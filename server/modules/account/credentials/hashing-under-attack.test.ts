import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { userDelete, userLogin, userPassword, userTeen } from '#contract/calls/account';
import { userRegister } from '#contract/calls/session';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { newAddress, withPassword } from '../../../../testing/factories/readers.ts';
import { hashCheaply } from '../../../../testing/fuzz/cheap-hashes.ts';

// Hundreds of calls, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 });

let site: TestApp;
beforeAll(async () => {
  hashCheaply();
  site = await startTestApp({ realHashes: true });
});
afterAll(() => site.close());

const GOOD = 'Tr0ub4dor&3-x';
const MORE_THAN_CAN_WAIT = 40;
let names = 0;
let reader: string;
beforeEach(async () => {
  names += 1;
  reader = `honest_${names}`;
  await withPassword(site, reader, GOOD);
});

const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const logIn = (password = GOOD, remoteAddress = newAddress()) =>
  site.call(userLogin, { username: reader, password }, { remoteAddress });

async function visitor(): Promise<string> {
  const arrival = { domain: 'test', platform: null };
  const { data } = await site.call(userRegister, arrival, { remoteAddress: newAddress() });
  return data?.token ?? '';
}

/** Stops all hashes until the returned function is called. */
function holdHashes(): () => void {
  const { argon2 } = crypto;
  const held: Parameters<typeof argon2>[] = [];
  const spy = vi.spyOn(crypto, 'argon2').mockImplementation((...given) => void held.push(given));
  syncBuiltinESMExports();
  return () => {
    spy.mockRestore();
    syncBuiltinESMExports();
    for (const given of held) argon2(...given);
  };
}

/** Whether this many guesses of one secret are counted and wait for their hashes. */
const guessesTaken = async (count: number) =>
  (await site.pool.query('select from account.guess where count = $1', [count])).rowCount;

/** Stops all hashes and makes calls until one is refused; the returned function continues the hashes. */
async function fillQueue<Answer extends { code: number }>(attack: (index: number) => Promise<Answer>) {
  const goOn = holdHashes();
  let refused = 0;
  const attacks = times(MORE_THAN_CAN_WAIT, async (index) => {
    const { code } = await attack(index);
    if (code === 1003) refused++;
  });
  await expect.poll(() => refused, { timeout: 60_000 }).toBeGreaterThan(0);
  return async () => {
    goOn();
    await attacks;
  };
}

/** The answers to `honest` calls while the queue is full; all calls guess one secret. */
async function beside<Attack extends { code: number }, Honest>(
  attack: (index: number) => Promise<Attack>,
  honest: () => Promise<Honest>[],
): Promise<Honest[]> {
  const goOn = await fillQueue(attack);
  const calls = honest();
  const answers = Promise.all(calls);
  await expect.poll(() => guessesTaken(calls.length), { timeout: 60_000 }).toBe(1);
  await goOn();
  return answers;
}

test.each([
  ['one address', () => '192.0.2.1'],
  ['many addresses of one /48', (index: number) => `2001:db8:ffff:${index.toString(16)}::1`],
  ['many networks', () => newAddress()],
])('sessions from %s that repeat calls with hashes delay no login', async (_what, address) => {
  const tokens = await times(MORE_THAN_CAN_WAIT, visitor);
  const loop = (index: number) => {
    const as = { token: tokens[index], remoteAddress: address(index) };
    return index % 2
      ? site.call(userTeen, { on: true, pin: '1234' }, as)
      : site.call(userPassword, { username: `loop_${names}_${index}`, password: GOOD }, as);
  };
  const logins = await beside(loop, () => Array.from({ length: 4 }, () => logIn()));
  expect(logins.map(({ status }) => status)).toEqual(Array(4).fill(1));
});

test('many logins from one /48 do not refuse logins from other networks', async () => {
  const flood = (index: number) =>
    site.call(
      userLogin,
      { username: `nobody_${names}_${index}`, password: 'wrong' },
      { remoteAddress: `2001:db8:fffe:${index.toString(16)}::1` },
    );
  const logins = await beside(flood, () => Array.from({ length: 4 }, () => logIn()));
  expect(logins.map(({ status }) => status)).toEqual(Array(4).fill(1));
});

test('a password can be set from another address during an attack on the same call', async () => {
  const tokens = await times(MORE_THAN_CAN_WAIT, visitor);
  const { token } = await withPassword(site, `sets_${names}`, GOOD);
  const set = (old: string) =>
    site.call(userPassword, { password: 'Another-g00d-1', old }, { token, remoteAddress: newAddress() });
  const loop = (index: number) =>
    site.call(
      userTeen,
      { on: true, pin: '1234' },
      { token: tokens[index], remoteAddress: `2001:db8:fffd:${index.toString(16)}::1` },
    );
  const answers = await beside(loop, () => ['wrong', 'wrong', 'wrong'].map(set));
  expect(answers.map(({ code }) => code)).toEqual([2001, 2001, 2001]);
});

test.each([
  [4, 1],
  [7, 8],
])(
  'a guess that nobody had time to look at counts for nothing, and the %i that were wrong still do',
  async (wrong, retryAfter) => {
    const now = Date.now();
    for (let guess = 0; guess < wrong; guess++) {
      // The test moves the clock, so that no delay ends by itself.
      site.setTime(new Date(now + guess * 60_000));
      expect(await logIn('wrong')).toMatchObject({ code: 2001 });
    }
    site.setTime(new Date(now + wrong * 60_000));
    const flood = (index: number) =>
      site.call(userLogin, { username: `flood_${names}_${index}`, password: 'x' }, { remoteAddress: newAddress() });
    const goOn = await fillQueue(flood);
    for (let guess = 0; guess < 10; guess++)
      expect(await logIn()).toMatchObject({ code: 1003, data: { retryAfter: 3 } });
    await goOn();
    expect(await logIn('wrong')).toMatchObject({ code: 2001 });
    expect(await logIn()).toMatchObject({ code: 1003, data: { retryAfter } });
    site.setTime(new Date(now + (wrong + 1) * 60_000));
    expect(await logIn()).toMatchObject({ status: 1 });
    site.setTime(null);
  },
);

test.each([userTeen, userPassword, userDelete])(
  'one address may call $path sixty times in ten minutes',
  async (call) => {
    const remoteAddress = newAddress();
    // Counted before the session is read, so that a flood costs little.
    const answers = await times(61, () => site.call(call, {} as never, { remoteAddress }));
    expect(answers.map(({ code }) => code).sort()).toEqual([...Array(60).fill(-1), 1003]);
    expect(await site.call(call, {} as never, { remoteAddress: newAddress() })).toMatchObject({ code: -1 });
  },
);

test.each([
  ['thirty from one address', 30, () => '198.51.100.7'],
  ['a hundred and twenty from one /48', 120, (index: number) => `2001:db8:fffc:${index.toString(16)}::1`],
])(
  'of the username checks in an hour, %s reveal a taken name, from any number of sessions',
  async (_what, most, address) => {
    const tokens = await times(Math.ceil(most / 50) + 1, visitor);
    const ask = (index: number, remoteAddress: string) =>
      site.call(
        userPassword,
        { username: reader, password: GOOD },
        { token: tokens[index % tokens.length], remoteAddress },
      );
    for (let index = 0; index < most; index++) expect(await ask(index, address(index))).toMatchObject({ code: 2005 });
    expect(await ask(most, address(most))).toMatchObject({ code: 1003 });
    expect(await ask(most, newAddress())).toMatchObject({ code: 2005 });
  },
);
