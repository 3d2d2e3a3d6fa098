import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setAuthor } from '#contract/console/authors';
import { comicEdit } from '#contract/console/comics';
import { editUpload, examineUpload, importUpload } from '#contract/console/upload';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { addPerson, firstOwner, type StaffPerson, staffCall } from '../../../testing/factories/staff.ts';
import { uploadFiles, uploadView, workOffUploads } from '../../../testing/factories/uploads.ts';
import { picture, writeCbz } from '../../../testing/sources/comic-sources.ts';

const NOW = new Date('2026-11-26T04:00:00Z');
const NOT_OWN = '，没有导入；新漫画请编辑来建';

let site: TestApp;
let owner: StaffPerson;
let author: StaffPerson;
let seeds = 1000;
let foreignBytes: Buffer;

beforeAll(async () => {
  site = await startTestApp({ now: NOW });
  owner = await firstOwner(site, NOW);
  author = await addPerson(site, owner, 'author', '画师', NOW);
  foreignBytes = await archive();
  await imported(owner, { '自己的书/第1话.cbz': await archive(), '别人的书/第1话.cbz': foreignBytes });
  await grant(true);
});
afterAll(() => site.close());

async function archive(comicInfo?: string): Promise<Buffer> {
  const folder = path.join(site.imageDir, '..', `${path.basename(site.imageDir)}-uploads`, 'made');
  return readFileSync(await writeCbz(folder, 'x.cbz', [await picture(seeds++), await picture(seeds++)], comicInfo));
}

async function examined(person: StaffPerson, files: Record<string, Buffer>) {
  const id = await uploadFiles(site, person, files);
  await staffCall(site, examineUpload, { id }, person);
  await workOffUploads(site);
  return uploadView(site, person, id);
}

const confirm = ({ id, planNo }: { id: string; planNo: number }, person: StaffPerson) =>
  staffCall(site, importUpload, { id, planNo, publish: { when: 'now' } }, person);

async function imported(person: StaffPerson, files: Record<string, Buffer>) {
  const upload = await examined(person, files);
  await confirm(upload, person);
  await workOffUploads(site);
  return uploadView(site, person, upload.id);
}

async function grant(granted: boolean) {
  const comic = await comicNamed('自己的书');
  await staffCall(site, setAuthor, { id: comic.id, personId: author.id, granted }, owner);
}

async function comicNamed(title: string) {
  const { rows } = await site.pool.query('select to_jsonb(c) as row from catalog.comic c where title = $1', [title]);
  return rows[0]?.row;
}

/** All comics but the author's, and all of their chapters. */
async function others() {
  const { rows } = await site.pool.query(
    `select to_jsonb(b) as comic, (select jsonb_agg(to_jsonb(c) order by c.id) from catalog.chapter c where c.comic_id = b.id) as chapters
     from catalog.comic b where title <> '自己的书' order by id`,
  );
  return rows;
}

test('an author adds chapters to their own comic, without prices and an age rating of their files', async () => {
  const series =
    'price: 9\nfreeFirst: 0\nageRating: 18\ndescription: 新的简介\nchapters:\n  2: { title: 归航, price: 5 }\n';
  const done = await imported(author, {
    '自己的书/series.yaml': Buffer.from(series),
    '自己的书/第2话.cbz': await archive('<AgeRating>R18+</AgeRating>'),
  });
  expect(done).toMatchObject({ state: 'done', sources: [{ result: 'new', no: 2 }] });
  expect(await comicNamed('自己的书')).toMatchObject({
    price_coins: 0,
    free_first: 0,
    age_rating: 'all',
    description: '新的简介',
  });
  const { rows } = await site.pool.query(
    `select c.title, c.price_coins, c.own_price_coins from catalog.chapter c
     join catalog.comic b on b.id = c.comic_id where b.title = '自己的书' and c.no = 2`,
  );
  expect(rows).toEqual([{ title: '归航', price_coins: 0, own_price_coins: null }]);
});

test('settings that the series.yaml of an author is not allowed to make are made when an editor imports the same file', async () => {
  const series = Buffer.from('title: 自己的书\nprice: 7\ndescription: 作者的简介\n');
  const files = { '自己的书/series.yaml': series, '自己的书/第8话.cbz': await archive() };
  await imported(author, files);
  expect(await comicNamed('自己的书')).toMatchObject({ price_coins: 0, description: '作者的简介' });
  await site.pool.query(`update catalog.comic set description = '改过的简介' where title = '自己的书'`);
  await imported(author, files);
  expect(await comicNamed('自己的书')).toMatchObject({ price_coins: 0, description: '改过的简介' });
  await imported(owner, files);
  expect(await comicNamed('自己的书')).toMatchObject({ price_coins: 7 });
  await imported(author, files);
  expect(await comicNamed('自己的书')).toMatchObject({ price_coins: 7 });
  await site.pool.query(`update catalog.comic set price_coins = 0 where title = '自己的书'`);
});

test('an author can change no other comic by an upload, and add none', async () => {
  const before = await others();
  const files = {
    '别人的书/第2话.cbz': await archive(),
    '别人的书/第1话.cbz': foreignBytes,
    '新书/第1话.cbz': await archive(),
    '借壳/series.yaml': Buffer.from('title: 改了名的书\nprice: 9\n'),
    '借壳/第1话.cbz': foreignBytes,
  };
  const plan = await examined(author, files);
  expect(plan.comics).toEqual([]);
  expect(plan.sources).toHaveLength(4);
  for (const source of plan.sources)
    expect(source).toMatchObject({ result: 'refused', reason: expect.stringContaining(NOT_OWN) });
  await confirm(plan, author);
  await workOffUploads(site);
  expect(await others()).toEqual(before);
});

test('an upload that began for an own comic can not be sent to another one', async () => {
  const before = await others();
  const plan = await examined(author, { '自己的书/第3话.cbz': await archive() });
  expect(plan.sources).toMatchObject([{ result: 'new' }]);
  const changes = [
    [{ what: 'series' as const, from: '自己的书', to: '别人的书' }],
    [{ what: 'source' as const, path: '自己的书/第3话.cbz', series: '别人的书', no: 1 }],
  ];
  for (const change of changes) {
    const { id, planNo } = await uploadView(site, author, plan.id);
    expect((await staffCall(site, editUpload, { id, planNo, changes: change }, author)).code).toBe(0);
    await workOffUploads(site);
    const edited = await uploadView(site, author, id);
    expect(edited.sources).toMatchObject([{ result: 'refused', reason: expect.stringContaining(NOT_OWN) }]);
  }
  await confirm(await uploadView(site, author, plan.id), author);
  await workOffUploads(site);
  expect(await others()).toEqual(before);
});

test('an import that was confirmed is refused if the comic is taken from the author before, or another one gets its title', async () => {
  const first = await examined(author, { '自己的书/第4话.cbz': await archive() });
  await confirm(first, author);
  await grant(false);
  await workOffUploads(site);
  expect(await uploadView(site, author, first.id)).toMatchObject({ state: 'done', sources: [{ result: 'refused' }] });
  await grant(true);

  const second = await examined(author, { '自己的书/第5话.cbz': await archive() });
  await confirm(second, author);
  const own = await comicNamed('自己的书');
  const other = await comicNamed('别人的书');
  const rename = (id: number, from: string, to: string) =>
    staffCall(site, comicEdit, { id, base: { title: from }, change: { title: to } }, owner);
  await rename(own.id, '自己的书', '换过的名字');
  await rename(other.id, '别人的书', '自己的书');
  await workOffUploads(site);
  expect(await uploadView(site, author, second.id)).toMatchObject({ sources: [{ result: 'refused' }] });
  const { rows } = await site.pool.query('select no::float8 from catalog.chapter where comic_id = $1', [other.id]);
  expect(rows).toEqual([{ no: 1 }]);
});

test('a chapter is refused in its transaction if another comic got the title while its pages were made', async () => {
  const before = await site.pool.query('select count(*)::int as count from catalog.chapter');
  const upload = await examined(author, { '换过的名字/第6话.cbz': await archive() });
  expect(upload.sources).toMatchObject([{ result: 'new' }]);
  await confirm(upload, author);
  // The folder of the pages is declared before they are made.
  await site.pool.query(`
    create function public.swap_titles() returns trigger language plpgsql as $$ begin
      if exists (select from catalog.comic where title = '改走了') then return null; end if;
      update catalog.comic set title = '改走了', title_key = '改走了' where title = '换过的名字';
      update catalog.comic set title = '换过的名字', title_key = '换过的名字' where title = '自己的书';
      return null; end $$;
    create trigger swap_titles after insert on catalog.store_intent for each statement execute function public.swap_titles()`);
  await workOffUploads(site);
  await site.pool.query('drop trigger swap_titles on catalog.store_intent; drop function public.swap_titles()');
  expect(await uploadView(site, author, upload.id)).toMatchObject({
    state: 'done',
    sources: [{ result: 'refused', reason: expect.stringContaining(NOT_OWN) }],
  });
  expect((await site.pool.query('select count(*)::int as count from catalog.chapter')).rows).toEqual(before.rows);
});
