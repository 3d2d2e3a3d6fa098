import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { scratchRoot } from '../../../../testing/database/scratch.ts';
import { picture, writeCbz } from '../../../../testing/sources/comic-sources.ts';
import { runImport } from '../import/import.ts';
import { runComics } from './comics.ts';
import { readComicsArgs } from './comics-args.ts';

let site: TestApp;
let folder: string;
const clock = () => new Date();

beforeAll(async () => {
  site = await startTestApp();
  folder = await mkdtemp(join(scratchRoot(), 'thumbs-'));
  const stdout = new Writable({ write: (_chunk, _encoding, done) => done() });
  for (const [title, seed] of [
    ['一书', 1],
    ['二书', 5],
  ] as const) {
    for (const no of [1, 2])
      await writeCbz(join(folder, title), `第${no}话.cbz`, [await picture(seed + no, 400, 600), await picture(9)]);
  }
  const context = { pool: site.pool, imageDir: site.imageDir, stdout, stderr: stdout, isTTY: false, clock };
  await runImport([join(folder, '一书'), join(folder, '二书')], context);
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

async function redraw(words: string[], { stopped = false, sure = true } = {}) {
  const written: string[] = [];
  const stdout = { write: (text: string) => void written.push(text) };
  const args = readComicsArgs(['redraw-thumbs', ...words, ...(sure ? ['--yes'] : [])], {
    stdout,
    stderr: stdout,
    clock,
  });
  if (typeof args === 'number') throw new Error(written.join(''));
  const stop = stopped ? AbortSignal.abort() : new AbortController().signal;
  const parts = { pool: site.pool, imageDir: site.imageDir, stop, clock, stdout, stderr: stdout };
  const code = await runComics(args, { ...parts, confirm: async () => null });
  return { code, out: written.slice(1).join('') };
}

type Stored = { id: number; title: string; thumb: { key: string }; preview: { key: string }; page: { key: string } };
const chapters = async () =>
  (
    await site.pool.query<Stored>(
      `select c.id, b.title, c.thumb, c.preview, c.pages -> 0 as page
       from catalog.chapter c join catalog.comic b on b.id = c.comic_id order by b.id, c.no`,
    )
  ).rows;
const thumbs = async () => (await chapters()).map(({ thumb }) => thumb.key);
const pathOf = (key: string) => join(site.imageDir, key);

/** Gives every chapter another thumb with a file of its own, as an earlier version of the crop would have left it. */
async function ageThumbs(): Promise<string[]> {
  const old: string[] = [];
  for (const { id, thumb } of await chapters()) {
    const key = thumb.key.replace(/[^/]+(?=\.bin$)/, (hash) => [...hash].reverse().join(''));
    await writeFile(pathOf(key), 'an old thumb');
    await site.pool.query(
      `update catalog.chapter set thumb = thumb || jsonb_build_object('key', $2::text) where id = $1`,
      [id, key],
    );
    old.push(key);
  }
  return old;
}

test('the thumbs of one comic or of all are drawn again; only changed ones are stored, and their old files are deleted', async () => {
  // Drawn from the stored pages for the first time, they differ a little from those of the import.
  expect(await redraw([])).toMatchObject({ code: 0 });
  const drawn = await thumbs();
  const old = await ageThumbs();
  expect(await redraw(['一书'], { sure: false })).toMatchObject({ code: 1 });
  expect(await thumbs()).toEqual(old);
  expect(await redraw(['一书'])).toEqual({ code: 0, out: '《一书》2 话，换了 2 张\n1 部 2 话，换了 2 张缩略图。\n' });
  expect(await thumbs()).toEqual([...drawn.slice(0, 2), ...old.slice(2)]);
  const first = old[0] ?? '';
  expect(await readdir(pathOf(join(first, '..')))).not.toContain(first.split('/').at(-1));
  expect(await redraw([])).toEqual({ code: 0, out: '《二书》2 话，换了 2 张\n2 部 4 话，换了 2 张缩略图。\n' });
  expect(await thumbs()).toEqual(drawn);
  expect(await redraw([])).toEqual({ code: 0, out: '2 部 4 话，换了 0 张缩略图。\n' });
});

test('an interrupted run can be continued, and a chapter whose page is gone is listed', async () => {
  const drawn = await thumbs();
  const old = await ageThumbs();
  expect(await redraw([], { stopped: true })).toMatchObject({ code: 130 });
  expect(await thumbs()).toEqual(old);
  const [lost] = await chapters();
  await rm(pathOf(lost?.page.key ?? ''));
  expect(await redraw([])).toEqual({
    code: 1,
    out: '《一书》2 话，换了 1 张\n《一书》第 1 话的页读不到\n《二书》2 话，换了 2 张\n2 部 4 话，换了 3 张缩略图。\n1 话的页读不到，没有画：运行 manyu import --verify。\n',
  });
  expect(await thumbs()).toEqual([old[0], ...drawn.slice(1)]);
});
