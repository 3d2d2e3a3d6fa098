import { rmSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { makeSharedInputs, missingForSharedInputs } from '../../testing/app/shared-inputs.ts';
import { openWorkbench } from '../../testing/importing/import-workbench.ts';
import { discover } from './discover/discover.ts';
import { openSource } from './read/open-source.ts';
import type { OpenedSource } from './source/source.ts';

const missing = missingForSharedInputs();

describe.skipIf(missing !== undefined)(`real files (skipped where ${missing ?? 'they can not be made'})`, () => {
  const made: string[] = [];
  afterAll(() => {
    for (const folder of made) rmSync(dirname(folder), { recursive: true, force: true });
  });

  function make(name: string): string {
    const folder = makeSharedInputs(name);
    made.push(folder);
    return folder;
  }

  /** The result of `read` for every chapter, by its name; the message for a refused one. */
  async function readAll<T>(
    name: string,
    read: (source: OpenedSource) => Promise<T>,
  ): Promise<Record<string, T | string>> {
    const found: Record<string, T | string> = {};
    for await (const source of discover([make(name)])) {
      const key = basename(source.path);
      if (source.kind === 'missed') found[key] = source.sourceError.message;
      else {
        const opened = await openSource(source);
        found[key] = await read(opened);
        await opened.close();
      }
    }
    return found;
  }

  async function widthsOf({ pages }: OpenedSource): Promise<number[]> {
    const widths: number[] = [];
    for (const page of pages) widths.push((await sharp(await page.read()).metadata()).width);
    return widths;
  }

  test('the pages of archives with names of other encodings are in order', async () => {
    const widths = Object.values(await readAll('a01-legacy-names', widthsOf));
    expect(widths).toEqual(Array(8).fill([210, 220, 300]));
  });

  test('pages are in reading order', async () => {
    const widths = Object.values(await readAll('a04-page-order', widthsOf));
    expect(widths).toHaveLength(9);
    for (const each of widths) expect(each).toEqual([...each].map((_, index) => 210 + 10 * index));
  });

  test('a number in a title is not shown twice', async () => {
    const titles = await readAll('m06-title-repeats', async ({ metadata }) => metadata.title ?? '');
    expect(titles).toMatchObject({
      '复读 1.cbz': '',
      '复读 2.cbz': '相遇',
      '复读 10.5.cbz': '番外',
      '复读 14.cbz': '',
    });
  });

  test('files written by Mihon are read', async () => {
    const read = await readAll('m02-mihon-comicinfo', async ({ metadata: { no, title, status } }) => ({
      no,
      title,
      status,
    }));
    expect(read['Ch.2.5 - 标题2.5.cbz']).toEqual({ no: 2.5, title: '标题2.5', status: 'complete' });
  });

  test('Mihon’s details.json gives the comic its title, description and cover', async () => {
    const bench = await openWorkbench();
    try {
      expect((await bench.run(make('m02-mihon-comicinfo'))).code).toBe(0);
      const { rows } = await bench.pool.query(
        'select title, authors, genres, description, status from catalog.comic order by title collate "C" desc limit 1',
      );
      expect(rows).toEqual([
        {
          title: '目录里的书名',
          authors: ['作者甲', '画师乙'],
          genres: ['动作', '恋爱'],
          description: '目录里的简介',
          status: 'complete',
        },
      ]);
    } finally {
      await bench.close();
    }
  });

  test('names that are not UTF-8 are decoded', async () => {
    const bench = await openWorkbench();
    try {
      const folder = make('w03-raw-names');
      expect((await bench.run(folder)).code).toBe(0);
      const { rows } = await bench.pool.query<{ title: string; nos: number[]; pages: number }>(
        `select comic.title, array_agg(no::float8 order by no) as nos, sum(jsonb_array_length(pages))::int as pages
         from catalog.chapter join catalog.comic on comic.id = comic_id group by comic.title order by comic.title collate "C"`,
      );
      expect(rows).toEqual([
        { title: '散图', nos: [1, 2], pages: 4 },
        { title: '整包', nos: [1], pages: 1 },
        { title: '整部漫画', nos: [1], pages: 1 },
        { title: '日文', nos: [1], pages: 1 },
      ]);
      expect((await bench.run(folder)).stdout).toContain('没有变化');
    } finally {
      await bench.close();
    }
  });

  test('a reorganised library keeps its comics, in an import and in a dry run', async () => {
    const bench = await openWorkbench();
    try {
      const made = make('w04-renamed');
      const library = join(bench.folder, 'library');
      const importStage = async (stage: string) => {
        await rm(library, { recursive: true, force: true });
        await cp(join(made, stage), library, { recursive: true });
        const preview = JSON.parse((await bench.run(library, '--dry-run', '--json')).stdout);
        const done = JSON.parse((await bench.run(library, '--json')).stdout);
        const counts = ({ new: added, replaced, updated, unchanged, refused }: Record<string, number>) => ({
          added,
          replaced,
          updated,
          unchanged,
          refused,
        });
        expect(counts(preview)).toEqual(counts(done));
        return counts(done);
      };
      const chapters = async () => {
        const { rows } = await bench.pool.query<{ chapter: string }>(
          `select concat_ws(' ', b.id, title_key, no, source_name) as chapter
           from catalog.chapter c join catalog.comic b on b.id = comic_id order by source_name collate "C"`,
        );
        return rows.map(({ chapter }) => chapter.split(' '));
      };
      expect(await importStage('stage1')).toMatchObject({ added: 7 });
      const before = await chapters();
      const idOf = (title: string) => before.find((each) => each[1] === title)?.[0];
      expect(await importStage('stage2')).toEqual({ added: 0, replaced: 2, updated: 5, unchanged: 0, refused: 0 });
      const after = [
        [idOf('换包'), '换包', '1', '换包/第1话.cbz'],
        [idOf('改名'), '改名', '1', '改名/第01话.cbz'],
        [idOf('改名'), '改名', '2', '改名/第02话.cbz'],
        [idOf('旧书名'), '新书名', '1', '新书名/第1话.cbz'],
        [idOf('旧书名'), '新书名', '2', '新书名/第2话.cbz'],
        [idOf('版本'), '版本', '10', '版本/Ch.10v2.cbz'],
        [idOf('错号'), '错号', '20', '错号/第20话.cbz'],
      ];
      expect(await chapters()).toEqual(after);
      expect(await importStage('stage3')).toEqual({ added: 0, replaced: 1, updated: 0, unchanged: 6, refused: 0 });
      expect(await chapters()).toEqual(after);
    } finally {
      await bench.close();
    }
  });

  test('files of NAS systems beside comics are ignored, in repeated imports too', async () => {
    const bench = await openWorkbench();
    try {
      const folder = make('w05-recycle');
      await bench.run(folder);
      await bench.run(folder);
      const { rows } = await bench.pool.query('select source_name as name from catalog.chapter');
      expect(rows).toEqual([{ name: '回收/留下的 第1话.cbz' }]);
    } finally {
      await bench.close();
    }
  });

  test('files of other formats are listed, each with advice', async () => {
    const lines = await readAll('w02-only-unknown', widthsOf);
    expect(Object.keys(lines)).toHaveLength(6);
    for (const line of Object.values(lines)) expect(line).toMatch(/^这是.+，.*请/);
  });

  test('the pages of EPUBs are in the order of their spine', async () => {
    const read = await readAll('e02-epub-markup', async (source) => ({
      widths: await widthsOf(source),
      cover: source.metadata.coverPage,
    }));
    const { '标丑 01.epub': byManifest, '标寅 01.epub': byMeta, '标卯 01.epub': blanks, ...others } = read;
    const covered = { widths: [205, 210, 220, 230], cover: 0 };
    expect([byManifest, byMeta]).toEqual([covered, covered]);
    expect(blanks).toMatchObject({ widths: [210, 299, 220, 299, 230] });
    const plain = { widths: [210, 220, 230, 240], cover: undefined };
    expect(Object.values(others)).toEqual(Object.values(others).map(() => plain));
    expect(Object.keys(others)).toHaveLength(11);
  });
});
