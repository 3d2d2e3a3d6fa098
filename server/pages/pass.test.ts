import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { userTeen } from '#contract/calls/account';
import { chapterVerify, comicInfo, comicRead, waitOpen } from '#contract/calls/comic';
import { userInfo } from '#contract/calls/session';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { addComic, changeComic, setOnline } from '../../testing/factories/comics.ts';
import { newVisitor, signedIn } from '../../testing/factories/readers.ts';
import { sellPass } from '../../testing/factories/shop.ts';
import { readWalletArgs, runWallet } from '../operator/commands/wallet/wallet.ts';

/** Noon in Shanghai. */
const NOW = new Date('2026-03-10T04:00:00.000Z');
const DAY_MS = 24 * 3600 * 1000;
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

let site: TestApp;
let time: Date;
let reader: { id: number; token: string };
beforeAll(async () => {
  site = await startTestApp({ now: NOW });
});
afterAll(() => site.close());
beforeEach(async () => {
  setTime(NOW);
  reader = await signedIn(site);
});

function setTime(at: Date): void {
  time = at;
  site.setTime(at);
}
const as = () => ({ token: reader.token });
const info = async (id: number) => (await site.call(comicInfo, { id }, as())).data;
const me = async () => (await site.call(userInfo, { token: reader.token }, as())).data;
const read = async (id: number) => (await site.call(comicRead, { id }, as())).code;

async function give(...options: string[]) {
  const out: string[] = [];
  const write = (text: string) => out.push(text);
  const args = readWalletArgs(['pass', String(reader.id), ...options], { stdout: { write }, stderr: { write } });
  const context = { pool: site.pool, stdout: { write }, clock: () => time, confirm: async () => false };
  const code = typeof args === 'number' ? args : await runWallet(args, context);
  return { code, out: out.join('') };
}

/** A free chapter, two that are old enough for a pass of ten days, and one that is not. */
async function passComic() {
  const { comicId, chapters } = await addComic(site, {
    createdAt: inDays(-20),
    chapters: [{}, { price: 10 }, { price: 10, publishedAt: inDays(-10) }, { price: 10, publishedAt: inDays(-9) }],
  });
  await changeComic(site, comicId, { passAfterDays: 10 });
  await site.caughtUp();
  return { comicId, ids: chapters.map(({ id }) => id) as [number, number, number, number] };
}

test('a pass opens chapters that are old enough until its last day is over, and then no more', async () => {
  const { comicId, ids } = await passComic();
  expect(await me()).not.toHaveProperty('pass');
  expect((await info(comicId))?.pass).toEqual({ afterDays: 10, until: null });
  expect(await read(ids[1])).toBe(3003);
  expect(await give('--days', '2', '--reason', '补偿')).toEqual({
    code: 0,
    out: `给读者 ${reader.id} 月卡 2 天，现在没有月卡。\n已给，月卡到 2026-03-11 为止。\n`,
  });
  const until = '2026-03-11T16:00:00.000Z';
  expect((await me())?.pass).toEqual({ until });
  expect((await info(comicId))?.chapters).toMatchObject([
    { access: 'free' },
    { access: 'free', opened: { by: 'pass', until } },
    { access: 'free', opened: { by: 'pass', until } },
    { access: 'locked' },
  ]);
  expect([await read(ids[2]), await read(ids[3])]).toEqual([0, 3003]);
  setTime(inDays(1));
  expect(await read(ids[3])).toBe(0);
  setTime(new Date('2026-03-11T15:59:59.999Z'));
  expect(await read(ids[1])).toBe(0);
  setTime(new Date('2026-03-11T16:00:00.000Z'));
  expect([await read(ids[1]), await read(ids[2])]).toEqual([3003, 3003]);
  expect(await me()).not.toHaveProperty('pass');
});

test('days given again follow the last one; many at once are asked about', async () => {
  await give('--days', '2', '--reason', '补偿');
  await give('--days', '3', '--reason', '补偿');
  expect((await me())?.pass).toEqual({ until: '2026-03-14T16:00:00.000Z' });
  expect((await give('--days', '32', '--reason', '补偿')).code).toBe(1);
  expect((await give('--days', '32', '--reason', '补偿', '--yes')).code).toBe(0);
  expect((await give('--days', '0', '--reason', '补偿')).code).toBe(2);
  expect((await give('--days', '1')).code).toBe(2);
});

test('a pass opens nothing in a comic that is not marked, is offline, or in 未成年人模式, nor for a visitor', async () => {
  const { comicId, ids } = await passComic();
  await give('--days', '2', '--reason', '补偿');
  await setOnline(site, comicId, false);
  await site.caughtUp();
  expect(await read(ids[1])).toBe(3002);
  await setOnline(site, comicId, true);
  await changeComic(site, comicId, { passAfterDays: 0 });
  await site.caughtUp();
  expect(await read(ids[1])).toBe(3003);
  expect(await info(comicId)).not.toHaveProperty('pass');
  await changeComic(site, comicId, { passAfterDays: 10 });
  await site.caughtUp();
  const visitor = { token: await newVisitor(site) };
  expect((await site.call(comicRead, { id: ids[1] }, visitor)).code).toBe(3003);
  await site.call(userTeen, { on: true, pin: '1234' }, as());
  expect(await read(ids[1])).toBe(3003);
});

test('the sale of 月卡 is shown where a pass would open a locked chapter, and not in 未成年人模式', async () => {
  const { comicId, ids } = await passComic();
  const shown = async (who = as()) => {
    const detail = await site.call(comicInfo, { id: comicId }, who);
    const panels = await Promise.all([ids[1], ids[3]].map((id) => site.call(chapterVerify, { id }, who)));
    return [detail.data?.pass?.forSale, ...panels.map(({ data }) => data?.passForSale)];
  };
  const nothing = [undefined, undefined, undefined];
  const ofPass = [true, true, undefined];
  expect(await shown()).toEqual(nothing);
  await sellPass(site);
  expect([await shown(), await shown({ token: await newVisitor(site) })]).toEqual([ofPass, ofPass]);
  await give('--days', '2', '--reason', '补偿');
  expect(await shown()).toEqual(nothing);
  setTime(inDays(3));
  expect((await shown())[0]).toBe(true);
  await site.call(userTeen, { on: true, pin: '1234' }, as());
  expect(await shown()).toEqual(nothing);
});

test('a chapter that a pass opens uses no timer of 等就免费', async () => {
  const { comicId, ids } = await passComic();
  await changeComic(site, comicId, { waitHours: 24, waitExceptLatest: 0 });
  await site.caughtUp();
  await give('--days', '2', '--reason', '补偿');
  expect((await site.call(waitOpen, { id: ids[1], key: 'pass-and-wait' }, as())).data).toEqual({
    until: null,
    readyAt: null,
  });
  expect((await info(comicId))?.waitFree).toMatchObject({ readyAt: null, next: ids[3] });
  expect((await site.call(chapterVerify, { id: ids[1] }, as())).data?.readable).toBe(true);
});

test('an answer holds until the pass opens the next chapter, or ends before', async () => {
  const { comicId } = await addComic(site, {
    createdAt: inDays(-20),
    chapters: [{}, ...[-8, -9, -7].map((day) => ({ price: 10, publishedAt: inDays(day) }))],
  });
  await changeComic(site, comicId, { passAfterDays: 10 });
  await site.caughtUp();
  const validUntil = async () => {
    const response = await site.http.inject({
      method: 'POST',
      url: `/api/${comicInfo.path}`,
      headers: { 'content-type': 'text/plain', authorization: `Bearer ${reader.token}` },
      payload: site.cipher.seal(JSON.stringify({ id: comicId })),
    });
    return new Date(String(response.headers.expires));
  };
  await give('--days', '3', '--reason', '补偿');
  expect(await validUntil()).toEqual(inDays(1));
  setTime(inDays(1));
  expect(await validUntil()).toEqual(inDays(2));
  setTime(inDays(2));
  // The pass ends at midnight, twelve hours later.
  expect(await validUntil()).toEqual(inDays(2.5));
});
