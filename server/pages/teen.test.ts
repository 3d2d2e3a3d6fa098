import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { userAdult, userLogin, userTeen } from '#contract/calls/account';
import { chapterVerify, comicInfo, comicRead, nextChapter } from '#contract/calls/comic';
import { progress } from '#contract/calls/library';
import { userInfo } from '#contract/calls/session';
import type { TeenTier } from '#contract/shapes';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { addComic, changeComic } from '../../testing/factories/comics.ts';
import { newAddress, withPassword } from '../../testing/factories/readers.ts';

let site: TestApp;
let comicId: number;
let chapterId: number;
let token: string;
/** Ten in the morning in Shanghai, some days on: later than all that is published. */
const MORNING = new Date(`${new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)}T02:00:00Z`);
const at = (minutes: number) => site.setTime(new Date(MORNING.getTime() + minutes * 60_000));

beforeAll(async () => {
  site = await startTestApp();
  const comic = await addComic(site, {});
  comicId = comic.comicId;
  chapterId = comic.chapters[0]?.id ?? 0;
});
afterAll(() => site.close());
beforeEach(async () => {
  at(0);
  token = await site.visitor();
  await turn(true, '1234');
});

const turn = (on: boolean, pin: string, tier?: TeenTier) =>
  site.call(userTeen, { on, pin, tier }, { token, remoteAddress: newAddress() });
const read = () => site.call(comicRead, { id: chapterId }, { token });
const readAhead = () => site.call(comicRead, { id: chapterId, ahead: true }, { token });
const look = () => site.call(comicInfo, { id: comicId }, { token });

test('the mode is on after setting a PIN, and is turned off only with the same PIN', async () => {
  expect((await site.call(userInfo, { token })).data?.teen).toBe(true);
  expect(await turn(false, '4321')).toMatchObject({ code: 2001, message: '密码不正确' });
  expect(await turn(true, '4321')).toMatchObject({ code: 2001 });
  expect((await site.call(userInfo, { token })).data?.teen).toBe(true);
  expect((await turn(false, '1234')).data?.teen).toBe(false);
  expect((await site.call(userInfo, { token })).data?.teen).toBe(false);
});

test('the PIN can not be tried out: five tries are free, then each waits longer', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => turn(false, String(5000 + i))));
  const count = (code: number) => answers.filter((each) => each.code === code).length;
  expect([count(2001), count(1003)]).toEqual([5, 15]);
  expect(await turn(false, '1234')).toMatchObject({ code: 1003 });
  at(1);
  expect(await turn(false, '1234')).toMatchObject({ status: 1 });
});

test('a young reader reads 40 minutes a day, counted in minutes in which something was read', async () => {
  for (let minute = 0; minute < 20; minute++) {
    at(minute * 3);
    for (let i = 0; i < 3; i++) expect(await read()).toMatchObject({ status: 1 });
  }
  for (let minute = 0; minute < 20; minute++) {
    at(100 + minute);
    await site.call(progress, { chapterId, page: 0, offset: 0, ageMs: 0 }, { token });
  }
  expect(await look()).toMatchObject({ status: 1 });
  at(130);
  expect(await read()).toMatchObject({ code: 2008, message: expect.stringContaining('40 分钟') });
  expect(await look()).toMatchObject({ code: 2008 });
  expect(await readAhead()).toMatchObject({ code: 2008 });
  at(24 * 60);
  expect(await read()).toMatchObject({ status: 1 });
});

const readMinutes = async (minutes: number, from: number) => {
  for (let minute = 0; minute < minutes; minute++) {
    at(from + minute);
    expect(await read(), `minute ${minute}`).toMatchObject({ status: 1 });
  }
};

test('a reader from 16 on reads two hours a day', async () => {
  expect((await turn(true, '1234', 'from16')).data).toMatchObject({ teen: true, teenTier: 'from16' });
  await readMinutes(120, 0);
  at(120);
  expect(await read()).toMatchObject({ code: 2008, message: expect.stringContaining('2 小时') });
  expect(await look()).toMatchObject({ code: 2008 });
  expect((await site.call(progress, { chapterId, page: 0, offset: 0, ageMs: 0 }, { token })).status).toBe(1);
});

test('the default tier is under 16; it changes only with the PIN, and the minutes already read still count', async () => {
  const tier = async () => (await site.call(userInfo, { token })).data?.teenTier;
  expect(await tier()).toBe('under16');
  expect(await turn(true, '4321', 'from16')).toMatchObject({ code: 2001 });
  expect(await tier()).toBe('under16');
  await turn(true, '1234', 'from16');
  await readMinutes(41, 0);
  // Whoever names no tier, as earlier versions of the page, changes none.
  await turn(true, '1234');
  expect(await tier()).toBe('from16');
  await turn(true, '1234', 'under16');
  expect(await read()).toMatchObject({ code: 2008, message: expect.stringContaining('40 分钟') });
  await turn(false, '1234');
  expect(await tier()).toBeUndefined();
  await turn(true, '5678');
  expect(await tier()).toBe('under16');
});

test.each([
  ['under16', 'from16', 'under16'],
  ['from16', 'under16', 'under16'],
  ['from16', 'from16', 'from16'],
  [null, 'from16', 'from16'],
  ['from16', null, 'from16'],
] as const)(
  'after a login on a device with %s to an account with %s the tier is %s',
  async (ofDevice, ofAccount, merged) => {
    const name = `tiers_${ofDevice}_${ofAccount}`;
    const account = await withPassword(site, name, 'Tr0ub4dor&3-x');
    if (ofAccount) await site.call(userTeen, { on: true, pin: '9876', tier: ofAccount }, account);
    await turn(ofDevice !== null, '1234', ofDevice ?? undefined);
    const payload = { username: name, password: 'Tr0ub4dor&3-x' };
    const { data } = await site.call(userLogin, payload, { token, remoteAddress: newAddress() });
    expect(data?.user.teenTier).toBe(merged);
  },
);

test('prefetched chapters do not count as minutes', async () => {
  for (let minute = 0; minute <= 40; minute++) {
    at(minute);
    expect(await readAhead()).toMatchObject({ status: 1 });
  }
  expect(await read()).toMatchObject({ status: 1 });
});

test('from 22 to 6 in Shanghai nothing opens', async () => {
  for (const [hour, isOpen] of [
    [6, true],
    [21.99, true],
    [22, false],
    [24, false],
    [29.99, false],
    [30, true],
  ] as const) {
    at((hour - 10) * 60);
    const expected = isOpen ? { status: 1 } : { code: 2008, message: expect.stringContaining('22:00') };
    expect(await read(), `at ${hour}`).toMatchObject(expected);
    expect(await look(), `at ${hour}`).toMatchObject(expected);
    for (const call of [chapterVerify, nextChapter])
      expect(await site.call(call, { id: chapterId }, { token }), `at ${hour}`).toMatchObject(expected);
  }
});

test.each<['all' | '12' | '16' | '18', boolean]>([
  ['all', true],
  ['12', true],
  ['16', false],
  ['18', false],
])('a comic rated %s opens: %s', async (rating, isOpen) => {
  const comic = await addComic(site, {});
  await changeComic(site, comic.comicId, { ageRating: rating });
  await site.caughtUp();
  const expected = isOpen ? { status: 1 } : { code: 2008, data: null };
  expect(await site.call(comicInfo, { id: comic.comicId }, { token })).toMatchObject(expected);
  const answer = await site.call(comicRead, { id: comic.chapters[0]?.id ?? 0 }, { token });
  expect(answer).toMatchObject(expected);
  if (!isOpen) expect(JSON.stringify(answer)).not.toContain(comic.chapters[0]?.storeKey);
});

test('a young reader can not say to be of age', async () => {
  expect(await site.call(userAdult, { adult: true }, { token })).toMatchObject({ code: 2008 });
});

test('logging in does not end the mode', async () => {
  await withPassword(site, 'elder', 'Tr0ub4dor&3-x');
  const payload = { username: 'elder', password: 'Tr0ub4dor&3-x' };
  const { data } = await site.call(userLogin, payload, { token, remoteAddress: newAddress() });
  expect(data?.user.teen).toBe(true);
});

test('minutes read before a login count after it, beside those the account had', async () => {
  const account = await withPassword(site, 'two_devices', 'Tr0ub4dor&3-x');
  await site.call(userTeen, { on: true, pin: '9876' }, { token: account.token });
  const readFor = async (minutes: number, from: number, as: string) => {
    for (let minute = 0; minute < minutes; minute++) {
      at(from + minute);
      expect(await site.call(comicRead, { id: chapterId }, { token: as })).toMatchObject({ status: 1 });
    }
  };
  await readFor(15, 0, account.token);
  await readFor(25, 20, token);
  const payload = { username: 'two_devices', password: 'Tr0ub4dor&3-x' };
  token = (await site.call(userLogin, payload, { token, remoteAddress: newAddress() })).data?.token ?? '';
  at(50);
  expect(await read()).toMatchObject({ code: 2008, message: expect.stringContaining('40 分钟') });
});
