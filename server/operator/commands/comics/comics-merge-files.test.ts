import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { search } from '#contract/calls/listings';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { comicCommands } from '../../../../testing/factories/comic-commands.ts';
import { addComic, deleteComics } from '../../../../testing/factories/comics.ts';
import { editPart } from '../../../../testing/factories/editorial.ts';
import { addPromotion } from '../../../../testing/factories/promotions.ts';
import { newVisitor } from '../../../../testing/factories/readers.ts';
import { picture, writeCbz } from '../../../../testing/sources/comic-sources.ts';
import { runImport } from '../import/import.ts';

let site: TestApp;
let folder: string;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manyu-merge-'));
  await deleteComics(site);
  return () => rm(folder, { recursive: true });
});

const { type, done } = comicCommands(() => site);

async function importAll(...more: string[]) {
  const written: string[] = [];
  const stdout = new Writable({
    write(chunk, _encoding, next) {
      written.push(String(chunk));
      next();
    },
  });
  const { pool, imageDir } = site;
  const parts = { pool, imageDir, stdout, stderr: new Writable({ write: (_c, _e, next) => next() }), isTTY: false };
  await runImport([folder, '--json', ...more], { ...parts, clock: () => new Date() });
  await site.caughtUp();
  const { sources } = JSON.parse(written.join('')) as { sources: { series: string; no: number; result: string }[] };
  return sources.map(({ series, no, result }) => `${series} ${no} ${result}`).sort();
}

const comics = async () =>
  (
    await site.pool.query(
      `select title, alias, price_coins as price, array(select no from catalog.chapter where comic_id = b.id order by no) as nos
       from catalog.comic b where merged_into is null order by title`,
    )
  ).rows;

const write = async (series: string, ...nos: number[]) => {
  for (const no of nos)
    await writeCbz(join(folder, series), `第${no}话.cbz`, [await picture(series.length * 100 + no)]);
};
const sidecar = async (series: string, text: string) => {
  await mkdir(join(folder, series), { recursive: true });
  await writeFile(join(folder, series, 'series.yaml'), text);
};

test('imports of both folders go into the remaining comic and don’t change what the merge decided', async () => {
  await write('旧名字', 1, 2, 4);
  await write('新名', 1, 2, 3);
  await sidecar('旧名字', 'title: 旧名字\nprice: 50');
  await sidecar('新名', 'title: 新名\nprice: 30');
  await importAll();
  const entry = await done('merge', '旧名字', '新名');
  const merged = [{ title: '新名', alias: ['旧名字'], price: 30, nos: [1, 2, 3, 4] }];
  expect(await comics()).toEqual(merged);
  const unchanged = ['1', '1', '2', '2', '3', '4'].map((no) => `新名 ${no} unchanged`);
  for (const options of [['--dry-run'], [], ['--rehash']]) expect(await importAll(...options)).toEqual(unchanged);
  expect(await comics()).toEqual(merged);

  await write('旧名字', 5);
  expect(await importAll('--dry-run')).toContain('新名 5 new');
  await importAll();
  await writeCbz(join(folder, '旧名字'), '第2话.cbz', [await picture(77)]);
  expect(await importAll()).toContain('新名 2 refused');
  await writeCbz(join(folder, '新名'), '第2话.cbz', [await picture(78)]);
  expect(await importAll()).toContain('新名 2 replaced');
  expect(await comics()).toEqual([{ ...merged[0], nos: [1, 2, 3, 4, 5] }]);

  const { out } = await type('undo', entry, '--yes');
  expect(out).toContain('从《新名》移回 1 话：4\n');
  expect(await comics()).toMatchObject([
    { title: '新名', alias: [], price: 30, nos: [1, 2, 3, 5] },
    { title: '旧名字', price: 50, nos: [1, 2, 4] },
  ]);
});

test('no picture of a moved chapter is removed, neither while merged nor after the undo', async () => {
  await write('旧名字', 1, 2);
  await write('新名', 1);
  await importAll();
  const entry = await done('merge', '旧名字', '新名');
  const shown = async () => {
    const { rows } = await site.pool.query(
      `select thumb ->> 'key' as key from catalog.chapter union select preview ->> 'key' from catalog.chapter
       union select p ->> 'key' from catalog.chapter, jsonb_array_elements(pages) p`,
    );
    await Promise.all(rows.map(({ key }) => access(join(site.imageDir, key))));
    return rows.length;
  };
  const all = await shown();
  for (const series of ['旧名字', '新名']) {
    // A new cover makes the import clean the folders of both comics.
    await sidecar(series, 'cover: 封面.png');
    await writeFile(join(folder, series, '封面.png'), await picture(series.length));
    await importAll();
  }
  await writeCbz(join(folder, '旧名字'), '第2话.cbz', [await picture(91)]);
  await importAll();
  expect(await shown()).toBe(all);
  await done('undo', entry);
  await writeCbz(join(folder, '新名'), '第1话.cbz', [await picture(92)]);
  await importAll();
  expect(await shown()).toBe(all);
});

test('editorial data refers to the remaining comic, and to the other one again after the undo', async () => {
  const [from, into, third] = [await addComic(site), await addComic(site), await addComic(site)];
  const span = { start: null, end: null };
  const [first, second] = [from.comicId, into.comicId];
  const theme = { ...span, id: 1, title: '夏天', description: '', image: null, comics: [first, third.comicId, second] };
  await editPart(site, 'themes', [{ ...theme, notes: { [first]: '好看' } }]);
  await addPromotion(site, { key: 'one', title: '优惠一', comicIds: [first] });
  const places = async () => {
    const { rows } = await site.pool.query(`select body from editorial.part where name = 'themes'`);
    const promoted = await site.pool.query('select comic_id from catalog.promotion_comic order by 1');
    return { themes: rows[0]?.body, promoted: promoted.rows.map((each) => each.comic_id) };
  };
  const before = await places();
  const { out } = await type('merge', from.title, into.title, '--dry-run');
  expect(out).toContain(`改成《${into.title}》：专题「夏天」、优惠「优惠一」\n`);
  expect(await places()).toEqual(before);
  const entry = await done('merge', from.title, into.title);
  expect(await places()).toMatchObject({
    themes: [{ comics: [second, third.comicId], notes: { [second]: '好看' } }],
    promoted: [second],
  });
  await done('undo', entry);
  expect(await places()).toEqual(before);

  await addPromotion(site, { key: 'two', title: '优惠二', comicIds: [second] });
  const again = await type('merge', from.title, into.title, '--yes');
  expect(again.out).toContain(`优惠「优惠一」不跟着过去：《${into.title}》同一时间在另一个优惠里`);
  await editPart(site, 'themes', []);
  const undone = await type('undo', /undo (\d+)/.exec(again.out)?.[1] ?? '', '--yes');
  expect(undone.out).toContain('又改过，保持现在的样子');
  expect((await places()).themes).toEqual([]);
});

test('readers find the remaining comic by the other title and code', async () => {
  await write('旧名字', 1);
  await write('新名', 1);
  await importAll();
  const { rows } = await site.pool.query(`select id, code from catalog.comic where title = '旧名字'`);
  await done('merge', '旧名字', '新名');
  const token = await newVisitor(site);
  await expect
    .poll(async () => (await site.call(search, { keyword: '旧名字' }, { token })).data?.list.map(({ title }) => title))
    .toEqual(['新名']);
  expect((await type('show', String(rows[0]?.code))).out).toContain('已并入');
  expect((await type('show', '旧名字')).out).toContain('《新名》');
});
