import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprint } from './fingerprint.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manyu-fingerprint-'));
});
afterEach(() => rm(folder, { recursive: true }));

const ofFolder = async () =>
  (await fingerprint({ kind: 'folder', path: folder, root: folder, parents: [] })).sha256.toString('hex');

test('the fingerprint of an archive is the SHA-256 of its bytes, across chunks', async () => {
  const bytes = Buffer.alloc(2_500_000, 'abcdefg');
  const path = join(folder, 'a.cbz');
  await writeFile(path, bytes);
  const expected = createHash('sha256').update(bytes).digest();
  const found = { kind: 'archive' as const, path, root: folder, parents: [], bytes: bytes.length };
  expect((await fingerprint(found)).sha256).toEqual(expected);
});

test('the fingerprint of a folder covers its pictures and ComicInfo, and nothing else', async () => {
  await writeFile(join(folder, '1.jpg'), 'one');
  const before = await ofFolder();
  await writeFile(join(folder, 'notes.txt'), 'x');
  await writeFile(join(folder, '.DS_Store'), 'x');
  await mkdir(join(folder, 'below'));
  expect(await ofFolder()).toBe(before);
  await writeFile(join(folder, 'ComicInfo.xml'), '<ComicInfo/>');
  const withInfo = await ofFolder();
  expect(withInfo).not.toBe(before);
  await rename(join(folder, '1.jpg'), join(folder, '2.jpg'));
  expect(await ofFolder()).not.toBe(withInfo);
});

test('moving bytes from one picture to the next changes the fingerprint of a folder', async () => {
  await writeFile(join(folder, '1.jpg'), 'ab');
  await writeFile(join(folder, '2.jpg'), 'c');
  const before = await ofFolder();
  await writeFile(join(folder, '1.jpg'), 'a');
  await writeFile(join(folder, '2.jpg'), 'bc');
  expect(await ofFolder()).not.toBe(before);
});

test('a missing file is unreadable', async () => {
  const gone = { path: join(folder, 'gone'), root: folder, parents: [], bytes: 0 };
  await expect(fingerprint({ kind: 'archive', ...gone })).rejects.toMatchObject({ code: 'unreadable' });
  await expect(fingerprint({ kind: 'folder', ...gone })).rejects.toMatchObject({ code: 'unreadable' });
});
