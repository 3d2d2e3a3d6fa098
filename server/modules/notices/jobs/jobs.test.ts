import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { comicPay, waitOpen } from '#contract/calls/comic';
import { addSubscribe, followAuthor } from '#contract/calls/library';
import { notices } from '#contract/calls/notices';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addChapter, addComic, changeComic, setOnline } from '../../../../testing/factories/comics.ts';
import { editPart } from '../../../../testing/factories/editorial.ts';
import { newVisitor, signedIn } from '../../../../testing/factories/readers.ts';
import { campaign, claiming } from '../../../../testing/factories/rewards.ts';
import { giveTo } from '../../../../testing/factories/wallets.ts';
import { transaction } from '../../../core/db/db.ts';
import { grantPass } from '../../membership/membership.ts';

const HOUR_MS = 3600 * 1000;
/** Noon in Shanghai. */
const NOW = new Date('2026-03-10T04:00:00.000Z');
const inHours = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS);
const JOBS = ['announce-chapters', 'announce-ready', 'announce-expiring'];

let site: TestApp;
let reader: { id: number; token: string };
beforeAll(async () => {
  site = await startTestApp({ now: NOW });
});
afterAll(() => site.close());
beforeEach(async () => {
  site.setTime(NOW);
  await editPart(site, 'features', { notices: true, likes: false, ratings: false });
  await site.pool.query('truncate notices.place, notices.release');
  await announce();
  reader = await signedIn(site);
});

async function announce() {
  for (const job of JOBS) await site.app.runJob(job);
}
async function announceIn(hours: number) {
  site.setTime(inHours(hours));
  await announce();
}
const listed = async (token = reader.token) =>
  (await site.call(notices, {}, { token })).data?.list.map(({ title, body }) => `${title}：${body}`);
const subscribe = (comicId: number) => site.call(addSubscribe, { id: comicId }, { token: reader.token });

/** A comic that was published long ago. */
const oldComic = (title: string) => addComic(site, { title, createdAt: inHours(-999), chapters: [{ no: 1 }] });

test('a chapter that was hidden at its publication is announced when it is shown, and only once', async () => {
  const { comicId } = await oldComic('藏起来的');
  await subscribe(comicId);
  await setOnline(site, comicId, false);
  await addChapter(site, comicId, { no: 2, publishedAt: inHours(1) });
  const { comicId: other } = await oldComic('别的');
  await addChapter(site, other, { no: 2, publishedAt: inHours(2) });
  await announceIn(3);
  expect(await listed()).toEqual([]);
  await setOnline(site, comicId, true);
  await announceIn(4);
  await setOnline(site, comicId, false);
  await announceIn(5);
  await setOnline(site, comicId, true);
  await announceIn(6);
  expect(await listed()).toEqual(['藏起来的：更新到第2话']);
});

test('a reader who subscribed while the chapter was hidden gets its notice too', async () => {
  const { comicId } = await oldComic('晚到的');
  await setOnline(site, comicId, false);
  await addChapter(site, comicId, { no: 2, publishedAt: inHours(1) });
  await announceIn(2);
  await setOnline(site, comicId, true);
  await subscribe(comicId);
  await announceIn(3);
  expect(await listed()).toEqual(['晚到的：更新到第2话']);
});

test('a chapter that stays hidden for 90 days is not announced after that', async () => {
  const { comicId } = await oldComic('太久');
  await subscribe(comicId);
  await setOnline(site, comicId, false);
  await addChapter(site, comicId, { no: 2, publishedAt: inHours(1) });
  await announceIn(2);
  site.setTime(inHours(91 * 24));
  await site.app.runJob('delete-old-notices');
  await setOnline(site, comicId, true);
  await announce();
  // Their session has expired by then.
  const { rowCount } = await site.pool.query('select from notices.notice where reader_id = $1', [reader.id]);
  expect(rowCount).toBe(0);
});

test('followers of an author get a notice of a new work, not of its later chapters, and one also with two authors', async () => {
  const { comicId: earlier } = await oldComic('旧作');
  await changeComic(site, earlier, { authors: ['林青禾', '阿波罗'] });
  await site.caughtUp();
  for (const name of ['林青禾', '阿波罗']) await site.call(followAuthor, { name, on: true }, { token: reader.token });
  const { comicId } = await addComic(site, { title: '新作', createdAt: NOW, chapters: [{ publishedAt: inHours(1) }] });
  await changeComic(site, comicId, { authors: ['阿波罗', '林青禾'] });
  await addChapter(site, comicId, { no: 2, publishedAt: inHours(1) });
  await addChapter(site, earlier, { no: 2, publishedAt: inHours(1) });
  await announceIn(2);
  expect(await listed()).toEqual([expect.stringMatching(/^新作：(林青禾|阿波罗)的新作品上线了$/)]);
});

async function waitingComic(title: string) {
  const comic = await addComic(site, { title, createdAt: inHours(-999), chapters: [{}, { price: 10 }, { price: 10 }] });
  await changeComic(site, comic.comicId, { waitHours: 24, waitExceptLatest: 0, waitReadHours: 48 });
  await site.caughtUp();
  return comic;
}
const open = (id: number) => site.call(waitOpen, { id, key: randomUUID() as string }, { token: reader.token });

test('等就免费 is announced when its timer ends, once for each timer, if the comic still has it', async () => {
  const { chapters } = await waitingComic('等的');
  const { comicId: stopped, chapters: its } = await waitingComic('不等的');
  await open(chapters[1]?.id ?? 0);
  await open(its[1]?.id ?? 0);
  await changeComic(site, stopped, { waitHours: 0 });
  await announceIn(23.9);
  expect(await listed()).toEqual([]);
  await announceIn(24);
  await announceIn(24);
  expect(await listed()).toEqual(['等的：可以免费读下一话了']);
  await open(chapters[2]?.id ?? 0);
  await announceIn(49);
  expect(await listed()).toEqual(['等的：可以免费读下一话了']);
  const { rows } = await site.pool.query('select count from notices.notice where reader_id = $1', [reader.id]);
  expect(rows).toEqual([{ count: 2 }]);
});

test('等就免费 is not announced where no locked chapter is left that it can open', async () => {
  const [bought, passed] = [await waitingComic('买完的'), await waitingComic('月卡能读的')];
  for (const { chapters } of [bought, passed]) await open(chapters[1]?.id ?? 0);
  await giveTo(site, reader.id, { coins: 10, now: NOW });
  const paying = { chapterIds: [bought.chapters[2]?.id ?? 0], expect: 10, key: randomUUID() as string };
  await site.call(comicPay, paying, { token: reader.token });
  await changeComic(site, passed.comicId, { passAfterDays: 1 });
  await site.caughtUp();
  const given = { key: `all:${reader.id}`, source: 'staff', days: 9, priceFen: 0 } as const;
  await transaction(site.pool, (tx) => grantPass(tx, reader.id, given, NOW));
  await announceIn(25);
  expect(await listed()).toEqual([]);
});

test('bonus and tickets of one day and the end of 月卡 are announced three days before, once', async () => {
  await giveTo(site, reader.id, { bonus: 60, expiresAt: new Date('2026-03-14T02:00:00.000Z'), now: NOW });
  await giveTo(site, reader.id, { tickets: 2, expiresAt: new Date('2026-03-14T15:59:59.999Z'), now: NOW });
  await giveTo(site, reader.id, { bonus: 7, expiresAt: new Date('2026-03-14T16:00:00.000Z'), now: NOW });
  const given = { key: `days:${reader.id}`, source: 'staff', days: 5, priceFen: 0 } as const;
  await transaction(site.pool, (tx) => grantPass(tx, reader.id, given, NOW));
  site.setTime(new Date('2026-03-10T15:59:00.000Z'));
  await announce();
  expect(await listed()).toEqual([]);
  site.setTime(new Date('2026-03-10T16:00:00.000Z'));
  await announce();
  await announce();
  expect((await listed())?.toSorted()).toEqual([
    '快要过期：60 赠币、2 张阅读券将在3月14日过期。',
    '月卡快要到期：最后一天是3月14日。',
  ]);
});

test('gifts that end are announced three days before, once, to registered readers who can claim them', async () => {
  const end = '2026-03-14T16:00:00.000Z';
  const start = '2026-03-01T00:00:00.000Z';
  await editPart(site, 'gifts', [
    campaign(61, { title: '春日礼', start, end }),
    campaign(62, { title: '领过的', start, end }),
    campaign(63, { title: '别人的', start, end, to: { readers: 'listed', ids: [1] } }),
    campaign(64, { title: '后一天的', start, end: '2026-03-14T16:00:00.001Z' }),
  ]);
  const [other, visitor] = [await signedIn(site), await newVisitor(site)];
  await claiming(site, reader.token, 62);
  site.setTime(new Date('2026-03-10T15:59:59.999Z'));
  await announce();
  expect(await listed()).toEqual([]);
  site.setTime(new Date('2026-03-10T16:00:00.000Z'));
  await announce();
  await announce();
  await editPart(site, 'gifts', []);
  expect([await listed(), await listed(other.token), await listed(visitor)]).toEqual([
    ['礼包快要结束：「春日礼」最晚3月14日领取。'],
    ['礼包快要结束：「春日礼」等 2 个礼包最晚3月14日领取。'],
    [],
  ]);
});

test('a gift that lasts less than three days is announced when a third of its time is left, once, and apart from other gifts', async () => {
  await editPart(site, 'gifts', [
    campaign(71, { title: '两天的', start: inHours(2).toISOString(), end: inHours(50).toISOString() }),
    campaign(72, {
      title: '别人的',
      start: inHours(2).toISOString(),
      end: inHours(50).toISOString(),
      to: { readers: 'listed', ids: [1] },
    }),
    campaign(73, { title: '同一天的', start: inHours(24).toISOString(), end: inHours(54).toISOString() }),
  ]);
  await announceIn(33.9);
  expect(await listed()).toEqual([]);
  await announceIn(34);
  await announceIn(34.1);
  expect(await listed()).toEqual(['礼包快要结束：「两天的」最晚3月12日 14:00 领取。']);
  await announceIn(45);
  expect((await listed())?.toSorted()).toEqual([
    '礼包快要结束：「两天的」最晚3月12日 14:00 领取。',
    '礼包快要结束：「同一天的」最晚3月12日 18:00 领取。',
  ]);
  await editPart(site, 'gifts', []);
});

test('a short gift that was claimed, is over, or came near its end while notices were off is not announced', async () => {
  const spans = { start: inHours(1).toISOString(), end: inHours(13).toISOString() };
  await editPart(site, 'gifts', [campaign(81, { title: '领过的', ...spans })]);
  await announceIn(2);
  expect(await claiming(site, reader.token, 81)).toEqual([81]);
  await announceIn(10);
  await editPart(site, 'gifts', [campaign(82, { title: '错过的', ...spans, end: inHours(15).toISOString() })]);
  await announceIn(15);
  await editPart(site, 'gifts', [
    campaign(83, { title: '关着的', start: inHours(16).toISOString(), end: inHours(28).toISOString() }),
  ]);
  await editPart(site, 'features', { notices: false, likes: false, ratings: false });
  await announceIn(25);
  await editPart(site, 'features', { notices: true, likes: false, ratings: false });
  await announceIn(26);
  await editPart(site, 'gifts', []);
  expect(await listed()).toEqual([]);
});

test('月卡 that goes on is not announced', async () => {
  for (const key of ['first', 'second'])
    await transaction(site.pool, (tx) =>
      grantPass(tx, reader.id, { key: `${key}:${reader.id}`, source: 'staff', days: 5, priceFen: 0 }, NOW),
    );
  await announceIn(24);
  expect(await listed()).toEqual([]);
});

test('days that were missed are made up for until they are over', async () => {
  await giveTo(site, reader.id, { bonus: 1, expiresAt: new Date('2026-03-14T02:00:00.000Z'), now: NOW });
  await giveTo(site, reader.id, { bonus: 2, expiresAt: new Date('2026-03-15T02:00:00.000Z'), now: NOW });
  site.setTime(new Date('2026-03-15T01:00:00.000Z'));
  await announce();
  expect(await listed()).toEqual(['快要过期：2 赠币将在3月15日过期。']);
});

test('notices that were due while notices were off are not sent later', async () => {
  const { chapters } = await waitingComic('关着的时候');
  await open(chapters[1]?.id ?? 0);
  await giveTo(site, reader.id, { bonus: 1, expiresAt: inHours(4 * 24), now: NOW });
  await editPart(site, 'features', { notices: false, likes: false, ratings: false });
  await announceIn(25);
  await editPart(site, 'features', { notices: true, likes: false, ratings: false });
  await announceIn(26);
  expect(await listed()).toEqual([]);
});
