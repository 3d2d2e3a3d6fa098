import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InputOf } from '#contract/call';
import { comicInfo, waitComics, waitOpen } from '#contract/calls/comic';
import { chapterLike, comicRate } from '#contract/calls/community';
import { cannotMerge, comicMerged } from '#contract/codes';
import { comicEdit, comicGet, comicUndo } from '#contract/console/comics';
import { comicHistory } from '#contract/console/comics-history';
import { mergeComics, mergePreview } from '#contract/console/comics-merge';
import { addKey } from '#contract/console/session';
import type { StaffCall } from '#contract/console/staff-call';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic, changeComic } from '../../../../testing/factories/comics.ts';
import { editPart } from '../../../../testing/factories/editorial.ts';
import { readersInBulk, signedIn } from '../../../../testing/factories/readers.ts';
import { addPerson, firstOwner, type StaffPerson, staffCall } from '../../../../testing/factories/staff.ts';

let site: TestApp;
let editor: StaffPerson;
beforeAll(async () => {
  site = await startTestApp();
  const now = new Date();
  editor = await addPerson(site, await firstOwner(site, now), 'editor', '小周', now);
});
afterAll(() => site.close());

const ask = <C extends StaffCall>(call: C, payload: InputOf<C>) =>
  staffCall(site, call, payload, { cookie: editor.cookie });
const comic = async (id: number) => (await ask(comicGet, { id })).data;

test('a merge is shown without changing anything, made, and undone', async () => {
  const { comicId: id } = await addComic(site, { title: '旧名字', chapters: [{}, {}, {}] });
  const { comicId: into } = await addComic(site, { title: '新名', chapters: [{}] });
  const { data } = await ask(mergePreview, { id, into });
  expect(data?.lines).toContain('移过去 2 话：2-3');
  expect(await comic(id)).toMatchObject({ state: 'online', chapters: 3 });

  const merged = await ask(mergeComics, { id, into, reason: '同一部' });
  expect(await comic(id)).toMatchObject({ state: 'merged', mergedInto: { id: into, title: '新名' } });
  expect(await comic(into)).toMatchObject({ chapters: 3, fields: { alias: ['旧名字'] } });
  const base = { description: '' };
  expect((await ask(comicEdit, { id, base, change: { description: '简介' } })).code).toBe(comicMerged);
  expect((await ask(comicHistory, { id: into })).data?.list[0]).toMatchObject({ action: 'merge', canUndo: true });

  await ask(comicUndo, { entries: merged.data?.entries ?? [] });
  expect(await comic(id)).toMatchObject({ state: 'online', chapters: 3 });
  expect(await comic(into)).toMatchObject({ chapters: 1, fields: { alias: [] } });
});

test('a script merges with the key of an editor, and its entry names them', async () => {
  const { comicId: id } = await addComic(site, { title: '脚本的旧名', chapters: [{}, {}] });
  const { comicId: into } = await addComic(site, { title: '脚本的新名', chapters: [{}] });
  const { data } = await ask(addKey, { name: '脚本', role: 'editor', days: 1 });
  const headers = { authorization: `Bearer ${data?.key}`, origin: undefined, 'sec-fetch-site': undefined };
  const merged = await staffCall(site, mergeComics, { id, into, reason: '同一部' }, { headers });
  expect(merged.status).toBe(1);
  expect(await comic(id)).toMatchObject({ state: 'merged', mergedInto: { id: into } });
  expect((await ask(comicHistory, { id: into })).data?.list[0]).toMatchObject({ action: 'merge', actorName: '小周' });
});

test('a merge takes the likes and ratings along, and undoing it brings them back', async () => {
  await editPart(site, 'features', { notices: false, likes: true, ratings: true });
  const from = await addComic(site, { title: '甲', chapters: [{}, {}] });
  const into = await addComic(site, { title: '乙', chapters: [{}] });
  const [one, other] = await readersInBulk(site, 2);
  const [first = 0, second = 0] = from.chapters.map((chapter) => chapter.id);
  const like = (token = '', id = 0) => site.call(chapterLike, { id, on: true }, { token });
  const rate = (token = '', id = 0, stars = 1) => site.call(comicRate, { id, stars }, { token });
  for (const id of [first, second, into.chapters[0]?.id]) await like(one?.token, id);
  await like(other?.token, first);
  await rate(one?.token, from.comicId, 5);
  await rate(other?.token, from.comicId, 4);
  await rate(one?.token, into.comicId, 1);
  const opinions = async (id: number) => {
    const { data } = await site.call(comicInfo, { id }, { token: other?.token ?? '' });
    return [data?.likes, data?.rating?.count, data?.rating?.mine];
  };
  const merged = await ask(mergeComics, { id: from.comicId, into: into.comicId, reason: '同一部' });
  // The first chapter is read as the other comic's own; the reader who liked both counts once.
  expect(await opinions(into.comicId)).toEqual([3, 2, 4]);
  await ask(comicUndo, { entries: merged.data?.entries ?? [] });
  expect(await opinions(from.comicId)).toEqual([3, 2, 4]);
  expect((await opinions(into.comicId)).slice(1)).toEqual([1, null]);
});

test('a merge takes the timers and the open chapters of 等就免费 along, and undoing it brings them back', async () => {
  const chapters = [{}, { price: 10 }, { price: 10 }];
  const [from, into] = [
    await addComic(site, { title: '丙', chapters }),
    await addComic(site, { title: '丁', chapters }),
  ];
  for (const { comicId } of [from, into])
    await changeComic(site, comicId, { waitHours: 24, waitExceptLatest: 0, waitReadHours: 48 });
  await site.caughtUp();
  const { token } = await signedIn(site);
  const opened = await site.call(waitOpen, { id: from.chapters[1]?.id ?? 0, key: 'before-the-merge' }, { token });
  const seen = async (id: number) => {
    const { data } = await site.call(comicInfo, { id }, { token });
    return { readyAt: data?.waitFree?.readyAt, opened: data?.chapters[1]?.opened?.until };
  };
  const before = { readyAt: opened.data?.readyAt, opened: opened.data?.until };
  expect(await seen(into.comicId)).toEqual({ readyAt: null, opened: undefined });
  const merged = await ask(mergeComics, { id: from.comicId, into: into.comicId, reason: '同一部' });
  expect(await seen(into.comicId)).toEqual(before);
  expect((await site.call(waitComics, {}, { token })).data?.list).toMatchObject([{ comic: { id: into.comicId } }]);
  await ask(comicUndo, { entries: merged.data?.entries ?? [] });
  expect([await seen(from.comicId), await seen(into.comicId)]).toEqual([before, { readyAt: null, opened: undefined }]);
});

test('a comic can’t be merged into itself', async () => {
  const { comicId: id } = await addComic(site);
  expect((await ask(mergePreview, { id, into: id })).code).toBe(cannotMerge);
});
