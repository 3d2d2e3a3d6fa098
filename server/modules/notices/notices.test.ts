import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { userLogin, userTeen } from '#contract/calls/account';
import { addSubscribe, delSubscribe } from '#contract/calls/library';
import { delNotice, noticeSettings, notices, readNotice, setNoticeSettings } from '#contract/calls/notices';
import { userInfo } from '#contract/calls/session';
import { feedbackSubmit } from '#contract/calls/support';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { addChapter, addComic, setOnline } from '../../../testing/factories/comics.ts';
import { editPart } from '../../../testing/factories/editorial.ts';
import { comeOfAge, readerOf } from '../../../testing/factories/library.ts';
import { signedIn, withPassword } from '../../../testing/factories/readers.ts';
import { orderBy, press, refundBy } from '../../../testing/factories/shop.ts';
import { transaction } from '../../core/db/db.ts';
import { CHAPTERS } from '../../pages/notices.ts';
import { replyToFeedback } from '../support/support.ts';
import { announceChapters, skipChapters } from './jobs/chapters.ts';
import { addNotices } from './store.ts';

let site: TestApp;
let token: string;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());
beforeEach(async () => {
  site.setTime(null);
  await editPart(site, 'features', { notices: true, likes: false, ratings: false });
  await skipChapters(site.pool, new Date());
  token = await site.visitor();
});

const announce = () => site.app.runJob('announce-chapters');
const listed = async (by = token) =>
  (await site.call(notices, {}, { token: by })).data?.list.map(({ title, body }) => `${title}：${body}`);
const unread = async (by = token) => (await site.call(userInfo, { token: by }, { token: by })).data?.unread.notices;
const subscribe = (comicId: number, by = token) => site.call(addSubscribe, { id: comicId }, { token: by });

test('subscribers get a notice of a new chapter, once, and others do not', async () => {
  const { comicId } = await addComic(site, { title: '海上的岛' });
  const stranger = await site.visitor();
  await subscribe(comicId);
  await addChapter(site, comicId, { no: 2, publishedAt: new Date() });
  await announce();
  await announce();
  expect(await listed()).toEqual(['海上的岛：更新到第2话']);
  expect(await unread()).toBe(1);
  expect(await listed(stranger)).toEqual([]);
});

test('a chapter from before the subscription is not announced, and one after its end neither', async () => {
  const { comicId } = await addComic(site);
  await addChapter(site, comicId, { no: 2, publishedAt: new Date() });
  await subscribe(comicId);
  await announce();
  await site.call(delSubscribe, { ids: [comicId] }, { token });
  await addChapter(site, comicId, { no: 3, publishedAt: new Date() });
  await announce();
  expect(await listed()).toEqual([]);
});

test('chapters of one comic are one notice while it is unread, and a new one after it was read', async () => {
  const { comicId } = await addComic(site, { title: '山' });
  await subscribe(comicId);
  for (const no of [2, 3]) await addChapter(site, comicId, { no, publishedAt: new Date() });
  await announce();
  expect(await listed()).toEqual(['山：更新了 2 话，最新是第3话']);
  expect((await site.call(readNotice, { all: true }, { token })).data).toEqual({ unread: 0 });
  await addChapter(site, comicId, { no: 4, publishedAt: new Date() });
  await announce();
  expect(await listed()).toEqual(['山：更新到第4话', '山：更新了 2 话，最新是第3话']);
});

test('a planned chapter is announced when it is published, a hidden one is never announced', async () => {
  const { comicId } = await addComic(site);
  await subscribe(comicId);
  const inTwoHours = new Date(Date.now() + 2 * 3600_000);
  await addChapter(site, comicId, { no: 2, publishedAt: inTwoHours });
  await announce();
  expect(await unread()).toBe(0);
  site.setTime(new Date(inTwoHours.getTime() + 1000));
  await setOnline(site, comicId, false);
  await announce();
  expect(await unread()).toBe(0);
  await setOnline(site, comicId, true);
  await announce();
  expect(await unread()).toBe(1);
});

test('more subscribers than one batch all get one notice, also where a run ended after the first batch', async () => {
  const { comicId } = await addComic(site);
  const readers = 'generate_series(1000000001, 1000002500) g';
  await site.pool.query(
    `insert into reading.library (reader_id) select g from ${readers};
     insert into reading.entry (reader_id, comic_id, subscribed_at, seen_at, age)
     select g, ${comicId}, now() - interval '1 day', now(), 0 from ${readers}`,
  );
  await addChapter(site, comicId, { no: 2, publishedAt: new Date() });
  let batches = 0;
  const subscribersOf: typeof CHAPTERS.subscribersOf = (...query) => {
    if (++batches === 2) throw new Error('the process is gone');
    return CHAPTERS.subscribersOf(...query);
  };
  await expect(announceChapters(site.pool, { ...CHAPTERS, subscribersOf }, new Date())).rejects.toThrow('gone');
  const counted = async () =>
    (
      await site.pool.query(
        'select count(*)::int as readers, max(count) as most from notices.notice where reader_id > 1000000000',
      )
    ).rows;
  expect(await counted()).toEqual([{ readers: 1000, most: 1 }]);
  await Promise.all([announce(), announce()]);
  await announce();
  expect(await counted()).toEqual([{ readers: 2500, most: 1 }]);
});

test('nothing is announced or shown while notices are off, and old chapters are not made up for', async () => {
  const { comicId } = await addComic(site);
  await subscribe(comicId);
  await editPart(site, 'features', { notices: false, likes: false, ratings: false });
  await addChapter(site, comicId, { no: 2, publishedAt: new Date() });
  await announce();
  expect(await unread()).toBeUndefined();
  await editPart(site, 'features', { notices: true, likes: false, ratings: false });
  await announce();
  expect(await unread()).toBe(0);
});

test('a comic for adults is announced to readers who may see it', async () => {
  const { comicId } = await addComic(site, { ageRating: '18' });
  await comeOfAge(site, token);
  await subscribe(comicId);
  await addChapter(site, comicId, { no: 2, publishedAt: new Date() });
  await announce();
  expect(await unread()).toBe(1);
  await site.call(userTeen, { on: true, pin: '1234' }, { token });
  expect([await unread(), await listed()]).toEqual([0, []]);
});

test('a granted order, a refund and a reply are notices with the page they are about', async () => {
  const reader = await signedIn(site);
  const order = await orderBy(site, reader.token);
  await press(site, order.cashier, 'pay');
  await refundBy(site, order.orderId);
  await site.app.runJob('orders');
  const { data } = await site.call(feedbackSubmit, { type: 4, content: '你好', contact: '' }, { token: reader.token });
  await transaction(site.pool, (tx) =>
    replyToFeedback(tx, 'test', data?.id ?? 0, { text: '您好', closes: false }, new Date()),
  );
  const { data: page } = await site.call(notices, {}, { token: reader.token });
  expect(page?.list.map(({ category, title, link }) => [category, title, link])).toEqual([
    ['replies', '反馈有了回复', '/faq?tab=feedback'],
    ['money', '已退款', `/payment?order=${order.orderId}`],
    ['money', '充值到账', `/payment?order=${order.orderId}`],
  ]);
});

test('a category that is switched off is neither listed nor counted, until it is switched on again', async () => {
  const { comicId } = await addComic(site);
  await subscribe(comicId);
  await addChapter(site, comicId, { no: 2, publishedAt: new Date() });
  await announce();
  await site.call(setNoticeSettings, { muted: ['updates'] }, { token });
  expect((await site.call(noticeSettings, {}, { token })).data).toEqual({ muted: ['updates'], pushMuted: [] });
  expect([await unread(), await listed()]).toEqual([0, []]);
  await site.call(setNoticeSettings, { muted: [] }, { token });
  expect(await unread()).toBe(1);
});

test('notices are read and deleted by their own reader alone, page by page', async () => {
  const readerId = await readerOf(site, token);
  const at = new Date();
  for (const feedbackId of [1, 2, 3])
    await addNotices(site.pool, [{ readerId, age: 0 }], { kind: 'reply', about: { feedbackId } }, at);
  const first = (await site.call(notices, { size: 2 }, { token })).data;
  const second = (await site.call(notices, { size: 2, cursor: first?.next ?? '' }, { token })).data;
  const ids = [...(first?.list ?? []), ...(second?.list ?? [])].map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect([ids.length, second?.next]).toEqual([3, null]);
  const stranger = await site.visitor();
  await site.call(delNotice, { ids }, { token: stranger });
  await site.call(readNotice, { ids }, { token: stranger });
  expect(await unread()).toBe(3);
  expect((await site.call(readNotice, { ids: ids.slice(0, 1) }, { token })).data).toEqual({ unread: 2 });
  expect((await site.call(delNotice, { ids: ids.slice(1, 2) }, { token })).data).toEqual({ unread: 1 });
  expect((await site.call(delNotice, { all: true }, { token })).data).toEqual({ unread: 0 });
  expect(await listed()).toEqual([]);
});

test('an anonymous reader’s notices go to the account at login, and the same subject stays one', async () => {
  const account = await withPassword(site, 'reader_of_notices', 'Tr0ub4dor&3-x');
  const { comicId } = await addComic(site, { title: '河' });
  await subscribe(comicId);
  await subscribe(comicId, account.token);
  await addChapter(site, comicId, { no: 2, publishedAt: new Date() });
  await announce();
  const login = { username: 'reader_of_notices', password: 'Tr0ub4dor&3-x' };
  const { data } = await site.call(userLogin, login, { token });
  expect(await listed(data?.token)).toEqual(['河：更新了 2 话，最新是第2话']);
});

test('notices are kept for 90 days', async () => {
  const readerId = await readerOf(site, token);
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  for (const [feedbackId, days] of [
    [1, 91],
    [2, 89],
  ] as const)
    await addNotices(site.pool, [{ readerId, age: 0 }], { kind: 'reply', about: { feedbackId } }, daysAgo(days));
  await site.app.runJob('delete-old-notices');
  expect(await unread()).toBe(1);
});
