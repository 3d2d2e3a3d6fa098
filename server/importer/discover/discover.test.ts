import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FoundSource, MissedSource } from '../source/source.ts';
import { discover } from './discover.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manyu-discover-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function files(...names: string[]): Promise<void> {
  for (const name of names) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), 'x');
  }
}

/** Kind, path below the test's folder, and parents below it. */
async function found(...paths: string[]): Promise<string[]> {
  const all: string[] = [];
  for await (const item of discover(paths.map((name) => join(folder, name)))) {
    const parents = item.kind === 'missed' ? item.sourceError.code : item.parents.join('>');
    all.push(`${item.kind} ${item.path.slice(folder.length + 1)} ${parents}`);
  }
  return all;
}

test('a series folder gives its archives and picture folders in natural order, with their parents', async () => {
  await files(
    '书名/第10话.cbz',
    '书名/第2话.CBZ',
    '书名/第1话/1.jpg',
    '书名/cover.jpg',
    '书名/ComicInfo.xml',
    '书名/卷二/01.zip',
  );
  expect(await found('书名')).toEqual([
    'archive 书名/卷二/01.zip 书名>卷二',
    'folder 书名/第1话 书名',
    'archive 书名/第2话.CBZ 书名',
    'archive 书名/第10话.cbz 书名',
  ]);
});

test('a folder that disappears during the search is missed, and the search goes on', async () => {
  await files('a/1.cbz', 'b/2.cbz', 'c/3.cbz');
  const all: string[] = [];
  for await (const { kind, path } of discover(['a', 'b', 'c'].map((name) => join(folder, name)))) {
    all.push(`${kind} ${path.slice(folder.length + 1)}`);
    await rm(join(folder, 'b'), { recursive: true, force: true });
  }
  expect(all).toEqual(['archive a/1.cbz', 'missed b', 'archive c/3.cbz']);
});

test('other comic formats are found, so that they can be refused by name', async () => {
  await files('a/1.cbr', 'a/2.pdf', 'a/3.epub', 'a/4.cb7', 'a/5.txt');
  expect(await found('a')).toEqual([
    'archive a/1.cbr a',
    'archive a/2.pdf a',
    'archive a/3.epub a',
    'archive a/4.cb7 a',
  ]);
});

test('files of formats that can not be imported are named one by one, beside others that can', async () => {
  const others = ['1.mobi', '2.azw3', '3.tar.xz', '4.cba', '5.lzh', '6.cbw', '7.djvu', '8.tgz'];
  await files(...others.map((name) => `a/${name}`), 'a/9.cbz', 'a/notes.txt', 'a/._1.mobi');
  expect(await found('a')).toEqual([
    ...others.map((name) => `missed a/${name} unsupported_format`),
    'archive a/9.cbz a',
  ]);
  expect(await found('a/1.mobi')).toEqual(['missed a/1.mobi unsupported_format']);
});

test.runIf(process.platform === 'linux')('names that are not UTF-8 are decoded', async () => {
  const gbk = { 第1话: Buffer.from('b5da31bbb0', 'hex'), 漫画: Buffer.from('c2febbad', 'hex') };
  const inFolder = (...parts: (string | Buffer)[]) =>
    Buffer.concat([Buffer.from(`${folder}/a`), ...parts.flatMap((part) => [Buffer.from('/'), Buffer.from(part)])]);
  await files('a/2.cbz');
  await mkdir(inFolder(gbk.漫画));
  await writeFile(inFolder(Buffer.concat([gbk.第1话, Buffer.from('.cbz')])), 'x');
  await writeFile(inFolder(gbk.漫画, '01.cbz'), 'x');
  const found: (FoundSource | MissedSource)[] = [];
  for await (const source of discover([join(folder, 'a')])) found.push(source);
  expect(found).toMatchObject([
    { path: join(folder, 'a/2.cbz') },
    { path: join(folder, 'a/漫画/01.cbz'), onDisk: inFolder(gbk.漫画, '01.cbz'), parents: ['a', '漫画'] },
    { path: join(folder, 'a/第1话.cbz'), onDisk: inFolder(Buffer.concat([gbk.第1话, Buffer.from('.cbz')])) },
  ]);
});

test('a folder with a series file is a series, also if its name is a general one such as downloads', async () => {
  await files('漫画/details.json', '漫画/cover.jpg', '漫画/1.cbz', '下载/cover.jpg', '下载/2.cbz');
  const sidecars = async (name: string) => {
    for await (const source of discover([join(folder, name)]))
      if (source.kind === 'archive') return source.sidecarFiles;
    return undefined;
  };
  expect(await sidecars('漫画')).toEqual({
    seriesFile: { path: join(folder, '漫画/details.json'), root: Buffer.from(join(folder, '漫画')) },
    cover: { path: join(folder, '漫画/cover.jpg'), root: Buffer.from(join(folder, '漫画')) },
  });
  expect(await sidecars('下载')).toEqual({});
});

test('junk and hidden files are left out, links to chapters and folders are reported and not followed', async () => {
  await files('a/.hidden/1.cbz', 'a/__MACOSX/1.cbz', 'a/@eaDir/1.jpg', 'a/._1.cbz', 'a/1.cbz', 'b/2.cbz', 'notes.txt');
  await symlink(join(folder, 'notes.txt'), join(folder, 'a/notes.txt'));
  await symlink(join(folder, 'b'), join(folder, 'a/linked'));
  await symlink(join(folder, 'b/2.cbz'), join(folder, 'a/2.cbz'));
  await symlink(join(folder, 'a'), join(folder, 'a/round'));
  expect(await found('a')).toEqual([
    'archive a/1.cbz a',
    'missed a/2.cbz unreadable',
    'missed a/linked unreadable',
    'missed a/round unreadable',
  ]);
});

test('a missing path is reported in its position, and the others are read', async () => {
  await files('书名/1.cbz', '书名/2.cbz');
  expect(await found('书名/1.cbz', 'gone.cbz', '书名/2.cbz')).toEqual([
    'archive 书名/1.cbz 书名',
    'missed gone.cbz not_found',
    'archive 书名/2.cbz 书名',
  ]);
});

test('a chapter folder on the command line has its parent folder', async () => {
  await files('书名/第3话/1.jpg', '书名/第3话/2.jpg');
  for await (const chapter of discover([join(folder, '书名/第3话/')])) {
    expect(chapter).toMatchObject({ kind: 'folder', parents: ['书名'] });
  }
  expect(await found('书名/第3话')).toHaveLength(1);
});

test('a volume on the command line, and a chapter in it, have their series', async () => {
  await files(
    '书名/第1卷/第1话.cbz',
    '书名/第1卷/第2话.cbz',
    '书名/series.yaml',
    '书名/cover.jpg',
    '书名/第1卷/cover.jpg',
  );
  const sidecarFiles = {
    seriesFile: { path: join(folder, '书名/series.yaml') },
    cover: { path: join(folder, '书名/cover.jpg') },
  };
  for (const path of ['书名/第1卷', '书名/第1卷/第1话.cbz', '书名']) {
    for await (const chapter of discover([join(folder, path)])) {
      expect(chapter).toMatchObject({ parents: ['书名', '第1卷'], sidecarFiles });
    }
  }
  expect(await found('书名/第1卷')).toHaveLength(2);
});

test('files beside the series folders of a library describe none of them', async () => {
  await files('书库/cover.jpg', '书库/ComicInfo.xml', '书库/甲/1.cbz', '书库/乙/第1话/1.jpg', '书库/乙/poster.jpg');
  const all: Record<string, unknown> = {};
  const root = Buffer.from(join(folder, '书库'));
  for await (const chapter of discover([join(folder, '书库')])) {
    if (chapter.kind !== 'missed') all[chapter.path.slice(folder.length + 1)] = chapter.sidecarFiles;
  }
  expect(all).toEqual({
    '书库/甲/1.cbz': {},
    '书库/乙/第1话': { cover: { path: join(folder, '书库/乙/poster.jpg'), root } },
  });
});
