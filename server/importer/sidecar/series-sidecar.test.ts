import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorkbench, type Workbench } from '../../../testing/importing/import-workbench.ts';
import { picture, writeCbz } from '../../../testing/sources/comic-sources.ts';

let bench: Workbench;
let folder: string;
let title: string;
let run = 0;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());
beforeEach(() => {
  run++;
  title = `书${String.fromCodePoint(0x4e00 + run)}`;
  folder = join(bench.folder, `sidecar-${run}`, title);
});

const chapter = async (name: string, seed: number, info?: string) =>
  writeCbz(dirname(join(folder, name)), name.split('/').at(-1) ?? '', [await picture(run * 100 + seed)], info);

async function write(name: string, content: string | Buffer): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), content);
}

async function comic(named = title) {
  const { rows } = await bench.pool.query('select * from catalog.comic where title = $1', [named]);
  return rows[0];
}

async function chapters(named = title) {
  const { rows } = await bench.pool.query(
    'select c.* from catalog.chapter c join catalog.comic b on b.id = c.comic_id where b.title = $1 order by no',
    [named],
  );
  return rows;
}

async function importAll(...more: string[]) {
  const done = await bench.run(folder, '--json', ...more);
  const document = JSON.parse(done.stdout);
  const sources: { path: string; result: string; no: number; code: string; warnings: string[]; updated?: string[] }[] =
    document.sources;
  return { ...done, document, sources };
}

async function expectWell(): Promise<void> {
  const check = await bench.run('--verify', '--json');
  expect(JSON.parse(check.stdout)).toMatchObject({ removed: 0, mended: [], lost: [] });
}

describe('a sidecar', () => {
  test('wins over ComicInfo, which wins over the names; command options win over all', async () => {
    await chapter('第1话.cbz', 1, '<Writer>信息里的人</Writer><Genre>信息</Genre><Summary>信息里的简介</Summary>');
    await chapter('第2话.cbz', 2);
    await write(
      'series.yaml',
      `title: ${title}正名\nauthors: [甲, 乙]\ngenres: [题材]\nweekdays: [2]\nprice: 30\nfreeFirst: 1\nageRating: 12\nchapters:\n  2: {price: 50, title: 决战, freeAt: 2030-01-01}\n`,
    );
    const done = await importAll('--genres', '命令');
    expect(done.sources.flatMap(({ warnings }) => warnings)).toEqual([]);
    expect(await comic(`${title}正名`)).toMatchObject({
      authors: ['甲', '乙'],
      genres: ['命令'],
      description: '信息里的简介',
      weekdays: [2],
      age_rating: '12',
      price_coins: 30,
      free_first: 1,
    });
    const [one, two] = await chapters(`${title}正名`);
    expect(one).toMatchObject({ price_coins: 0, guarded: false });
    expect(two).toMatchObject({ price_coins: 50, own_price_coins: 50, title: '决战', guarded: true });
    expect(two.free_at).toEqual(new Date('2029-12-31T16:00:00Z'));
    await expectWell();
  });

  test('is applied if it has changed; otherwise later settings of the operator stay', async () => {
    await chapter('第1话.cbz', 1);
    await write('series.yaml', 'price: 10');
    await importAll();
    await importAll('--price', '40');
    expect((await importAll()).document).toMatchObject({ unchanged: 1, updated: 0 });
    await chapter('第2话.cbz', 2);
    await importAll();
    expect((await chapters()).map((row) => row.price_coins)).toEqual([40, 40]);
    await write('series.yaml', 'price: 15');
    const done = await importAll();
    expect(done.document).toMatchObject({ updated: 2, unchanged: 0 });
    expect(done.sources[0]?.updated).toEqual(['价格']);
    expect((await chapters()).map((row) => row.price_coins)).toEqual([15, 15]);
    await expectWell();
  });

  test('changes the prices of all chapters if it has changed, also if only a new chapter is imported', async () => {
    await chapter('第1话.cbz', 1);
    await write('series.yaml', 'price: 10');
    await importAll();
    await write('series.yaml', 'price: 15');
    await bench.run(await chapter('第2话.cbz', 2));
    expect((await chapters()).map((row) => row.price_coins)).toEqual([15, 15]);
    await expectWell();
  });

  test('applies its settings of a chapter once: a later change stays when another chapter is imported', async () => {
    await chapter('第1话.cbz', 1);
    await write('series.yaml', 'chapters:\n  1: { price: 5 }\n  2: { price: 6 }');
    await importAll();
    await bench.pool.query('update catalog.chapter set own_price_coins = 9 where price_coins = 5');
    await chapter('第2话.cbz', 2);
    await importAll();
    expect((await chapters()).map((row) => [row.no, row.price_coins])).toEqual([
      [1, 9],
      [2, 6],
    ]);
    await expectWell();
  });

  test('reports its errors once, with line and field, and nothing is refused because of them', async () => {
    await chapter('第1话.cbz', 1);
    await chapter('第2话.cbz', 2);
    await write('series.json', '{\n  "authors": ["甲"],\n  "price": "贵"\n}');
    const done = await importAll();
    expect(done.code).toBe(0);
    expect(done.sources.flatMap(({ warnings }) => warnings)).toEqual([
      expect.stringContaining('series.json 第 3 行「price」'),
    ]);
    expect(await comic()).toMatchObject({ authors: ['甲'], price_coins: 0 });
  });
});

describe('the folder of a series', () => {
  test('provides cover and ComicInfo; a changed cover is used, a damaged one is reported', async () => {
    await chapter('第1卷/第1话.cbz', 1);
    await write('ComicInfo.xml', '<ComicInfo><Writer>某人</Writer><Summary>简介</Summary></ComicInfo>');
    await write('poster.jpg', await picture(77, 400, 600));
    await importAll();
    const first = await comic();
    expect(first).toMatchObject({ authors: ['某人'], description: '简介', cover: { width: 400 } });
    await chapter('第1卷/第0话.cbz', 5);
    await importAll();
    expect((await comic()).cover).toEqual(first.cover);
    await write('poster.jpg', await picture(78, 500, 800));
    expect((await importAll()).sources[0]?.updated).toEqual(['封面']);
    expect((await comic()).cover).not.toEqual(first.cover);
    const second = await comic();
    await write('poster.jpg', 'no picture');
    const done = await importAll();
    expect(done.code).toBe(0);
    expect(done.sources[0]?.warnings.join()).toContain('poster.jpg');
    expect((await comic()).cover).toEqual(second.cover);
    await expectWell();
  });

  test('of Komga or Kavita is imported: volumes, side stories, one-shots', async () => {
    await chapter('第1卷/第1话.cbz', 1);
    await chapter('第2卷/第1话.cbz', 2);
    await chapter('Specials/SP01.cbz', 3);
    await chapter('第3话（上）.cbz', 4);
    await chapter('第3话（下）.cbz', 5);
    const oneShot = await writeCbz(join(folder, '../_oneshots'), `${title}短篇 2.cbz`, [await picture(6)]);
    const done = await bench.run(dirname(folder), '--json');
    expect(done.code).toBe(0);
    expect((await chapters()).map((row) => [row.no, row.source_name])).toEqual([
      [1, `${title}/第1卷/第1话.cbz`],
      [2, `${title}/第2卷/第1话.cbz`],
      [3, `${title}/第3话（上）.cbz`],
      [3.5, `${title}/第3话（下）.cbz`],
      [3.51, `${title}/Specials/SP01.cbz`],
    ]);
    expect((await chapters(`${title}短篇 2`)).map((row) => row.no)).toEqual([1]);
    expect(JSON.parse((await bench.run(dirname(folder), '--json')).stdout)).toMatchObject({ unchanged: 6 });
    expect(JSON.parse((await bench.run(join(folder, '第2卷'), oneShot, '--json')).stdout)).toMatchObject({
      unchanged: 2,
    });
  });
});

describe('a dry run', () => {
  test('shows each comic with its chapters, their files, prices and decisions, and writes nothing', async () => {
    await chapter('第1话.cbz', 1);
    await chapter('第2话.cbz', 2);
    await chapter('第2话 (1).cbz', 3);
    await chapter('SP01.cbz', 4);
    await write('series.yaml', 'price: 30\nfreeFirst: 1\nprise: 1');
    await write('第9话.cbz', 'not an archive');
    const before = await bench.snapshot();
    const done = await bench.run(folder, '--dry-run');
    expect(done.code).toBe(1);
    const lines = done.stdout.split('\n');
    expect(lines.slice(0, 13)).toEqual([
      `在 ${folder}/ 里：`,
      '',
      `《${title}》（书名取自文件夹）`,
      '  第1话     第1话.cbz · 1 页 · 免费 · 新增',
      '  第2话     第2话.cbz · 1 页 · 30 漫币 · 新增',
      '            第2话 (1).cbz · 被拒绝：与「第2话.cbz」同为第 2 话，这一份是副本，没有用',
      '  第2.01话  SP01.cbz · 1 页 · 30 漫币 · 新增',
      '            注意：series.yaml 第 3 行「prise」没有这个字段，这一项没有采用',
      '            注意：番外没有话数，排在第 2 话之后',
      '',
      '不能导入',
      expect.stringMatching(/^ {2}第9话\.cbz：/),
      '',
    ]);
    expect(await bench.snapshot()).toEqual(before);
  });

  test('shows the resulting prices: a later change stays until the sidecar changes', async () => {
    const prices = async () => {
      const { sources } = JSON.parse((await bench.run(folder, '--dry-run', '--json')).stdout);
      return sources.map(({ priceCoins }: { priceCoins: number }) => priceCoins);
    };
    await chapter('第1话.cbz', 1);
    await chapter('第2话.cbz', 2);
    await write('series.yaml', 'price: 10\nchapters:\n  2: { price: 6 }');
    expect(await prices()).toEqual([10, 6]);
    await importAll('--price', '40');
    expect(await prices()).toEqual([40, 6]);
    await write('series.yaml', 'price: 15\nchapters:\n  2: { price: 7 }');
    expect(await prices()).toEqual([15, 7]);
  });
});

test('the second of two sources of a chapter is used if the first is damaged', async () => {
  await writeCbz(folder, '第1话.cbz', [(await picture(1)).subarray(0, 100)]);
  await chapter('第1话.zip', 2);
  await chapter('第1话 - 副本.cbz', 3);
  const done = await importAll();
  expect(done.sources.map(({ result, code }) => [result, code])).toEqual([
    ['refused', 'bad_image'],
    ['new', null],
    ['refused', 'conflict'],
  ]);
  expect(done.sources[1]?.warnings.join()).toContain('代替了读不出的');
  expect((await chapters()).map((row) => row.source_name)).toEqual([`${title}/第1话.zip`]);
  await expectWell();
});

describe('a source that was read before', () => {
  const memory = async () => (await bench.pool.query('select * from catalog.import_source order by path_hash')).rows;
  const old = new Date(Date.now() - 3_600_000);
  // The fingerprints of files that were just written are not recorded.
  beforeAll(() => bench.later(2_100));
  afterAll(() => bench.later(0));

  test('is not read again if size and times are equal, and --rehash detects other content', async () => {
    const path = await chapter('第1话.cbz', 1);
    await utimes(path, old, old);
    await importAll();
    const [row] = (await memory()).slice(-1);
    expect(row).toBeDefined();
    // Simulates a file that was changed without new times.
    await bench.pool.query('update catalog.chapter set source_sha256 = sha256($1) where source_name = $2', [
      Buffer.from('other'),
      `${title}/第1话.cbz`,
    ]);
    await bench.pool.query("update catalog.import_source set sha256 = sha256('other'::bytea)");
    expect((await importAll()).document).toMatchObject({ unchanged: 1 });
    expect((await importAll('--rehash')).document).toMatchObject({ replaced: 1 });
    expect((await importAll()).document).toMatchObject({ unchanged: 1 });
  });

  test('is read again if its content changes but size and modification time do not', async () => {
    const path = await chapter('第1话.cbz', 1);
    await utimes(path, old, old);
    await importAll();
    await chapter('第1话.cbz', 1, '<Title>新</Title>');
    await utimes(path, old, old);
    expect((await importAll()).document).toMatchObject({ replaced: 1 });
    await rm(path);
  });

  test('is deleted from the cache by --verify after a long time if it has no chapter', async () => {
    await chapter('第1话.cbz', 1);
    await write('第2话.cbz', 'no archive');
    await importAll();
    const before = (await memory()).length;
    await bench.run('--verify');
    expect(await memory()).toHaveLength(before);
    await bench.pool.query("update catalog.import_source set read_at = read_at - interval '91 days'");
    await bench.run('--verify');
    expect((await memory()).length).toBeLessThan(before);
    expect((await importAll()).document).toMatchObject({ unchanged: 1, refused: 1 });
  });

  test('is not recorded by a dry run', async () => {
    await chapter('第1话.cbz', 1);
    const before = await memory();
    await bench.run(folder, '--dry-run');
    expect(await memory()).toEqual(before);
  });
});
