import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InputOf } from '#contract/call';
import { comicRead } from '#contract/calls/comic';
import { cannotUndo, chapterLocked, comicChanged, comicDeleted, comicNotFound } from '#contract/codes';
import { comicEdit, comicGet, comicList, comicState, comicUndo, comicUnlock } from '#contract/console/comics';
import type { StaffCall } from '#contract/console/staff-call';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic, changeComic } from '../../../../testing/factories/comics.ts';
import { newVisitor } from '../../../../testing/factories/readers.ts';
import { addPerson, firstOwner, type StaffPerson, staffCall } from '../../../../testing/factories/staff.ts';
import { transaction } from '../../../core/db/db.ts';
import {
  addComic as addFacts,
  applySettings,
  changeComicByHand,
  holdImportLock,
} from '../../../modules/catalog/publishing/publishing.ts';

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
const entriesOf = async (id: number) =>
  (
    await site.pool.query(
      `select actor, action, before, after from audit.entry where subject = 'comic' and subject_id = $1 order by id`,
      [id],
    )
  ).rows;

test('two people who edit different fields of a comic lose nothing, and each leaves an entry', async () => {
  const { comicId: id } = await addComic(site, { title: '雨夜书店' });
  const seen = await fieldsOf(id);
  if (!seen) throw new Error('no comic');
  const base = { description: seen.description, genres: seen.genres };
  await ask(comicEdit, { id, base, change: { description: '下雨的晚上。' } });
  await ask(comicEdit, { id, base, change: { genres: ['治愈'] } }, owner);
  expect(await fieldsOf(id)).toEqual({ ...seen, description: '下雨的晚上。', genres: ['治愈'] });
  const { byHand, readerUrl } = (await ask(comicGet, { id })).data ?? {};
  expect(byHand).toEqual(['genres', 'description']);
  expect(readerUrl).toMatch(new RegExp(`^https?://[^/]+/comic/${id}$`));
  const entries = await entriesOf(id);
  expect(entries.map(({ actor, action }) => [actor, action])).toEqual([
    [`staff:${editor.id}`, 'edit'],
    [`staff:${owner.id}`, 'edit'],
  ]);
  expect(entries[0]).toMatchObject({ before: { description: '' }, after: { description: '下雨的晚上。' } });
});

test('a change of a field that another person has changed is refused, with its current value and that person', async () => {
  const { comicId: id } = await addComic(site, { title: '旧名' });
  const base = { title: '旧名', description: '' };
  await ask(comicEdit, { id, base, change: { title: '新名' } });
  const { code, data } = await ask(comicEdit, { id, base, change: { title: '另一个', description: '简介' } }, owner);
  expect(code).toBe(comicChanged);
  expect(data).toMatchObject({ current: { title: '新名' }, by: '小周' });
  expect(await fieldsOf(id)).toMatchObject({ title: '新名', alias: ['旧名'], description: '' });
});

test('a value beyond the limits for staff can be changed: a new title adds an alias, and imports count characters', async () => {
  const { comicId: id } = await addComic(site, { title: '别名很多' });
  await changeComic(site, id, { description: '😀'.repeat(3000) });
  const alias = Array.from({ length: 20 }, (_, n) => `别名 ${n}`);
  await ask(comicEdit, { id, base: { alias: [] }, change: { alias } });
  await ask(comicEdit, { id, base: { title: '别名很多' }, change: { title: '别名更多' } });
  const seen = await fieldsOf(id);
  expect(seen?.alias).toHaveLength(21);
  const base = { alias: seen?.alias, description: seen?.description };
  const tooMany = await ask(comicEdit, { id, base, change: { alias: seen?.alias } });
  expect(tooMany.http).toBe(400);
  expect((await ask(comicEdit, { id, base, change: { alias, description: '短' } })).status).toBe(1);
  expect(await fieldsOf(id)).toMatchObject({ alias, description: '短' });
});

test('a field can’t be changed without its earlier value', async () => {
  const { comicId: id } = await addComic(site);
  expect((await ask(comicEdit, { id, base: {}, change: { title: '新名二' } })).http).toBe(400);
});

test('every value has its source, and a field that was set by hand is left to the next import again', async () => {
  const { comicId: id, title } = await addComic(site, { genres: ['校园'] });
  const sha256 = 'cd'.repeat(32);
  const sidecar = { sha256, settings: { genres: ['冒险'], description: '文件里的简介' }, chapters: new Map() };
  const importAgain = () =>
    transaction(site.pool, async (tx) => {
      await addFacts(tx, { title, facts: { authors: ['别的作者'], alias: ['又名'] } }, new Date());
      await applySettings(tx, id, { command: { freeFirst: 2 }, sidecar }, async () => {}, new Date());
    });
  const sources = async () =>
    Object.fromEntries(
      ((await ask(comicGet, { id })).data?.sources ?? []).map(({ field, from, by }) => [field, by ?? from]),
    );
  await importAgain();
  const imported = { authors: 'file', alias: 'file', genres: 'series', description: 'series', freeFirst: 'options' };
  expect(await sources()).toMatchObject(imported);

  await ask(comicEdit, { id, base: { genres: ['冒险'] }, change: { genres: ['治愈'] } });
  await ask(comicEdit, { id, base: { description: '文件里的简介' }, change: { description: '手写' } });
  await importAgain();
  expect(await sources()).toMatchObject({ ...imported, genres: '小周', description: '小周' });

  const unlocked = await ask(comicUnlock, { id, field: 'genres' }, owner);
  expect((await ask(comicGet, { id })).data).toMatchObject({ byHand: ['description'], fields: { genres: ['治愈'] } });
  expect((await ask(comicUnlock, { id, field: 'genres' })).data).toEqual({ entries: [] });
  const undone = await ask(comicUndo, { entries: unlocked.data?.entries ?? [] });
  expect((await ask(comicGet, { id })).data?.byHand.toSorted()).toEqual(['description', 'genres']);
  await ask(comicUndo, { entries: undone.data?.entries ?? [] });
  await importAgain();
  expect(await fieldsOf(id)).toMatchObject({ genres: ['冒险'], description: '手写' });
  expect(await sources()).toMatchObject({ ...imported, description: '小周' });
  expect((await entriesOf(id)).map(({ action }) => action)).toEqual([
    'edit',
    'edit',
    'clear-overrides',
    'undo',
    'undo',
  ]);
});

test('a field of a comic that does not exist is not unlocked', async () => {
  expect((await ask(comicUnlock, { id: 999_999, field: 'title' })).code).toBe(comicNotFound);
});

test('a price is changed and undone, unless it was changed again since', async () => {
  const { comicId: id } = await addComic(site, { chapters: [{ price: 10 }, { price: 10 }] });
  const price = (from: number, to: number) =>
    ask(comicEdit, { id, base: { priceCoins: from }, change: { priceCoins: to } });
  const first = await price(0, 30);
  await price(30, 40);
  expect((await ask(comicUndo, { entries: first.data?.entries ?? [] })).code).toBe(cannotUndo);
  const last = await price(40, 50);
  await ask(comicUndo, { entries: last.data?.entries ?? [] });
  expect((await fieldsOf(id))?.priceCoins).toBe(40);
});

test('a first price applies at once, also during an import; the pages of free chapters are moved later', async () => {
  const { comicId: id, chapters } = await addComic(site, { chapters: [{}] });
  const chapterId = chapters[0]?.id ?? 0;
  const signal = AbortSignal.timeout(60_000);
  const release = await holdImportLock(
    site.pool,
    () => {},
    () => {},
    signal,
  );
  expect((await ask(comicEdit, { id, base: { priceCoins: 0 }, change: { priceCoins: 5 } })).code).toBe(0);
  const stored = async () =>
    (await site.pool.query('select price_coins, guarded from catalog.chapter where id = $1', [chapterId])).rows[0];
  expect(await stored()).toEqual({ price_coins: 5, guarded: false });
  await site.caughtUp();
  const token = await newVisitor(site);
  expect((await site.call(comicRead, { id: chapterId }, { token })).code).toBe(chapterLocked);
  await release();
  await expect.poll(stored).toEqual({ price_coins: 5, guarded: true });
  await expect.poll(() => existsSync(path.join(site.imageDir, chapters[0]?.keys[0] ?? ''))).toBe(false);
});

test('many changes during an import leave connections for readers', async () => {
  const { comicId: id } = await addComic(site, { chapters: [{}] });
  const signal = AbortSignal.timeout(60_000);
  const ignore = () => {};
  const release = await holdImportLock(site.pool, ignore, ignore, signal);
  for (let i = 0; i < 30; i++) await ask(comicState, { id, to: i % 2 === 0 ? 'offline' : 'online' });
  expect(site.pool.waitingCount).toBe(0);
  await release();
});

test('pages that a stopped app did not move are moved by the next one', async () => {
  const lost = await addComic(site, { chapters: [{}] });
  const whole = await addComic(site, { chapters: [{}] });
  await rm(path.join(site.imageDir, path.dirname(lost.chapters[0]?.keys[0] ?? '')), { recursive: true });
  const act = { actor: 'operator', action: 'price', reason: null };
  for (const { comicId } of [lost, whole])
    await transaction(site.pool, (tx) => changeComicByHand(tx, act, comicId, { priceCoins: 5 }, null, new Date()));
  // One comic whose files are lost does not keep the others.
  const { comicId } = lost;
  await site.app.runJob('guard-pages').catch((error: Error) => expect(error.message).toContain(`comic ${comicId}`));
  const ids = whole.chapters.map(({ id }) => id);
  const { rows } = await site.pool.query('select guarded from catalog.chapter where id = any($1)', [ids]);
  expect(rows).toEqual([{ guarded: true }]);
  await site.pool.query('delete from catalog.comic where id = $1', [comicId]);
});

test('a comic is taken offline, deleted and restored; its open pages are guarded', async () => {
  const { comicId: id } = await addComic(site, { chapters: [{}] });
  const state = async () => (await ask(comicGet, { id })).data?.state;
  const to = (next: 'online' | 'offline' | 'deleted' | 'restored') => ask(comicState, { id, to: next });
  await to('offline');
  expect(await state()).toBe('offline');
  const open = async () =>
    (await site.pool.query('select from catalog.chapter where comic_id = $1 and not guarded', [id])).rowCount;
  await expect.poll(open).toBe(0);
  await to('deleted');
  expect((await to('online')).code).toBe(comicDeleted);
  await to('restored');
  await to('online');
  expect(await state()).toBe('online');
  expect((await entriesOf(id)).map(({ action }) => action)).toEqual(['offline', 'delete', 'restore', 'online']);
});

test.each(['newest', 'updated', 'title', 'price'] as const)('the list by %s is read page by page', async (sort) => {
  for (let i = 0; i < 3; i++) await addComic(site);
  const ids: number[] = [];
  for (let cursor: string | undefined, round = 0; round < 30; round++) {
    const { data } = await ask(comicList, { sort, size: 3, ...(cursor && { cursor }) });
    ids.push(...(data?.list ?? []).map(({ id }) => id));
    if (!data?.next) break;
    cursor = data.next;
  }
  const { rows } = await site.pool.query('select id from catalog.comic where deleted_at is null');
  expect(ids.toSorted((a, b) => a - b)).toEqual(rows.map(({ id }) => id).sort((a, b) => a - b));
});

test('the list is filtered by words, state, price and genre', async () => {
  const paid = await addComic(site, { title: '月光 Garden', genres: ['园艺'], chapters: [{ price: 3 }] });
  const hidden = await addComic(site, { title: '月光小路', genres: ['园艺'], online: false });
  await ask(comicEdit, { id: hidden.comicId, base: { alias: [] }, change: { alias: ['Moon Path'] } });
  const ids = async (filter: InputOf<typeof comicList>) =>
    (await ask(comicList, filter)).data?.list.map(({ id }) => id);
  expect(await ids({ q: '月光' })).toEqual([hidden.comicId, paid.comicId]);
  expect(await ids({ q: 'ｇａｒｄｅｎ' })).toEqual([paid.comicId]);
  expect(await ids({ q: 'moon path' })).toEqual([hidden.comicId]);
  expect(await ids({ q: String(paid.comicId) })).toContain(paid.comicId);
  expect(await ids({ genre: '园艺', state: 'offline' })).toEqual([hidden.comicId]);
  expect(await ids({ genre: '园艺', price: 'paid' })).toEqual([paid.comicId]);
  expect(await ids({ genre: '园艺', price: 'free' })).toEqual([hidden.comicId]);
});
