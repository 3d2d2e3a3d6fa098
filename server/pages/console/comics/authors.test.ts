import { afterAll, beforeAll, expect, test } from 'vitest';
import { staffForbidden, staffNotFound } from '#contract/codes';
import { authorComics, comicAuthors, setAuthor } from '#contract/console/authors';
import { chapterEdit, chapterState } from '#contract/console/chapters';
import { comicEdit, comicUndo } from '#contract/console/comics';
import { comicHistory } from '#contract/console/comics-history';
import { comicFigures } from '#contract/console/figures';
import { auditList } from '#contract/console/staff';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic } from '../../../../testing/factories/comics.ts';
import { addPerson, firstOwner, type StaffPerson, staffCall } from '../../../../testing/factories/staff.ts';

const NOW = new Date('2026-11-26T04:00:00Z');

let site: TestApp;
let owner: StaffPerson;
let editor: StaffPerson;
let author: StaffPerson;
let id: number;
let chapterIds: number[];

beforeAll(async () => {
  site = await startTestApp({ now: NOW });
  owner = await firstOwner(site, NOW);
  editor = await addPerson(site, owner, 'editor', '小周', NOW);
  author = await addPerson(site, owner, 'author', '画师', NOW);
  const comic = await addComic(site, { title: '夜航', chapters: [{ no: 1 }, { no: 2 }, { no: 3 }] });
  id = comic.comicId;
  chapterIds = comic.chapters.map((chapter) => chapter.id);
  await staffCall(site, setAuthor, { id, personId: author.id, granted: true }, editor);
});
afterAll(() => site.close());

const setState = (person: StaffPerson, ids: number[], to: 'online' | 'offline' | 'deleted' | 'restored') =>
  staffCall(site, chapterState, { comicId: id, ids, to }, person);

test('editors and owners give a comic to an author, which is logged; others are no authors', async () => {
  expect((await staffCall(site, comicAuthors, { id }, editor)).data?.list).toEqual([
    { id: author.id, name: '画师', isGranted: true },
  ]);
  expect((await staffCall(site, authorComics, { id: author.id }, owner)).data?.list).toEqual([{ id, title: '夜航' }]);
  for (const personId of [editor.id, 999]) {
    const { code } = await staffCall(site, setAuthor, { id, personId, granted: true }, owner);
    expect(code).toBe(staffNotFound);
  }
  const { data } = await staffCall(site, auditList, { subject: 'staff', size: 1 }, owner);
  expect(data?.list).toMatchObject([
    { action: 'grant-comic', actorName: '小周', subjectName: '画师', after: { comic: id } },
  ]);
});

test.each(['priceCoins', 'freeFirst', 'waitHours', 'waitExceptLatest', 'waitReadHours', 'passAfterDays'] as const)(
  'an author does not set %s',
  async (field) => {
    const edit = { id, base: { [field]: 1, title: '夜航' }, change: { [field]: 2, title: '夜航二' } };
    expect((await staffCall(site, comicEdit, edit, author)).code).toBe(staffForbidden);
  },
);

test('an author does not set the age rating, the price of a chapter and when it becomes free', async () => {
  const [first = 0] = chapterIds;
  const age = { id, base: { ageRating: 'all' as const }, change: { ageRating: '18' as const } };
  expect((await staffCall(site, comicEdit, age, author)).code).toBe(staffForbidden);
  const changes = [
    { base: { priceCoins: null }, change: { priceCoins: 0 } },
    { base: { freeAt: null }, change: { freeAt: NOW.toISOString() } },
  ];
  for (const change of changes)
    expect((await staffCall(site, chapterEdit, { id: first, ...change }, author)).code).toBe(staffForbidden);
});

test('an author undoes their own changes, and none of another person', async () => {
  const edit = (person: StaffPerson, from: string, to: string) =>
    staffCall(site, comicEdit, { id, base: { description: from }, change: { description: to } }, person);
  const own = (await edit(author, '', '作者写的')).data?.entries ?? [];
  const others = (await edit(editor, '作者写的', '编辑写的')).data?.entries ?? [];
  expect((await staffCall(site, comicUndo, { entries: [...own, ...others] }, author)).code).toBe(staffForbidden);
  expect((await staffCall(site, comicUndo, { entries: others }, author)).code).toBe(staffForbidden);
  expect((await staffCall(site, comicUndo, { entries: others }, editor)).code).toBe(0);
  expect((await staffCall(site, comicUndo, { entries: own }, author)).code).toBe(0);
});

test('a change that an author made earlier as an editor can be undone only if authors can make it', async () => {
  const former = await addPerson(site, owner, 'editor', '改行的人', NOW);
  const price = { id, base: { priceCoins: 0 }, change: { priceCoins: 7 } };
  const { data } = await staffCall(site, comicEdit, price, former);
  await site.pool.query(`update staff.person set role = 'author' where id = $1`, [former.id]);
  await staffCall(site, setAuthor, { id, personId: former.id, granted: true }, owner);
  const { code } = await staffCall(site, comicUndo, { entries: data?.entries ?? [] }, former);
  expect(code).toBe(staffForbidden);
  await staffCall(site, comicUndo, { entries: data?.entries ?? [] }, owner);
});

test('an author puts back online their own takedowns, not those of an editor', async () => {
  const [one = 0, two = 0, three = 0] = chapterIds;
  expect((await setState(author, [one], 'offline')).code).toBe(0);
  expect((await setState(author, [one], 'online')).code).toBe(0);
  expect((await setState(author, [two], 'deleted')).code).toBe(0);
  expect((await setState(author, [two], 'restored')).code).toBe(0);
  await setState(editor, [one], 'offline');
  await setState(editor, [three], 'deleted');
  expect((await setState(author, [one, two], 'online')).code).toBe(staffForbidden);
  expect((await setState(author, [three], 'restored')).code).toBe(staffForbidden);
  expect((await setState(author, [two], 'online')).code).toBe(0);
  await setState(editor, [one], 'online');
  expect((await setState(author, [one], 'offline')).code).toBe(0);
  expect((await setState(author, [one], 'online')).code).toBe(0);
});

test('an author reads the figures of their comic, without sums of money', async () => {
  await site.pool.query(
    `insert into figures.day (day, computed_at, closed, registered_total) select day, now(), true, 0 from unnest('{2026-11-24,2026-11-25}'::date[]) day`,
  );
  await site.pool.query(
    `insert into figures.comic_day (day, comic_id, readers, views, unlocks, coins, bonus, tickets, seen, panels, finished, finished_bought)
     values ('2026-11-24', $1, 5, 9, 2, 20, 1, 0, 4, 3, 6, 1), ('2026-11-25', $1, 6, 10, 3, 30, 0, 0, 5, 4, 7, 2), ('2026-11-25', $2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)`,
    [id, id + 1000],
  );
  const span = { from: '2026-11-20', to: '2026-11-25' };
  const { data } = await staffCall(site, comicFigures, { id, ...span }, author);
  expect(data?.days).toEqual([
    { day: '2026-11-25', readers: 6, views: 10, unlocks: 3, seen: 5, panels: 4, finished: 7, finishedBought: 2 },
    { day: '2026-11-24', readers: 5, views: 9, unlocks: 2, seen: 4, panels: 3, finished: 6, finishedBought: 1 },
  ]);
  expect((await staffCall(site, comicFigures, { id, ...span }, editor)).code).toBe(staffForbidden);
});

test('an author sees the history of their comic', async () => {
  const { data } = await staffCall(site, comicHistory, { id }, author);
  expect(data?.list.length).toBeGreaterThan(5);
});
