import { mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeRar5, makeTar } from '../../../testing/sources/archives.ts';
import { makeZip, type ZipPart } from '../../../testing/sources/zip.ts';
import type { OpenedSource } from '../source/source.ts';
import { SourceError } from '../source/source-error.ts';
import { openSource } from './open-source.ts';

let folder: string;
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manyu-open-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function opened(bytes: Buffer, name = `${count++}.cbz`): Promise<OpenedSource> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return openSource({ kind: 'archive', path, root: folder, parents: ['书名'] });
}

/** The error code, from opening the archive or from reading its pages. */
async function refusal(bytes: Buffer): Promise<string> {
  let source: OpenedSource | undefined;
  try {
    source = await opened(bytes);
    for (const page of source.pages) await page.read();
    return 'accepted';
  } catch (error) {
    if (error instanceof SourceError) return error.code;
    throw error;
  } finally {
    await source?.close();
  }
}

const page: ZipPart = { name: '001.jpg', bytes: 'first' };

test('pages come in reading order, stored and deflated alike, and junk is left out', async () => {
  const source = await opened(
    makeZip([
      { name: '10.jpg', bytes: 'ten', method: 8 },
      { name: '2.PNG', bytes: 'two' },
      { name: '__MACOSX/._2.PNG', bytes: 'x' },
      { name: '.hidden.jpg', bytes: 'x' },
      { name: 'readme.txt', bytes: 'x' },
      { name: 'Thumbs.db', bytes: 'x' },
    ]),
    '书名 第03话 标题.cbz',
  );
  expect(source.pages.map(({ name }) => name)).toEqual(['2.PNG', '10.jpg']);
  expect((await Promise.all(source.pages.map((each) => each.read()))).map(String)).toEqual(['two', 'ten']);
  expect(source.warnings).toEqual([]);
  expect(source.metadata).toMatchObject({ series: '书名', no: 3, title: '标题' });
  await source.close();
});

test('pages without an extension are reported', async () => {
  const nameless = ['2', '第3页', '4.jpg ', 'readme', 'ComicInfo.txt'].map((name) => ({ name, bytes: 'x' }));
  const source = await opened(makeZip([page, ...nameless]));
  expect(source.pages).toHaveLength(1);
  expect(source.warnings).toEqual(['没有读取 2 等 3 个文件：没有图片的扩展名，是页的话请加上（如 .jpg）再导入']);
  await source.close();
});

const names: [why: string, name: Buffer, flags: number, decoded: string][] = [
  ['UTF-8 with its flag', Buffer.from('第1页.jpg'), 0x800, '第1页.jpg'],
  ['UTF-8 without its flag', Buffer.from('第1页.jpg'), 0, '第1页.jpg'],
  ['GBK', Buffer.from('b5da31d2b32e6a7067', 'hex'), 0, '第1页.jpg'],
  ['backslashes of Windows', Buffer.from('a\\1.jpg'), 0, 'a/1.jpg'],
  ['decomposed characters of macOS', Buffer.from('e\u0301.jpg'), 0x800, '\u00e9.jpg'],
];
test.each(names)('a name in %s is read', async (_why, name, flags, decoded) => {
  const source = await opened(makeZip([{ name, bytes: 'x', flags }]));
  expect(source.pages[0]?.name).toBe(decoded);
  await source.close();
});

const zeros = Buffer.alloc(12 * 1024 * 1024);
const refused: [why: string, bytes: () => Buffer, code: string][] = [
  ['a name that climbs out', () => makeZip([page, { name: '../x.jpg' }]), 'unsafe_path'],
  ['a name that climbs out by backslashes', () => makeZip([page, { name: 'a\\..\\..\\x.jpg' }]), 'unsafe_path'],
  ['an absolute name', () => makeZip([page, { name: '/etc/x.jpg' }]), 'unsafe_path'],
  ['a name with a drive', () => makeZip([page, { name: 'C:x.jpg' }]), 'unsafe_path'],
  ['a file that is no picture and climbs out', () => makeZip([page, { name: '../../.env' }]), 'unsafe_path'],
  ['a link', () => makeZip([page, { name: '2.jpg', bytes: '/etc/passwd', mode: 0o120777 }]), 'unsafe_link'],
  ['a device', () => makeZip([page, { name: '2.jpg', mode: 0o020666 }]), 'unsafe_link'],
  ['a NUL in a name', () => makeZip([page, { name: 'a\0.jpg' }]), 'bad_entry_name'],
  ['headers that disagree on the name', () => makeZip([{ ...page, localName: '../1.jpg' }]), 'header_mismatch'],
  [
    'an entry whose header is that of another',
    () => makeZip([page, { name: '002.jpg', sameDataAs: 0 }]),
    'header_mismatch',
  ],
  [
    'an entry inside another',
    () =>
      makeZip([
        { name: '1.jpg', bytes: makeZip([{ name: '2.jpg', bytes: 'in' }]) },
        { name: '2.jpg', bytes: 'in', offset: 35 },
      ]),
    'corrupt_archive',
  ],
  [
    'an entry that declares more than 100 MB',
    () =>
      makeZip([
        {
          ...page,
          method: 8,
          bytes: Buffer.alloc(600_000, 'abcdefgh'),
          declaredBytes: 101 * 1024 * 1024,
          declaredPackedBytes: 600_000,
        },
      ]),
    'bomb_size',
  ],
  ['an entry of an absurd ratio', () => makeZip([{ ...page, bytes: zeros, method: 8 }]), 'bomb_ratio'],
  [
    'an entry that hides its absurd ratio',
    () => makeZip([{ ...page, bytes: zeros, method: 8, declaredBytes: 1000 }]),
    'bomb_size',
  ],
  [
    'fewer entries counted than there are',
    () => makeZip([page, { ...page, name: '2.jpg' }], { entryCount: 1 }),
    'corrupt_archive',
  ],
  ['more entries than any book has', () => makeZip([page], { entryCount: 20_001 }), 'bomb_entries'],
  ['a wrong checksum', () => makeZip([{ ...page, declaredCrc: 1 }]), 'corrupt_entry'],
  ['fewer bytes than declared', () => makeZip([{ ...page, method: 8, declaredBytes: 50 }]), 'corrupt_entry'],
  ['a header beyond the file', () => makeZip([{ ...page, offset: 1_000_000 }]), 'corrupt_entry'],
  ['a password', () => makeZip([{ ...page, flags: 1, declaredPackedBytes: 17 }]), 'encrypted'],
  ['a method nobody knows', () => makeZip([{ ...page, method: 200 }]), 'unsupported_method'],
  ['one volume of several', () => makeZip([page], { diskNumber: 3 }), 'split_archive'],
  ['a missing second half', () => makeZip([page, { name: '2.jpg', bytes: 'x' }]).subarray(0, 50), 'truncated'],
  ['a missing end', () => makeZip([page], { comment: 'comment' }).subarray(0, -3), 'truncated'],
  ['no entries at all', () => makeZip([]), 'no_pages'],
  ['no pictures', () => makeZip([{ name: 'readme.txt', bytes: 'x' }]), 'no_pages'],
  ['archives only', () => makeZip([{ name: '第1话.cbz', bytes: 'x' }]), 'nested_archive'],
];
test.each(refused)('an archive with %s is refused', async (_why, bytes, code) => {
  expect(await refusal(bytes())).toBe(code);
});

test.each([
  ['gzip', Buffer.from('1f8b080000', 'hex')],
  ['Kindle', Buffer.from(`${'x'.repeat(60)}BOOKMOBI`)],
  ['DjVu', Buffer.from('AT&TFORM')],
  ['ACE', Buffer.from('\0\0\0\0\0\0\0**ACE**')],
  ['LZH', Buffer.from('\x20\0-lh5-')],
  ['HTML', Buffer.from('\n<!DOCTYPE html><title>404</title>')],
  ['JPEG', Buffer.from('ffd8ffe000104a464946', 'hex')],
  ['文本', Buffer.from('你好')],
  ['空', Buffer.alloc(0)],
  ['认不出', Buffer.from('0001020304050607', 'hex')],
])('a file that is no archive is refused with its format: %s', async (name, bytes) => {
  const refusedAs = await opened(bytes).catch((error: unknown) => error);
  expect(refusedAs).toMatchObject({ code: 'unsupported_format', message: expect.stringContaining(name) });
});

test('names that differ only in case are two pages; names that differ only in composition are one, with a warning', async () => {
  const composed = makeZip([
    { name: '\u00e9.jpg', bytes: '1' },
    { name: 'e\u0301.jpg', bytes: '2' },
  ]);
  const source = await opened(makeZip([page, { ...page, name: '001.JPG' }]));
  expect(source.pages).toHaveLength(2);
  const twice = await opened(composed);
  expect(twice.pages).toHaveLength(1);
  expect(twice.warnings).toEqual([expect.stringContaining('同名条目')]);
  await Promise.all([source.close(), twice.close()]);
});

test('archives that programs read differently are refused', async () => {
  const archives = [
    makeZip([page]),
    makeRar5([{ name: '1.jpg', bytes: 'x' }]),
    makeTar([{ name: '1.jpg', bytes: 'x' }]),
  ];
  const fronts = ['\x89PNG\r\n\x1a\n', 'GIF89a', '<html><body>', 'RIFF\0\0\0\0WEBP', '\x1f\x8b\x08\0'];
  for (const front of fronts) {
    for (const archive of archives) {
      expect(await refusal(Buffer.concat([Buffer.from(front, 'latin1'), archive]))).toBe('unsupported_format');
    }
  }
});

test.each([
  ['Volume and Number', '<Volume>2</Volume><Number>3</Number>', '', { volume: 2, no: 3, special: false }],
  ['a Volume alone', '<Volume>2</Volume>', '', { volume: 2, no: 2 }],
  ['a Volume beside the number of the file', '<Volume>2</Volume>', ' 第5话', { volume: 2, no: 5 }],
  ['a Volume that is a year', '<Volume>2019</Volume>', ' 第5话', { volume: undefined, no: 5 }],
  ['a special', '<Format>Special</Format><Number>3</Number>', '', { special: true, no: undefined }],
  ['a special between two chapters', '<Format>Special</Format><Number>3.5</Number>', '', { special: true, no: 3.5 }],
  [
    'a one-shot',
    '<Format>One-Shot</Format><Series>独篇</Series>',
    '',
    { special: false, series: '独篇', no: undefined },
  ],
])('a ComicInfo of %s is understood', async (_what, fields, number, expected) => {
  const info = { name: 'ComicInfo.xml', bytes: `<ComicInfo>${fields}</ComicInfo>` };
  const source = await opened(makeZip([page, info]), `甲${count++}乙${number}.cbz`);
  expect(source.metadata).toMatchObject(expected);
  await source.close();
});

test('a picture followed by a zip is not read as a zip', async () => {
  expect(await refusal(Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), makeZip([page])]))).toBe('unsupported_format');
});

test('a damaged page does not affect the others', async () => {
  const source = await opened(makeZip([page, { name: '002.jpg', bytes: 'x', declaredCrc: 1 }]));
  expect(String(await source.pages[0]?.read())).toBe('first');
  await expect(source.pages[1]?.read()).rejects.toMatchObject({ code: 'corrupt_entry' });
  await source.close();
});

test('if two entries have one name, the first is used, with a warning', async () => {
  const source = await opened(makeZip([page, { ...page, bytes: 'second' }]));
  expect(source.pages).toHaveLength(1);
  expect(String(await source.pages[0]?.read())).toBe('first');
  expect(source.warnings).toEqual([expect.stringContaining('001.jpg')]);
  await source.close();
});

test('an archive inside is reported when there are pages beside it', async () => {
  const source = await opened(makeZip([page, { name: '番外.zip', bytes: 'x' }]));
  expect(source.warnings).toEqual([expect.stringContaining('番外.zip')]);
  await source.close();
});

test('warnings and refusals print no control characters', async () => {
  const name = 'a\u001b[31m\u202e.jpg';
  const source = await opened(makeZip([{ name }, { name }]));
  expect(source.warnings.join()).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  await source.close();
});

test('the ComicInfo nearest to the root wins over the names', async () => {
  const xml = (title: string) => `<ComicInfo><Title>${title}</Title><Number>7</Number></ComicInfo>`;
  const source = await opened(
    makeZip([
      page,
      { name: 'a/b/ComicInfo.xml', bytes: xml('deep') },
      { name: 'a/ComicInfo.xml', bytes: xml('shallow') },
    ]),
    '书名 第03话 标题.cbz',
  );
  expect(source.metadata).toMatchObject({ series: '书名', no: 7, title: 'shallow' });
  await source.close();
});

test('a ComicInfo that is damaged or too big is reported, and the pages are read', async () => {
  for (const bad of [{ declaredCrc: 1 }, { bytes: Buffer.alloc(5 * 1024 * 1024, ' ') }]) {
    const source = await opened(makeZip([page, { name: 'ComicInfo.xml', bytes: '<ComicInfo/>', ...bad }]));
    expect(source.pages).toHaveLength(1);
    expect(source.warnings).toEqual([expect.stringContaining('ComicInfo.xml')]);
    await source.close();
  }
});

test('a folder gives its own pictures, without links', async () => {
  const path = await mkdtemp(join(folder, '书名 第12.5话 '));
  await writeFile(join(path, '10.jpg'), 'ten');
  await writeFile(join(path, '9.jpg'), 'nine');
  await writeFile(join(path, 'ComicInfo.xml'), '<ComicInfo><Title>标题</Title></ComicInfo>');
  await symlink('/etc/passwd', join(path, '11.jpg'));
  const source = await openSource({ kind: 'folder', path, root: folder, parents: [] });
  expect(source.pages.map(({ name, bytes }) => [name, bytes])).toEqual([
    ['9.jpg', 4],
    ['10.jpg', 3],
  ]);
  expect(source.metadata).toMatchObject({ series: '书名', no: 12.5, title: '标题' });
  await source.close();
});

test('a picture that was replaced since the folder was opened is refused', async () => {
  const path = await mkdtemp(join(folder, '书名 '));
  await writeFile(join(path, '1.jpg'), 'one');
  const source = await openSource({ kind: 'folder', path, root: folder, parents: [] });
  expect(String(await source.pages[0]?.read())).toBe('one');
  await writeFile(join(path, 'other'), 'two');
  await rename(join(path, 'other'), join(path, '1.jpg'));
  await expect(source.pages[0]?.read()).rejects.toMatchObject({ code: 'changed' });
  await source.close();
});

test('a file that is not there is unreadable', async () => {
  await expect(
    openSource({ kind: 'archive', path: join(folder, 'gone.cbz'), root: folder, parents: [] }),
  ).rejects.toMatchObject({
    code: 'unreadable',
  });
});
