import { chmod, chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openImageFolder } from './image-folder.ts';
import { closeStorage, groupNumber } from './storage-access.ts';

const HEX = 'a'.repeat(32);
const PICTURE = Buffer.from('a picture');
const isRoot = process.getuid?.() === 0;

let root: string;
const umask = process.umask();
beforeEach(async () => {
  root = path.join(await mkdtemp(path.join(tmpdir(), 'manyu-access-')), 'store');
});
afterEach(async () => {
  process.umask(umask);
  await rm(path.dirname(root), { recursive: true, force: true });
});

const modeOf = async (name: string) => ((await stat(path.join(root, name))).mode & 0o7777).toString(8);
/** The modes of the part, the folder and the file. */
async function modesAlong(key: string): Promise<string[]> {
  const parts = key.split('/');
  return Promise.all(parts.map((_, index) => modeOf(parts.slice(0, index + 1).join('/'))));
}

/** A part of the storage as earlier versions made it: readable by everybody. */
async function leftOpen(kind: string): Promise<string> {
  process.umask(0o022);
  const key = `${kind}/${HEX}/${HEX}.bin`;
  await mkdir(path.join(root, kind, HEX), { recursive: true });
  await writeFile(path.join(root, key), PICTURE);
  return key;
}

test.each([0o000, 0o022, 0o077])('private files are readable only by their owner, with the umask %o', async (mask) => {
  process.umask(mask);
  const storage = openImageFolder(root);
  for (const kind of ['guarded', 'original']) {
    const key = await storage.put(`${kind}/${HEX}`, PICTURE);
    expect(await modesAlong(key)).toEqual(['700', '700', '600']);
    expect(await storage.read(key)).toEqual(PICTURE);
  }
});

test('public parts stay readable for everybody', async () => {
  process.umask(0o022);
  const storage = openImageFolder(root);
  for (const kind of ['comic', 'open', 'site'])
    expect(await modesAlong(await storage.put(`${kind}/${HEX}`, PICTURE))).toEqual(['755', '755', '644']);
  await closeStorage(root, null);
  expect(await modesAlong(`open/${HEX}`)).toEqual(['755', '755']);
});

test('the copy of pages that get a price is closed', async () => {
  process.umask(0o022);
  const storage = openImageFolder(root);
  const key = await storage.put(`open/${HEX}`, PICTURE);
  await storage.copyFolder(`open/${HEX}`, `guarded/${HEX}`);
  expect(await modesAlong(key.replace('open', 'guarded'))).toEqual(['700', '700', '600']);
});

test('at the start, parts that an earlier version left open are closed with their content', async () => {
  const keys = [await leftOpen('guarded'), await leftOpen('original')];
  const { settled } = await closeStorage(root, null);
  expect([await modeOf('guarded'), await modeOf('original')]).toEqual(['700', '700']);
  await settled;
  for (const key of keys) expect(await modesAlong(key)).toEqual(['700', '700', '600']);
});

test('an import closes open parts too', async () => {
  await leftOpen('guarded');
  await openImageFolder(root).put(`guarded/${'b'.repeat(32)}`, PICTURE);
  expect(await modeOf('guarded')).toBe('700');
});

test('an empty storage is not changed', async () => {
  await closeStorage(root, null);
  await expect(stat(root)).rejects.toThrow('ENOENT');
});

test('a closed storage is not walked again', async () => {
  const key = await openImageFolder(root).put(`guarded/${HEX}`, PICTURE);
  await chmod(path.join(root, key), 0o400);
  await (await closeStorage(root, null)).settled;
  expect(await modesAlong(key)).toEqual(['700', '700', '400']);
});

test('a configured group can read old and new files, others can not', async () => {
  const group = process.getgid?.() ?? 0;
  const before = await leftOpen('guarded');
  for (const mask of [0o000, 0o077]) {
    process.umask(mask);
    await (await closeStorage(root, group)).settled;
    const after = await openImageFolder(root).put(`original/${mask === 0 ? HEX : 'b'.repeat(32)}`, PICTURE);
    for (const key of [before, after]) {
      expect(await modesAlong(key)).toEqual(['2750', '2750', '640']);
      expect((await stat(path.join(root, key))).gid).toBe(group);
    }
  }
  await (await closeStorage(root, null)).settled;
  expect(await modesAlong(before)).toEqual(['700', '700', '600']);
});

test('a storage that is open to its group is not walked again', async () => {
  const group = process.getgid?.() ?? 0;
  const key = await leftOpen('guarded');
  await (await closeStorage(root, group)).settled;
  await chmod(path.join(root, key), 0o400);
  await (await closeStorage(root, group)).settled;
  expect(await modesAlong(key)).toEqual(['2750', '2750', '400']);
});

test.runIf(isRoot)('after a change of the group the new one can read the storage, the old one can not', async () => {
  const key = await leftOpen('guarded');
  for (const group of [4711, 4712]) {
    await (await closeStorage(root, group)).settled;
    for (const each of ['guarded', path.dirname(key), key])
      expect((await stat(path.join(root, each))).gid, each).toBe(group);
    expect(await modesAlong(key)).toEqual(['2750', '2750', '640']);
  }
});

test('an error while closing the storage is reported', async () => {
  await writeFile(root, 'in the way');
  await expect(closeStorage(root, null)).rejects.toThrow('ENOTDIR');
  await expect(openImageFolder(root).put(`guarded/${HEX}`, PICTURE)).rejects.toThrow();
});

test.runIf(isRoot)('later files get the group of the storage', async () => {
  const key = await leftOpen('guarded');
  await (await closeStorage(root, 4711)).settled;
  const later = await openImageFolder(root).put(`guarded/${'b'.repeat(32)}`, PICTURE);
  for (const each of [key, later]) {
    expect((await stat(path.join(root, each))).gid).toBe(4711);
    expect((await stat(path.dirname(path.join(root, each)))).gid).toBe(4711);
  }
});

test.runIf(isRoot)('files that root imports belong to the owner of the storage', async () => {
  await mkdir(root, { recursive: true });
  await chown(root, 4712, 4712);
  const key = await openImageFolder(root).put(`guarded/${HEX}`, PICTURE);
  for (const each of ['guarded', `guarded/${HEX}`, key]) expect((await stat(path.join(root, each))).uid).toBe(4712);
  expect(await modesAlong(key)).toEqual(['700', '700', '600']);
});

test('a group is found by its name or its number', async () => {
  expect(groupNumber('4711')).toBe(4711);
  for (const name of ['no such group', 'roo', '1234567890']) expect(groupNumber(name), name).toBeNull();
  if (process.platform === 'linux') expect(groupNumber('root')).toBe(0);
});
