import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDrill } from '../../../testing/drills/drill.ts';
import { makeRar4, makeRar5, makeTar, packWith7z, paxRecord, renameIn7z } from '../../../testing/sources/archives.ts';
import { archiveReader } from '../../../testing/sources/read-archive.ts';
import { makeZip } from '../../../testing/sources/zip.ts';

let folder: string;
let { opened, outcome } = archiveReader('');
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manyu-containers-'));
  ({ opened, outcome } = archiveReader(folder));
});
afterAll(() => rm(folder, { recursive: true }));

type Page = { name: string; bytes: string };
const page = (name: string): Page => ({ name, bytes: `page ${name}` });
const shown = (...names: string[]): [string, string][] => names.map((name) => [name, `page ${name}`]);

/** Names that point outside. They have the same length as the name that they replace in a 7z. */
const PLAIN_NAME = 'aa/bb/x.jpg';
const OUTSIDE = [
  '../../x.jpg',
  'aa/../x.jpg',
  '/aa/b/x.jpg',
  '..\\..\\x.jpg',
  '\\aa\\b\\x.jpg',
  'C:\\bb\\x.jpg',
  'C:bb/xx.jpg',
  '\\\\srv\\x.jpg',
  '//srv/x.jpg',
  'aa/bb/../..',
];

const CONTAINERS: [string, (name: string) => Buffer | Promise<Buffer>][] = [
  ['zip', (name) => makeZip([page('001.jpg'), page(name)])],
  ['tar', (name) => makeTar([page('001.jpg'), page(name)])],
  [
    'tar with extended headers',
    (name) => makeTar([{ name: 'x', type: 'x', bytes: paxRecord('path', name) }, { ...page('1.jpg') }]),
  ],
  ['tar with long names', (name) => makeTar([{ name: '@LongLink', type: 'L', bytes: `${name}\0` }, page('1.jpg')])],
  [
    'RAR 4',
    (name) => makeRar4([page('001.jpg'), page(name)].map((each) => ({ ...each, name: Buffer.from(each.name) }))),
  ],
  ['RAR 5', (name) => makeRar5([page('001.jpg'), page(name)])],
  [
    '7z',
    async (name) =>
      renameIn7z(await packWith7z([page('001.jpg'), page(PLAIN_NAME)], '-t7z', '-mhc=off'), PLAIN_NAME, name),
  ],
];
/** Two names in each kind, each name in at least one. `npm run drills` tries each name in each kind. */
const ATTEMPTS = CONTAINERS.flatMap(([kind, make], nth) =>
  OUTSIDE.filter((_, at) => isDrill || at % 5 === nth % 5).map((name) => ({ kind, name, make })),
);
test.each(ATTEMPTS)('in a $kind an entry called $name refuses the whole', async ({ make, name }) => {
  expect(await outcome(await make(name))).toBe('unsafe_path');
});

test.each(CONTAINERS)('in a %s names of Chinese, folders and odd characters are read', async (_kind, make) => {
  const names = ['第2话/b-x.jpg', '第2话/$(x).jpg', '%2e%2e/..x.jpg'].filter(
    (name) => name.length === PLAIN_NAME.length,
  );
  for (const name of [...names, 'aa/bb/第.jpg']) {
    const pages = await outcome(await make(name));
    expect(Array.isArray(pages) && pages.some(([found]) => found === name), name).toBe(true);
  }
});

const link = { name: '002.jpg', bytes: '/etc/passwd' };
const refused: [why: string, make: () => Buffer | Promise<Buffer>, code: string][] = [
  ['a 7z with a link', () => packWith7z([page('001.jpg'), { ...link, link: true }], '-t7z'), 'unsafe_link'],
  ['a RAR with a link', () => makeRar5([page('001.jpg'), { ...link, linkTo: '/etc/passwd' }]), 'unsafe_link'],
  [
    'a tar with a link',
    () => makeTar([page('1.jpg'), { name: '2.jpg', type: '2', linkTo: '/etc/passwd' }]),
    'unsafe_link',
  ],
  [
    'a tar with a hard link',
    () => makeTar([page('1.jpg'), { name: '2.jpg', type: '1', linkTo: '1.jpg' }]),
    'unsafe_link',
  ],
  ['a tar with a device', () => makeTar([page('1.jpg'), { name: '2.jpg', type: '3' }]), 'unsafe_link'],
  [
    'a tar with a link given by an extended header',
    () => makeTar([{ name: 'x', type: 'x', bytes: paxRecord('linkpath', '/etc/passwd') }, page('1.jpg')]),
    'unsafe_link',
  ],
  ['a volume of a RAR 5', () => makeRar5([{ ...page('1.jpg'), continued: true }], { volume: true }), 'split_archive'],
  [
    'a volume of a RAR 4',
    () => makeRar4([{ ...page('1.jpg'), name: Buffer.from('1.jpg') }], { volume: true }),
    'split_archive',
  ],
  ['a RAR with a password', () => makeRar5([{ ...page('1.jpg'), encrypted: true }]), 'encrypted'],
  ['a 7z with a password', () => packWith7z([page('1.jpg')], '-t7z', '-psecret'), 'encrypted'],
  ['a 7z with a password on its names', () => packWith7z([page('1.jpg')], '-t7z', '-psecret', '-mhe=on'), 'encrypted'],
  ['the first part of a 7z', async () => (await manyPages('-t7z', '-mx0')).subarray(0, 5000), 'truncated'],
  [
    'the first part of a RAR',
    () => makeRar5([page('1.jpg'), { name: '2.jpg', bytes: 'x'.repeat(900) }]).subarray(0, 300),
    'truncated',
  ],
  ['the first part of a tar', () => makeTar([page('1.jpg'), page('2.jpg')]).subarray(0, 1200), 'truncated'],
  ['a tar of an entry that is longer than it', () => makeTar([{ ...page('1.jpg'), size: 9_000_000 }]), 'truncated'],
  [
    'a tar whose second header is damaged',
    () => damagedAt(makeTar([page('1.jpg'), page('2.jpg')]), 1024),
    'corrupt_archive',
  ],
  ['a 7z whose directory is damaged', async () => damagedAt(await manyPages('-t7z'), -20), 'corrupt_archive'],
  ['a 7z of archives', () => packWith7z([page('第1话.cbz')], '-t7z'), 'nested_archive'],
  ['a tar of archives', () => makeTar([page('1.cbr')]), 'nested_archive'],
  ['a RAR 5 whose name goes on behind a NUL', () => makeRar5([page('1.jpg'), page('2\0.jpg')]), 'bad_entry_name'],
  ['a tar whose name goes on behind a NUL', () => makeTar([paxNamed('2\0.jpg'), page('1.jpg')]), 'bad_entry_name'],
  ['a RAR of nothing that is a picture', () => makeRar5([page('readme.txt')]), 'no_pages'],
  ['a 7z of one page that is a hundred and one megabytes', () => zeros(101, '-t7z'), 'bomb_size'],
  ['a 7z that unpacks to five thousand times its size', () => zeros(51, '-t7z', 2), 'bomb_ratio'],
  ['a zip in LZMA that unpacks to thousands of times its size', () => zeros(12, '-tzip', 1, '-mm=LZMA'), 'bomb_ratio'],
  [
    'a zip in BZip2 that unpacks to thousands of times its size',
    () => zeros(12, '-tzip', 1, '-mm=BZip2'),
    'bomb_ratio',
  ],
  [
    'a dictionary for which there is no memory',
    async () => damagedDictionary(await packWith7z([page('1.jpg')], '-t7z', '-mhc=off', '-m0=LZMA:d=16m')),
    'unsupported_method',
  ],
];
test.each(refused)('%s is refused', { timeout: 60_000 }, async (_why, make, code) => {
  const archive = await make();
  const before = process.cpuUsage();
  expect(await outcome(archive)).toBe(code);
  // CPU time, which does not depend on other work of the machine.
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(10_000);
});

function paxNamed(name: string) {
  return { name: 'x', type: 'x', bytes: paxRecord('path', name) };
}

function manyPages(...options: string[]): Promise<Buffer> {
  const pages = Array.from({ length: 20 }, (_, index) => ({ name: `${index}.jpg`, bytes: `${index}`.repeat(400) }));
  return packWith7z(pages, ...options);
}

function damagedAt(bytes: Buffer, at: number): Buffer {
  const damaged = Buffer.from(bytes);
  const from = at < 0 ? damaged.length + at : at;
  for (let offset = from; offset < from + 16; offset++) damaged[offset] = (damaged[offset] ?? 0) ^ 0x55;
  return damaged;
}

function zeros(mebibytes: number, type: string, files = 1, ...options: string[]): Promise<Buffer> {
  const bytes = Buffer.alloc(mebibytes * 1024 * 1024);
  const members = Array.from({ length: files }, (_, index) => ({ name: `${index}.jpg`, bytes }));
  return packWith7z(members, type, '-mx1', ...options);
}

/** Declares an LZMA dictionary of 1 GB. The properties follow the method's id in the directory. */
function damagedDictionary(archive: Buffer): Buffer {
  const at = archive.indexOf(Buffer.from('23030101055d', 'hex'));
  expect(at).toBeGreaterThan(0);
  const changed = Buffer.from(archive);
  changed.writeUInt32LE(1024 * 1024 * 1024, at + 6);
  return renameIn7z(changed, '1', '1');
}

const SOUND: [string, () => Buffer | Promise<Buffer>][] = [
  ['RAR 4', () => makeRar4(['10.jpg', '9.jpg'].map((name) => ({ ...page(name), name: Buffer.from(name) })))],
  ['RAR 5', () => makeRar5([page('10.jpg'), page('9.jpg')])],
  ['a RAR 5 behind a program', () => Buffer.concat([Buffer.from('MZ\0\0'), makeRar5([page('10.jpg'), page('9.jpg')])])],
  ['tar', () => makeTar([page('10.jpg'), page('9.jpg')])],
  [
    'a zip behind a program',
    () => Buffer.concat([Buffer.alloc(999, 'MZ\0'), makeZip([page('10.jpg'), page('9.jpg')])]),
  ],
  ...['-m0=LZMA', '-m0=LZMA2', '-m0=PPMd', '-m0=BZip2', '-m0=Deflate', '-m0=Copy', '-ms=off', '-m0=BCJ -m1=LZMA'].map(
    (method): [string, () => Promise<Buffer>] => [
      `7z ${method}`,
      () => packWith7z([page('10.jpg'), page('9.jpg')], '-t7z', ...method.split(' ')),
    ],
  ),
  ...['Deflate', 'Deflate64', 'BZip2', 'LZMA', 'XZ', 'PPMd'].map((method): [string, () => Promise<Buffer>] => [
    `zip ${method}`,
    () =>
      packWith7z(
        ['10.jpg', '9.jpg'].map((name) => ({ name, bytes: `page ${name}${' '.repeat(3000)}` })),
        '-tzip',
        `-mm=${method}`,
      ),
  ]),
];
test.each(SOUND)('the pages of %s are read in their order', async (_kind, make) => {
  const pages = await outcome(await make());
  expect(Array.isArray(pages) && pages.map(([name, text]) => [name, text.trimEnd()])).toEqual(shown('9.jpg', '10.jpg'));
});

test.each([
  ['zeros', Buffer.alloc(100_000)],
  ['a few bytes', Buffer.from('\r\n')],
  ['a page of text', Buffer.from('<html>PK\x05\x06</html>')],
])('bytes after a zip, %s, are reported and no page is lost', async (_kind, behind) => {
  const source = await opened(
    Buffer.concat([makeZip([page('1.jpg'), page('2.jpg')], { comment: 'PK\x05\x06' }), behind]),
  );
  expect(source.pages.map(({ name }) => name)).toEqual(['1.jpg', '2.jpg']);
  expect(source.warnings).toEqual([expect.stringContaining(`多出 ${behind.length} 字节`)]);
  await source.close();
});

test('a damaged page of a RAR does not spoil the others', async () => {
  const archive = makeRar5([page('1.jpg'), page('2.jpg'), page('3.jpg')]);
  const damaged = damagedAt(archive, archive.indexOf('page 2.jpg') - 6);
  damaged.set(archive.subarray(0, archive.indexOf('page 2.jpg')));
  expect(await outcome(damaged)).toEqual([...shown('1.jpg'), ['2.jpg', 'corrupt_entry'], ...shown('3.jpg')]);
});

test('a damaged page of a zip in an odd method does not spoil the others', async () => {
  const bytes = Array.from({ length: 300 }, (_, index) => index * index).join('-');
  const archive = await packWith7z(
    ['1.jpg', '2.jpg'].map((name) => ({ name, bytes })),
    '-tzip',
    '-mm=BZip2',
  );
  expect(await outcome(damagedAt(archive, 120))).toEqual([
    ['1.jpg', 'corrupt_entry'],
    ['2.jpg', bytes],
  ]);
});

test('pages with the same name in several folders, or named like a folder, are different pages', async () => {
  const names = ['a/001.jpg', 'b/001.jpg', 'b/c/001.jpg', '001.jpg/001.jpg'];
  const sorted = ['001.jpg/001.jpg', 'a/001.jpg', 'b/001.jpg', 'b/c/001.jpg'];
  for (const archive of [
    makeRar5(names.map(page)),
    await packWith7z(names.map(page), '-t7z'),
    makeTar(names.map(page)),
  ]) {
    const pages = await outcome(archive);
    expect(Array.isArray(pages) && [...pages].sort()).toEqual(shown(...sorted));
  }
});

test('the first piece of an archive that was cut is recognised', async () => {
  for (const bytes of [await manyPages('-t7z', '-mx0'), makeZip([page('1.jpg'), page('2.jpg')])]) {
    await expect(opened(bytes.subarray(0, bytes.length / 2), { name: '书.cbz.001' })).rejects.toMatchObject({
      code: 'split_archive',
    });
  }
});

test('the ComicInfo of a 7z is read, and files that are no pages are not unpacked', async () => {
  const info = { name: 'ComicInfo.xml', bytes: '<ComicInfo><Title>标题</Title></ComicInfo>' };
  const source = await opened(await packWith7z([page('1.jpg'), info, page('notes.txt'), page('._1.jpg')], '-t7z'));
  expect(source.metadata.title).toBe('标题');
  expect(source.pages.map(({ name }) => name)).toEqual(['1.jpg']);
  await source.close();
});

/** 第1页, 第2页 … and the like in the encodings of the programs that wrote them. */
const NAMES: [string, string[], string[]][] = [
  ['GBK', ['b5da31d2b32e6a7067', 'b5da32d2b32e6a7067'], ['第1页.jpg', '第2页.jpg']],
  ['GB18030 beyond GBK', ['b5da31d2b38139ef302e6a7067'], ['第1页㐁.jpg']],
  ['Big5', ['b2c431adb62e6a7067', 'b2c432adb62e6a7067', 'a55c2e6a7067'], ['第1頁.jpg', '第2頁.jpg', '功.jpg']],
  ['Shift-JIS', ['91e6318358815b835e2e6a7067', '955c8e862e6a7067'], ['第1スータ.jpg', '表紙.jpg']],
  [
    'EUC-KR',
    ['c1a631c8ad2e6a7067', 'c1a632c8ad20c6afbab0c6ed2e6a7067', 'c7a5c1f62e6a7067'],
    ['제1화.jpg', '제2화 특별편.jpg', '표지.jpg'],
  ],
  ['UTF-8', ['e7acac31e9a1b52e6a7067'], ['第1页.jpg']],
];
test.each(NAMES)('names in %s are read alike in zip, tar and RAR 4', async (_encoding, bytes, names) => {
  const members = bytes.map((hex) => ({ name: Buffer.from(hex, 'hex'), bytes: 'x' }));
  for (const archive of [makeZip(members), makeTar(members), makeRar4(members)]) {
    const pages = await outcome(archive);
    expect(Array.isArray(pages) && pages.map(([name]) => name).sort()).toEqual([...names].sort());
  }
});
