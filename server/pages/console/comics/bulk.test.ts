import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InputOf } from '#contract/call';
import { bulkGone, bulkNothing } from '#contract/codes';
import { comicEdit, comicGet } from '#contract/console/comics';
import { bulkApply, bulkPreview, bulkUndo } from '#contract/console/comics-bulk';
import type { StaffCall } from '#contract/console/staff-call';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic } from '../../../../testing/factories/comics.ts';
import { addPerson, firstOwner, type StaffPerson, staffCall } from '../../../../testing/factories/staff.ts';

let site: TestApp;
let owner: StaffPerson;
let editor: StaffPerson;
beforeAll(async () => {
  site = await startTestApp();
  const now = new Date();
  owner = await firstOwner(site, now);
  editor = await addPerson(site, owner, 'editor', '小周', now);
});
afterAll(() => site.close());

const ask = <C extends StaffCall>(call: C, payload: InputOf<C>, person = editor) =>
  staffCall(site, call, payload, { cookie: person.cookie });
const fieldsOf = async (id: number) => (await ask(comicGet, { id })).data?.fields;
const addThree = async (genre: string) => {
  const chapters = [{ price: 4 }, { price: 4 }, {}];
  const made = [];
  for (let i = 0; i < 3; i++) made.push((await addComic(site, { genres: [genre], chapters })).comicId);
  return made;
};
const setPrice = (id: number, from: number, to: number) =>
  ask(comicEdit, { id, base: { priceCoins: from }, change: { priceCoins: to } }, owner);
const entriesOf = async (ids: number[]) =>
  (
    await site.pool.query(
      `select subject_id::int as id, action, before -> 'price_coins' as was, after -> 'price_coins' as is, undoes is not null as undoes
       from audit.entry where subject = 'comic' and subject_id = any($1) and actor = $2 order by entry.id`,
      [ids, `staff:${editor.id}`],
    )
  ).rows;

test('a bulk change shows a preview, makes exactly the shown changes, and its undo skips fields that were changed since', async () => {
  const [a = 0, b = 0, c = 0] = await addThree('海洋');
  await setPrice(c, 0, 30);
  const wish = { priceCoins: 30 };
  const { data: shown } = await ask(bulkPreview, { selection: { filter: { genre: '海洋' }, except: [] }, wish });
  expect(shown).toMatchObject({ count: 2, unchanged: 1, deleted: 0 });
  expect(shown?.rows.map(({ id, before, after }) => [id, before, after])).toEqual([
    [a, { priceCoins: 0 }, { priceCoins: 30 }],
    [b, { priceCoins: 0 }, { priceCoins: 30 }],
  ]);
  expect((await fieldsOf(a))?.priceCoins).toBe(0);

  const id = shown?.id ?? 0;
  expect((await ask(bulkApply, { id }, owner)).code).toBe(bulkGone);
  expect((await ask(bulkApply, { id })).data).toEqual({ changed: 2, skipped: 0, skippedTitles: [] });
  expect((await ask(bulkApply, { id })).code).toBe(bulkGone);
  // The pages of free chapters are moved after the answer.
  const chapters = async () =>
    (
      await site.pool.query(
        'select price_coins as price, guarded from catalog.chapter where comic_id = any($1) order by comic_id, no',
        [[a, b]],
      )
    ).rows.map(({ price, guarded }) => [price, guarded]);
  expect((await chapters()).map(([price]) => price)).toEqual([4, 4, 30, 4, 4, 30]);
  await expect.poll(chapters).toEqual([4, 4, 30, 4, 4, 30].map((price) => [price, true]));

  await setPrice(b, 30, 31);
  const { data: undone } = await ask(bulkUndo, { id });
  expect(undone).toMatchObject({ changed: 1, skipped: 1 });
  expect([(await fieldsOf(a))?.priceCoins, (await fieldsOf(b))?.priceCoins]).toEqual([0, 31]);
  expect((await ask(comicGet, { id: a })).data?.byHand).toEqual([]);
  expect((await ask(bulkUndo, { id })).code).toBe(bulkGone);
  expect(await entriesOf([a, b])).toEqual([
    { id: a, action: 'price', was: 0, is: 30, undoes: false },
    { id: b, action: 'price', was: 0, is: 30, undoes: false },
    { id: a, action: 'undo', was: 30, is: 0, undoes: true },
  ]);
});

test('a bulk change skips a comic that was changed after it was shown', async () => {
  const [a = 0, b = 0, c = 0] = await addThree('高山');
  const selection = { ids: [a, b, c] };
  const { data } = await ask(bulkPreview, { selection, wish: { priceCoins: 9 } });
  await setPrice(b, 0, 5);
  expect((await ask(bulkApply, { id: data?.id ?? 0 })).data).toMatchObject({ changed: 2, skipped: 1 });
  expect((await fieldsOf(b))?.priceCoins).toBe(5);
});

test('status, weekdays, genres and visibility are changed together; comics without a difference are not changed', async () => {
  const ids = await addThree('河流');
  const wish = { weekdays: [5, 2], addGenres: ['治愈'], removeGenres: ['河流'], online: false };
  const { data } = await ask(bulkPreview, { selection: { ids }, wish: { ...wish, status: 'complete' } });
  await ask(bulkApply, { id: data?.id ?? 0, reason: '季终' });
  for (const id of ids)
    expect((await ask(comicGet, { id })).data).toMatchObject({
      state: 'offline',
      fields: { status: 'complete', weekdays: [2, 5], genres: ['治愈'] },
    });
  // The pages of a chapter that was free can no longer be opened by their public addresses.
  const unguarded = async () =>
    (await site.pool.query('select no from catalog.chapter where comic_id = any($1) and not guarded', [ids])).rows;
  await expect.poll(unguarded).toEqual([]);
  expect((await ask(bulkPreview, { selection: { ids }, wish: { online: false } })).code).toBe(bulkNothing);
});
