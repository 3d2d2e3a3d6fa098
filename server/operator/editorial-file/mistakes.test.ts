import { execFileSync } from 'node:child_process';
import { readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addComic } from '../../../testing/factories/comics.ts';
import { type EditorialBench, openEditorialBench } from '../../../testing/factories/editorial-bench.ts';
import { picture } from '../../../testing/sources/comic-sources.ts';

let bench: EditorialBench;
const around = join(tmpdir(), `manyu-mistakes-${process.pid}-${Date.now()}`);
const folder = join(around, 'site');
beforeAll(async () => {
  bench = await openEditorialBench(folder);
  for (const title of ['雨巷', '山海小店']) await addComic(bench.site, { title });
  await bench.write('rain.png', await picture(1, 1600, 400));
  execFileSync('mkfifo', [join(folder, 'pipe.png')]);
  await writeFile(join(around, 'outside.png'), await picture(8, 1600, 400));
  await symlink('../outside.png', join(folder, 'link.png'));
  await symlink('..', join(folder, 'away'));
  await symlink('loop.png', join(folder, 'loop.png'));
});
afterAll(async () => {
  await bench.close();
  await rm(around, { recursive: true, force: true });
});
beforeEach(async () => {
  await bench.site.pool.query('delete from editorial.part; delete from catalog.promotion');
});

const apply = async (text: string) => bench.run('apply', await bench.write('site.yaml', text));
const storedFiles = async () =>
  (await readdir(bench.site.imageDir, { recursive: true })).filter((name) => /^(site|original).*\.bin$/.test(name));

/** Each line: a mistake, the file, and the sentences that report it. */
const WRONG: [what: string, text: string, sentences: RegExp[]][] = [
  [
    'a field nobody knows',
    'sitte: {}\nsite: {name: 甲, nmae: 乙, icq: 丙}',
    [/第 1 行 sitte：没有这个字段/, /第 2 行 site「nmae」：没有这个字段/, /site「icq」：没有/],
  ],
  [
    'wrong types',
    'site: 甲\nhot: 乙\nhome: [丙]\nfaq:\n  - type: 9\n    question: [问]\n    answer: true',
    [
      /第 1 行 site：要写成「字段: 内容」/,
      /第 2 行 hot：要写成列表/,
      /第 3 行 home 第 1 项：要写成/,
      /第 5 行 faq 第 1 项「type」：要写 0 到 5 的整数/,
      /第 6 行 .*「question」：要写一行文字/,
      /第 7 行 .*「answer」：要写文字/,
    ],
  ],
  [
    'a line about a comic that the theme does not list',
    'themes: [{id: 1, title: 甲, comics: [雨巷], notes: {山海小店: 好看, 没有这部: 好看}}]',
    [/「山海小店」不在这个专题的 comics 里/, /没有「没有这部」这部漫画/],
  ],
  ['a field left out', 'themes:\n  - id: 1\n    comics: []', [/第 2 行 themes 第 1 项「title」：缺少这个字段/]],
  [
    'an end before its start',
    'themes:\n  - id: 1\n    title: 甲\n    comics: []\n    start: 2026-11-20 10:00\n    end: 2026-11-20 10:00',
    [/第 6 行 themes 第 1 项「end」：结束时间要晚于开始时间/],
  ],
  [
    'times that are none',
    'themes: [{id: 1, title: 甲, comics: [], start: 2026-02-30, end: 明天}]',
    [/「start」：要写成 2026-11-20 10:00/, /「end」：要写成/],
  ],
  [
    'links that lead nowhere good',
    [
      'javascript:alert(1)',
      '//evil.example',
      'http://a.example',
      '/\\\\evil',
      'https://',
      'JaVaScRiPt:1',
      'data:text/html,1',
    ]
      .map(
        (link, slot) => `${slot === 0 ? 'banners:\n' : ''}  - {slot: 1, title: 甲, picture: rain.png, link: "${link}"}`,
      )
      .join('\n'),
    [2, 3, 4, 5, 6, 7, 8].map((line) => new RegExp(`第 ${line} 行 banners 第 ${line - 1} 项「link」：要写站内地址`)),
  ],
  [
    'no link, or two',
    'banners:\n  - {slot: 1, title: 甲, picture: rain.png}\n  - {slot: 1, title: 甲, picture: rain.png, link: /new, comic: 雨巷}',
    [/第 2 行 .*「link」：要写 link 或 comic/, /第 3 行 .*：link 与 comic 只能写一个/],
  ],
  [
    'comics that aren’t there, or twice',
    'themes:\n  - id: 1\n    title: 甲\n    comics:\n      - 雨巷\n      - 没有这部\n      - 雨巷',
    [/第 6 行 themes 第 1 项「comics」 第 2 项：没有「没有这部」这部漫画/, /第 7 行 .*「雨巷」写了两次/],
  ],
  [
    'a slot there isn’t',
    'banners: [{slot: 14, title: 甲, picture: rain.png, link: /new}]',
    [/「slot」：要写 1 到 13 的整数/],
  ],
  [
    'pictures that can’t be had',
    'banners:\n  - {slot: 1, title: 甲, picture: none.png, link: /new}\n  - {slot: 1, title: 甲, picture: site.yaml, link: /new}\n  - {slot: 1, title: 甲, picture: ., link: /new}\n  - {slot: 1, title: 甲, picture: cut.png, link: /new}\n  - {slot: 1, title: 甲, picture: tall.png, link: /new}\n  - {slot: 1, title: 甲, picture: pipe.png, link: /new}',
    [
      /第 2 行 .*「picture」：none.png：没有这个图片文件/,
      /第 3 行 .*：site.yaml：不是可识别的图片/,
      /第 4 行 .*：\.：不是文件/,
      /第 5 行 .*：cut.png：图片已损坏/,
      /第 6 行 .*：tall.png：图片太长/,
      /第 7 行 .*：pipe.png：不是文件/,
    ],
  ],
  [
    'pictures that lie elsewhere',
    ['/etc/hostname', '../outside.png', 'sub/../../outside.png', '..', 'link.png', 'away/outside.png', 'loop.png']
      .map((name, index) => `${index === 0 ? 'banners:\n' : ''}  - {slot: 1, title: 甲, picture: ${name}, link: /new}`)
      .concat('site: {name: 甲, icon: ../outside.png, logo: away/outside.png}')
      .join('\n'),
    [
      ...[2, 3, 4, 5].map((line) => new RegExp(`第 ${line} 行 .*「picture」：.*：图片要放在 YAML 文件所在的文件夹里`)),
      /第 6 行 .*：link.png：这是一个链接/,
      /第 7 行 .*：away\/outside.png：图片要放在/,
      /第 8 行 .*：loop.png：这是一个链接/,
      /第 9 行 site「icon」：.*：图片要放在/,
      /第 9 行 site「logo」：.*：图片要放在/,
    ],
  ],
  [
    'promotions of one comic that meet',
    'promotions:\n  - {key: a, title: 甲, percent: 0, comics: [雨巷, 山海小店], start: 2026-11-20, end: 2026-11-25}\n  - {key: b, title: 乙, percent: 50, comics: [山海小店, 雨巷], start: 2026-11-24, end: 2026-11-28}\n  - {key: c, title: 丙, percent: 50, comics: [雨巷], start: 2026-11-28, end: 2026-11-29}',
    [
      /第 3 行 promotions 第 2 项「comics」 第 1 项：「山海小店」同时在优惠「a」里，时间有重叠/,
      /第 3 行 .*「雨巷」同时在优惠「a」里/,
    ],
  ],
  [
    'names used twice',
    'hot: [甲, 甲]\nthemes:\n  - {id: 1, title: 甲, comics: []}\n  - {id: 1, title: 乙, comics: []}',
    [/第 1 行 hot 第 2 项：「甲」写了两次/, /第 4 行 themes 第 2 项「id」：「1」写了两次/],
  ],
  [
    'a section with nothing, too much, or a theme there isn’t',
    'home:\n  - {key: a, title: 甲, layout: row}\n  - {key: b, title: 乙, layout: row, show: hot, theme: 1}\n  - {key: c, title: 丙, layout: row, theme: 77}\n  - {key: d, title: 丁, layout: tall, show: worst}',
    [
      /第 2 行 home 第 1 项：show、theme、comics 要写且只能写一个/,
      /第 3 行 home 第 2 项：show/,
      /第 3 行 home 第 2 项「theme」：themes 里没有编号为 1 的专题/,
      /第 4 行 .*「theme」：themes 里没有编号为 77 的专题/,
      /第 5 行 .*「layout」：只能是 hero/,
      /第 5 行 .*「show」：只能是 weekday/,
    ],
  ],
  [
    'many mistakes of the same items: all at once, and none because of another',
    `banners:
  - {slot: 99, title: '', picture: none.png, comic: 没有这部, start: 2026-02-01, end: 2026-01-01}
  - {slot: 1, title: 甲, picture: [x], link: 5, comic: 雨巷}
home:
  - {key: '!', title: 甲, layout: row, show: worst, theme: 3}
  - {key: '?', title: 乙, layout: row, theme: 5, count: 99}
  - {key: b, title: 乙, layout: row, comics: [雨巷, [1], 没有, 雨巷]}
themes:
  - {id: five, title: 甲, comics: 雨巷}
events:
  - {id: 1, title: 甲, picture: rain.png, body: [], start: 明天, end: 2026-01-01}
promotions:
  - {key: a, title: 甲, percent: -1, comics: [雨巷, 没有], start: 2026-11-20, end: 2026-11-25}
  - {key: b, title: '', percent: 101, comics: [雨巷], start: 2026-11-21, end: 后天}
  - {key: c, title: 丙, percent: 1.5, comics: [雨巷], start: 2026-11-24, end: 2026-11-25}`,
    [
      /第 2 行 .*「slot」：要写 1 到 13/,
      /第 2 行 .*「title」：不能是空的/,
      /第 2 行 .*「picture」：none.png：没有这个图片文件/,
      /第 2 行 .*「comic」：没有「没有这部」/,
      /第 2 行 .*「end」：结束时间要晚于/,
      /第 3 行 .*「picture」：要写图片文件的名字/,
      /第 3 行 .*「link」：要写站内地址/,
      /第 3 行 banners 第 2 项：link 与 comic 只能写一个/,
      /第 5 行 .*「key」：要写小写字母/,
      /第 5 行 .*「show」：只能是/,
      /第 5 行 home 第 1 项：show、theme、comics 要写且只能写一个/,
      /第 6 行 .*「key」/,
      /第 6 行 .*「count」：要写 1 到 50/,
      /第 7 行 .*「comics」 第 2 项：要写书名或短码/,
      /第 7 行 .*「comics」 第 3 项：没有「没有」/,
      /第 7 行 .*「comics」 第 4 项：「雨巷」写了两次/,
      /第 9 行 .*「id」：要写 1 到 1000000000/,
      /第 9 行 .*「comics」：要写成列表/,
      /第 11 行 .*「body」：要写文字/,
      /第 11 行 .*「start」：要写成 2026/,
      /第 13 行 .*「percent」：要写 0 到 99/,
      /第 13 行 .*「comics」 第 2 项：没有「没有」/,
      /第 14 行 .*「title」：不能是空的/,
      /第 14 行 .*「percent」：要写 0 到 99/,
      /第 14 行 .*「end」：要写成/,
      /第 15 行 .*「percent」：要写 0 到 99/,
      /第 15 行 .*「雨巷」同时在优惠「a」里/,
    ],
  ],
  ['YAML that is none', 'site:\n  name: "甲\nhot: [乙', [/第 \d+ 行：/]],
  ['several files in one', 'hot: [甲]\n---\nhot: [乙]', [/第 2 行：一个文件只能有一份内容/]],
  [
    'the same key of two questions',
    'faq:\n  - {type: 2, question: 甲, answer: 乙, key: a}\n  - {type: 2, question: 丙, answer: 丁, key: a}',
    [/faq 第 2 项「key」：「a」写了两次/],
  ],
  ['a reference to nothing', 'hot: [甲]\nfaq: *nope', [/第 2 行：引用的「\*nope」前面没有定义/]],
  ['brackets without end', '['.repeat(5_000), [/第 1 行：嵌套太深/]],
  ['lists in lists', '- '.repeat(5_000), [/第 1 行：嵌套太深/]],
  [
    'as many fields as fit into a file',
    Array.from({ length: 260_000 }, (_, key) => `${key}:\n`).join(''),
    [/第 1 行：内容太多，无法读取/],
  ],
  [
    'as many references as definitions',
    `hot: [${Array.from({ length: 9_000 }, (_, key) => `&a${key} x,*a${key}`).join(',')}]`,
    [/第 1 行：引用（\*）太多/],
  ],
  ['text that begins as none may', 'hot:\n  - @甲\n  - 乙', [/第 2 行：以这个符号开头的文字要加引号/]],
  ['a field written twice', 'hot: [甲]\nhot: [乙]', [/第 2 行：这个字段写了两次/]],
  ['a list at the outermost level', '- 甲', [/第 1 行：最外层要写成「字段: 内容」/]],
  [
    'aliases that multiply',
    `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nhot: [*c,*c,*c]`,
    [/引用（\*）太多/],
  ],
];

describe('a file with mistakes', () => {
  beforeAll(async () => {
    await bench.write('tall.png', await picture(6, 100, 401));
    await bench.write('cut.png', (await picture(5, 300, 100)).subarray(0, 400));
  });

  test.each(WRONG)(
    '%s: each is reported with line and field, and nothing at all is applied',
    async (_what, text, sentences) => {
      const before = [await bench.state(), await storedFiles()];
      const done = await apply(`${text}\n`);
      expect(done).toMatchObject({ code: 1, stdout: '' });
      for (const sentence of sentences) expect(done.stderr).toMatch(sentence);
      const count = Number(/共 (\d+) 处错误，没有应用任何内容。\n$/.exec(done.stderr)?.[1]);
      expect(done.stderr.trimEnd().split('\n')).toHaveLength(count + 1);
      expect(count).toBe(sentences.length);
      expect([await bench.state(), await storedFiles()]).toEqual(before);
    },
  );

  test('that takes away a theme which a section still shows is reported', async () => {
    const section = '{key: a, title: 栏目, layout: row, theme: 1}';
    await apply(`themes: [{id: 1, title: 甲, comics: []}]\nhome: [${section}]\n`);
    expect((await apply('themes: []\n')).stderr).toContain('第 1 行 themes：首页栏目「栏目」还在用编号为 1 的专题');
    expect((await apply('themes: []\nhome: []\n')).code).toBe(0);
  });

  test('of several kinds reports all of them at once, in the order of the lines', async () => {
    const done = await apply(
      'hot: [甲, 甲]\nthemes: [{id: 1, title: 甲, comics: [没有]}]\nbanners: [{slot: 0, title: 乙, picture: none.png, link: /}]\n',
    );
    expect(done.stderr.match(/第 \d 行/g)).toEqual(['第 1 行', '第 2 行', '第 3 行', '第 3 行']);
  });

  test('that is no text, no file or nowhere is refused in one sentence', async () => {
    const gbk = await bench.write('gbk.yaml', Buffer.from([...Buffer.from('hot: ['), 0xbc, 0xd7, 0x5d]));
    const large = await bench.write('large.yaml', `hot: [${'甲,'.repeat(600_000)}]`);
    for (const [file, why] of [
      [gbk, /^读不了 .*：它不是 UTF-8 文本（可能是 GBK 或 UTF-16，请另存为 UTF-8）\n$/],
      [large, /^读不了 .*：它超过 2 MB\n$/],
      [folder, /^读不了 .*：它不是文件\n$/],
      [join(folder, 'nowhere.yaml'), /^读不了 .*：没有这个文件\n$/],
    ] as const)
      expect(await bench.run('apply', file)).toMatchObject({ code: 1, stderr: expect.stringMatching(why) });
    expect((await apply('['.repeat(100_000))).code).toBe(1);
  });

  test('an application that fails half way leaves no picture behind', async () => {
    await apply('banners: []');
    await bench.site.pool.query(`create function editorial.refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no'; end $$;
      create trigger refuse before insert or update on editorial.part for each row execute function editorial.refuse()`);
    const done = await apply('banners: [{slot: 1, title: 横幅, picture: rain.png, comic: 雨巷}]');
    await bench.site.pool.query('drop trigger refuse on editorial.part; drop function editorial.refuse');
    expect(done).toMatchObject({ code: 2, stderr: '没能完成：no\n' });
    expect(await storedFiles()).toEqual([]);
  });
});
