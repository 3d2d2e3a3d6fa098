import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorkbench, type Workbench } from '../../../../testing/importing/import-workbench.ts';
import { picture, writeCbz } from '../../../../testing/sources/comic-sources.ts';

let bench: Workbench;
let folder: string;
let run = 0;
/** Each test has its own series. */
let title: string;
const chapter = (no: number) => join(folder, `${title} 第${no}话.cbz`);

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());
beforeEach(() => {
  run++;
  title = `作品${String.fromCodePoint(0x4e00 + run)}`;
  folder = join(bench.folder, `source-${run}`);
});

async function write(no: number, pages: number[], comicInfo?: string): Promise<string> {
  return writeCbz(folder, `${title} 第${no}话.cbz`, await Promise.all(pages.map((page) => picture(page))), comicInfo);
}

async function comic() {
  const { rows } = await bench.pool.query('select * from catalog.comic where title = $1', [title]);
  return rows[0];
}

async function chapters() {
  const { rows } = await bench.pool.query(
    'select c.* from catalog.chapter c join catalog.comic b on b.id = c.comic_id where b.title = $1 order by no',
    [title],
  );
  return rows;
}

async function expectWell(): Promise<void> {
  const check = await bench.run('--verify', '--json');
  expect(JSON.parse(check.stdout)).toMatchObject({ removed: 0, mended: [], lost: [] });
  expect(check.code).toBe(0);
}

describe('an import', () => {
  test('adds chapters with their pages, cover and previews, and reports them', async () => {
    await write(1, [1, 2, 3], '<Writer>某人</Writer><Genre>冒险, 日常</Genre><Title>起点</Title>');
    await write(3, [4, 5]);
    const done = await bench.run(folder);
    expect(done.code).toBe(0);
    expect(done.stdout).toContain(`新增 《${title}》第 1 话`);
    expect(done.stdout).toMatch(/新增 2 话，替换 0 话，没有变化 0 话，被拒绝 0 份，共 5 页/);
    expect(await comic()).toMatchObject({
      authors: ['某人'],
      genres: ['冒险', '日常'],
      status: 'serial',
      cover: { width: 200, variants: [{ width: 200 }] },
    });
    const [first, third] = await chapters();
    expect(first).toMatchObject({ no: 1, title: '起点', page_count: 3, guarded: false, price_coins: 0 });
    expect(first.pages.map((page: { source: string }) => page.source)).toEqual(['001.png', '002.png', '003.png']);
    expect(first.pages[0]).toMatchObject({ width: 200, height: 300, color: expect.stringMatching(/^#[0-9a-f]{6}$/) });
    expect(third).toMatchObject({ no: 3, page_count: 2 });
    await expectWell();
  });

  test('of the same archive again changes nothing and reports that', async () => {
    await write(1, [1, 2]);
    await bench.run(folder);
    const before = await bench.snapshot();
    const again = await bench.run(folder, '--json');
    expect(again.code).toBe(0);
    expect(JSON.parse(again.stdout)).toMatchObject({
      new: 0,
      unchanged: 1,
      sources: [{ result: 'unchanged', series: title }],
    });
    expect(await bench.snapshot()).toEqual(before);
  });

  test('of a changed archive replaces the changed pages; page numbers, time and unchanged files stay', async () => {
    await write(1, [1, 2, 3]);
    await bench.run(folder);
    const [before] = await chapters();
    await write(1, [1, 9, 3, 4]);
    const done = await bench.run(folder, '--json');
    expect(JSON.parse(done.stdout)).toMatchObject({ replaced: 1 });
    const [after] = await chapters();
    expect(after).toMatchObject({ id: before.id, published_at: before.published_at, page_count: 4 });
    const key = (row: typeof after, index: number) => row.pages[index].key;
    expect([key(after, 0), key(after, 2)]).toEqual([key(before, 0), key(before, 2)]);
    expect(key(after, 1)).not.toBe(key(before, 1));
    expect((await bench.snapshot()).files).not.toContain(key(before, 1));
    await expectWell();
  });

  test('of another file for an existing number is a conflict that lists both files', async () => {
    await write(1, [1]);
    await bench.run(folder);
    const other = await writeCbz(join(folder, 'b'), `${title} Ch.1.cbz`, [await picture(7)]);
    const done = await bench.run(other, '--json', '--series', title);
    expect(done.code).toBe(2);
    const [source] = JSON.parse(done.stdout).sources;
    expect(source).toMatchObject({ result: 'refused', code: 'conflict' });
    expect(source.reason).toContain(`${title} 第1话.cbz`);
    expect((await chapters()).length).toBe(1);
  });

  test('of a second file with the same name is a conflict as long as the first one is unchanged', async () => {
    await write(1, [1]);
    await bench.run(folder);
    const [before] = await chapters();
    await writeCbz(join(folder, '漫画'), `${title} 第1话.cbz`, [await picture(7)]);
    const { sources } = JSON.parse((await bench.run(folder, '--json')).stdout);
    expect(sources).toMatchObject([{ result: 'unchanged' }, { result: 'refused', code: 'conflict' }]);
    expect(await chapters()).toEqual([before]);
  });

  test('of a file and its folder together counts the file once', async () => {
    const path = await write(1, [1]);
    const { sources } = JSON.parse((await bench.run(path, folder, '--json')).stdout);
    expect(sources).toMatchObject([{ result: 'new', no: 1 }]);
  });

  test('the same bytes under two numbers are two chapters', async () => {
    await write(1, [1]);
    await write(2, [1]);
    expect((await bench.run(folder)).code).toBe(0);
    expect((await bench.run(folder, '--json')).stdout).toContain('"unchanged": 2');
    expect((await chapters()).map((row) => row.no)).toEqual([1, 2]);
    await expectWell();
  });

  test('a bad archive does not stop the others, gets one line and leaves nothing behind', async () => {
    await write(1, [1]);
    await writeFile(chapter(2), 'not a zip');
    await writeCbz(folder, `${title} 第3话.cbz`, [Buffer.from('no picture'), Buffer.from('<svg/>')]);
    await write(4, [4]);
    const done = await bench.run(folder, '--json');
    expect(done.code).toBe(1);
    const sources: { path: string; result: string }[] = JSON.parse(done.stdout).sources;
    expect(sources.filter((source) => source.result === 'refused')).toHaveLength(2);
    expect((await chapters()).map((row) => row.no)).toEqual([1, 4]);
    await expectWell();
  });

  test('the exit code is 2 if all sources are refused or there are none', async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(chapter(1), 'not a zip');
    expect((await bench.run(folder)).code).toBe(2);
    expect((await bench.run(join(folder, 'nowhere'))).code).toBe(2);
    expect(await comic()).toBeUndefined();
  });

  test('a dry run writes nothing', async () => {
    await write(1, [1]);
    const before = await bench.snapshot();
    const done = await bench.run(folder, '--dry-run');
    expect(done.code).toBe(0);
    expect(done.stdout).toContain('预演');
    expect(done.stdout).toContain(title);
    expect(await bench.snapshot()).toEqual(before);
  });
});

describe('the cover', () => {
  test('comes from the lowest chapter number, in any order of imports', async () => {
    await write(5, [5]);
    await bench.run(folder);
    const ofFive = await comic();
    await write(1, [1]);
    await bench.run(folder);
    const ofOne = await comic();
    expect(ofOne.cover.key).not.toBe(ofFive.cover.key);
    await write(3, [3]);
    await bench.run(folder);
    expect((await comic()).cover).toEqual(ofOne.cover);
    await expectWell();
  });

  test('is the page that ComicInfo marks as the front cover', async () => {
    await write(1, [1, 2], '<Pages><Page Image="1" Type="FrontCover"/></Pages>');
    await bench.run(folder);
    const withMark = (await comic()).cover.key.split('/').at(-1);
    await bench.run(await write(1, [1, 2]));
    expect((await comic()).cover.key.split('/').at(-1)).not.toBe(withMark);
  });
});

describe('prices', () => {
  test('chapters with a price have signed addresses from the beginning', async () => {
    for (const no of [1, 2, 3]) await write(no, [no]);
    await bench.run(folder, '--price', '30', '--free-first', '1');
    const rows = await chapters();
    expect(rows.map((row) => [row.price_coins, row.guarded])).toEqual([
      [0, false],
      [30, true],
      [30, true],
    ]);
    expect(rows[1].pages[0].key).toMatch(new RegExp(`^guarded/${rows[1].store_key}/`));
    await expectWell();
  });

  test('a chapter that gets a price moves to a new secret folder, and stays there if it becomes free again', async () => {
    await write(1, [1]);
    await bench.run(folder);
    const [open] = await chapters();
    await bench.run(folder, '--price', '20');
    const [priced] = await chapters();
    expect(priced).toMatchObject({ price_coins: 20, guarded: true });
    expect(priced.store_key).not.toBe(open.store_key);
    expect((await bench.snapshot()).files).not.toContain(open.pages[0].key);
    expect((await bench.snapshot()).files).toContain(priced.pages[0].key);
    await expectWell();
    await bench.run(folder, '--price', '0');
    const [free] = await chapters();
    expect(free).toMatchObject({ price_coins: 0, guarded: true, store_key: priced.store_key });
  });

  test('an earlier chapter that is imported later is free instead of a later one', async () => {
    await write(2, [2]);
    await bench.run(folder, '--price', '10', '--free-first', '1');
    expect((await chapters()).map((row) => row.price_coins)).toEqual([0]);
    await write(1, [1]);
    await bench.run(folder);
    expect((await chapters()).map((row) => [row.no, row.price_coins, row.guarded])).toEqual([
      [1, 0, false],
      [2, 10, true],
    ]);
    await expectWell();
  });
});

describe('options', () => {
  test('apply to existing chapters, and values that are not set stay', async () => {
    await write(1, [1], '<Genre>旧题材</Genre>');
    await bench.run(folder, '--direction', 'rtl');
    const done = await bench.run(folder, '--status', 'complete', '--genres', '新,题材', '--publish-at', '2026-05-01');
    expect(done.code).toBe(0);
    expect(await comic()).toMatchObject({ status: 'complete', genres: ['新', '题材'], direction: 'rtl' });
    expect((await chapters())[0].published_at).toEqual(new Date('2026-04-30T16:00:00Z'));
  });

  test.each([
    [['--wrong', 'x'], '--wrong'],
    [['--price', 'x', 'y'], '--price'],
    [['--status', 'done', 'y'], '--status'],
    [['--publish-at', '2026-02-31', 'y'], '--publish-at'],
    [['--price'], '--price'],
    [[], '请写出'],
    [['--verify', 'x'], '--verify'],
    [['--series', ' ', 'x'], '--series'],
  ])('%j is wrong usage', async (argv, named) => {
    const done = await bench.run(...argv);
    expect(done.code).toBe(2);
    expect(done.stdout).toBe('');
    expect(done.stderr).toContain(named);
    expect(done.stderr).toContain('用法');
  });

  test('help is printed with exit code 0', async () => {
    expect(await bench.run('--help')).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('--free-first'),
    });
  });
});
