import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InputOf } from '#contract/call';
import { chapterNotFound, chapterNumberTaken, comicChanged } from '#contract/codes';
import { chapterEdit, chapterList, chapterOrder, chapterPrice, chapterState } from '#contract/console/chapters';
import { comicEdit, comicUndo } from '#contract/console/comics';
import type { StaffCall } from '#contract/console/staff-call';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic } from '../../../../testing/factories/comics.ts';
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
const chaptersOf = async (id: number) => (await ask(chapterList, { id })).data?.list ?? [];
const addFour = async () => {
  const { comicId, chapters } = await addComic(site, { chapters: [{ title: '一' }, { title: '二' }, {}, {}] });
  return { comicId, ids: chapters.map(({ id }) => id) };
};
const entriesOf = async (ids: readonly number[]) =>
  (
    await site.pool.query(
      `select subject_id as id, action, before -> 'no' as was, after -> 'no' as is from audit.entry
       where subject = 'chapter' and subject_id = any($1) order by entry.id`,
      [ids],
    )
  ).rows;

test('the fields of a chapter are changed only if they still have the seen values, and a taken number is refused', async () => {
  const { comicId, ids } = await addFour();
  const [id = 0] = ids;
  const [first] = await chaptersOf(comicId);
  if (!first) throw new Error('no chapter');
  const { title, publishedAt, no } = first.fields;
  const tomorrow = new Date(Date.now() + 24 * 3600 * 1000).toISOString();
  await ask(chapterEdit, { id, base: { title }, change: { title: '楔子' } });
  await ask(chapterEdit, { id, base: { publishedAt }, change: { publishedAt: tomorrow } });
  const stale = await ask(chapterEdit, { id, base: { title }, change: { title: '序' } });
  expect([stale.code, stale.data]).toMatchObject([comicChanged, { current: { title: '楔子' }, by: '小周' }]);
  expect((await ask(chapterEdit, { id, base: { no }, change: { no: 2 } })).code).toBe(chapterNumberTaken);
  await ask(chapterEdit, { id, base: { no }, change: { no: 2.5 } });
  const [, changed] = await chaptersOf(comicId);
  expect(changed).toMatchObject({ id, fields: { no: 2.5, title: '楔子', publishedAt: tomorrow } });
  expect((await entriesOf([id])).map(({ action }) => action)).toEqual(['edit', 'publish-at', 'move']);
});

test('chapters exchange their numbers in one step, and the free ones are counted again', async () => {
  const { comicId, ids } = await addFour();
  const [one = 0, two = 0, three = 0, four = 0] = ids;
  const base = { priceCoins: 0, freeFirst: 0 };
  await ask(comicEdit, { id: comicId, base, change: { priceCoins: 10, freeFirst: 1 } });
  const order = (...rows: [id: number, no: number][]) =>
    ask(chapterOrder, { comicId, chapters: rows.map(([id, no]) => ({ id, no })) });
  await order([three, 3], [one, 1], [two, 2]);
  const shown = async () => (await chaptersOf(comicId)).map(({ id, fields, costCoins }) => [id, fields.no, costCoins]);
  expect(await shown()).toEqual([
    [three, 1, 0],
    [one, 2, 10],
    [two, 3, 10],
    [four, 4, 10],
  ]);
  expect((await order([three, 3], [one, 1])).code).toBe(comicChanged);
  expect((await order([three, 1], [999_999, 2])).code).toBe(chapterNotFound);
  expect(await entriesOf(ids)).toEqual([
    { id: three, action: 'move', was: 3, is: 1 },
    { id: one, action: 'move', was: 1, is: 2 },
    { id: two, action: 'move', was: 2, is: 3 },
  ]);
});

test('chapters whose numbers are days exchange their numbers, and get other ones', async () => {
  const { comicId, chapters } = await addComic(site, { chapters: [{ no: 20231130 }, { no: 20231207 }] });
  const [first = 0, second = 0] = chapters.map(({ id }) => id);
  const order = [
    { id: second, no: 20231207 },
    { id: first, no: 20231130 },
  ];
  expect((await ask(chapterOrder, { comicId, chapters: order })).status).toBe(1);
  const numbers = async () => (await chaptersOf(comicId)).map(({ id, fields: { no } }) => [id, no]);
  expect(await numbers()).toEqual([
    [second, 20231130],
    [first, 20231207],
  ]);
  await ask(chapterEdit, { id: first, base: { no: 20231207 }, change: { no: 20231214 } });
  expect(await numbers()).toContainEqual([first, 20231214]);
  expect((await ask(chapterEdit, { id: first, base: { no: 20231214 }, change: { no: 100_000_000 } })).http).toBe(400);
});

test('several chapters are priced, taken offline, deleted and restored, and undone together', async () => {
  const { comicId, ids } = await addFour();
  const some = ids.slice(1, 3);
  const shown = async () => (await chaptersOf(comicId)).map(({ state, costCoins }) => `${state} ${costCoins}`);
  await ask(chapterPrice, { comicId, ids: some, priceCoins: 7 });
  expect(await shown()).toEqual(['online 0', 'online 7', 'online 7', 'online 0']);
  const { data } = await ask(chapterState, { comicId, ids: some, to: 'deleted' });
  expect(await shown()).toEqual(['online 0', 'deleted 7', 'deleted 7', 'online 0']);
  await ask(comicUndo, { entries: data?.entries ?? [] });
  expect(await shown()).toEqual(['online 0', 'online 7', 'online 7', 'online 0']);
  await ask(chapterState, { comicId, ids: some, to: 'deleted' });
  await ask(chapterState, { comicId, ids: some, to: 'restored' });
  expect(await shown()).toEqual(['online 0', 'offline 7', 'offline 7', 'online 0']);
  expect((await ask(chapterState, { comicId: comicId - 1, ids: some, to: 'online' })).code).toBe(chapterNotFound);
});
