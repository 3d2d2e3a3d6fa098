import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openImageFolder } from './image-folder.ts';
import { type ImageStorage, MissingImage } from './image-storage.ts';

const [A, B] = ['a'.repeat(32), 'b'.repeat(32)];
const PICTURE = Buffer.from('a picture');
const HASH = createHash('sha256').update(PICTURE).digest('hex').slice(0, 32);

let root: string;
let storage: ImageStorage;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'manyu-images-'));
  storage = openImageFolder(root);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const write = async (key: string, bytes: string) => {
  await mkdir(path.dirname(path.join(root, key)), { recursive: true });
  await writeFile(path.join(root, key), bytes);
};

test('a picture is stored once, under the hash of its bytes, after two bytes of padding', async () => {
  const key = await storage.put(`open/${A}`, PICTURE);
  expect(key).toBe(`open/${A}/${HASH}.bin`);
  await storage.settle(`open/${A}`);
  expect(await readFile(path.join(root, key))).toEqual(Buffer.concat([Buffer.of(0, 0), PICTURE]));
  expect(await readdir(path.join(root, 'open', A))).toEqual([`${HASH}.bin`]);
  expect(await storage.read(key)).toEqual(PICTURE);
  expect(await storage.readStored(key)).toEqual(Buffer.concat([Buffer.of(0, 0), PICTURE]));
});

test('pictures are written concurrently into one folder, the same picture too', async () => {
  const pictures = Array.from({ length: 12 }, (_, index) => Buffer.from(`picture ${index % 6}`));
  const keys = await Promise.all(pictures.map((picture) => storage.put(`comic/${A}`, picture)));
  expect(new Set(keys).size).toBe(6);
  for (const [index, key] of keys.entries()) expect(await storage.read(key)).toEqual(pictures[index]);
});

test('a failed write leaves no file', async () => {
  await mkdir(path.join(root, `open/${A}/${HASH}.bin/in-the-way`), { recursive: true });
  await expect(storage.put(`open/${A}`, PICTURE)).rejects.toThrow();
  expect(await readdir(path.join(root, 'open', A))).toEqual([`${HASH}.bin`]);
});

test('reading a missing picture throws an error with its key', async () => {
  for (const key of [`open/${A}/${B}.bin`, `open/${A}`, 'nothing']) {
    await expect(storage.read(key)).rejects.toThrow(MissingImage);
    await expect(storage.read(key)).rejects.toThrow(`No picture is stored under ${key}`);
  }
  expect(await storage.readStored(`open/${A}/${B}.bin`)).toBeNull();
  await write(`elsewhere/${A}/${B}.bin`, '\0\0not ours');
  await expect(storage.read(`elsewhere/${A}/${B}.bin`)).rejects.toThrow(MissingImage);
});

test('folders outside the storage are neither made nor read', async () => {
  for (const folder of [`other/${A}`, 'open/a', `open/${A}/..`, `../open/${A}`, `open/${A.toUpperCase()}`, 'open']) {
    await expect(storage.put(folder, PICTURE), folder).rejects.toThrow(`Not a folder of the storage: ${folder}`);
    await expect(storage.list(folder), folder).rejects.toThrow('Not a folder of the storage');
    await expect(storage.copyFolder(`open/${A}`, folder), folder).rejects.toThrow('Not a folder of the storage');
  }
});

test('whole pictures are listed with their size, and everything else as strays', async () => {
  const key = await storage.put(`open/${A}`, PICTURE);
  await write(`open/${A}/${A}.bin`, '\0\0');
  await write(`open/${A}/${B}.bin`, '\0\0x');
  await write(`open/${A}/.${HASH}.0a1b2c3d.tmp`, '\0\0half');
  await write(`open/${A}/${B}.txt`, 'a note');
  const { keys, strays } = await storage.list(`open/${A}`);
  expect(keys).toEqual(
    new Map([
      [key, PICTURE.length + 2],
      [`open/${A}/${B}.bin`, 3],
    ]),
  );
  expect(strays.sort()).toEqual([`open/${A}/.${HASH}.0a1b2c3d.tmp`, `open/${A}/${A}.bin`, `open/${A}/${B}.txt`]);
  expect(await storage.list(`open/${B}`)).toEqual({ keys: new Map(), strays: [] });
});

test('a copied folder has the same pictures without strays, and the original is unchanged', async () => {
  const key = await storage.put(`open/${A}`, PICTURE);
  await write(`open/${A}/${B}.txt`, 'a note');
  await storage.copyFolder(`open/${A}`, `guarded/${B}`);
  expect(await readdir(path.join(root, 'guarded', B))).toEqual([`${HASH}.bin`]);
  expect(await storage.read(`guarded/${B}/${HASH}.bin`)).toEqual(PICTURE);
  expect(await storage.read(key)).toEqual(PICTURE);
});

test('copying an empty folder copies nothing', async () => {
  await storage.copyFolder(`open/${A}`, `open/${B}`);
  expect(await readdir(path.join(root, 'open', B))).toEqual([]);
});

test('the folders of imports are listed, those of the editor only on demand, others never', async () => {
  for (const kind of ['comic', 'open', 'guarded', 'site', 'original']) await storage.put(`${kind}/${A}`, PICTURE);
  await mkdir(path.join(root, 'open', 'lost+found'));
  expect(await storage.prefixes()).toEqual([`comic/${A}`, `open/${A}`, `guarded/${A}`]);
  expect(await storage.prefixes(['site', 'original'])).toEqual([`site/${A}`, `original/${A}`]);
  expect(await openImageFolder(path.join(root, 'not yet')).prefixes()).toEqual([]);
});

test('files and folders are removed, and the folder if it is empty', async () => {
  const key = await storage.put(`open/${A}`, PICTURE);
  await write(`open/${A}/stray/deep.txt`, 'a note');
  const { strays } = await storage.list(`open/${A}`);
  await storage.remove(`open/${A}`, [...strays, `open/${A}/gone-already`]);
  expect(await readdir(path.join(root, 'open', A))).toEqual([`${HASH}.bin`]);
  await storage.remove(`open/${A}`, [key]);
  await expect(stat(path.join(root, 'open', A))).rejects.toThrow('ENOENT');
  await storage.remove(`open/${A}`, []);
});

test('paths that lead out of the folder are not removed', async () => {
  const [own, other] = [await storage.put(`open/${A}`, PICTURE), await storage.put(`open/${B}`, PICTURE)];
  await storage.remove(`open/${A}`, [`../${B}/${HASH}.bin`]);
  expect(await storage.read(other)).toEqual(PICTURE);
  await expect(storage.read(own)).rejects.toThrow(MissingImage);
});

test('after a failed write the next one is tried again', async () => {
  const late = openImageFolder(path.join(root, 'store'));
  await writeFile(path.join(root, 'store'), 'in the way');
  await expect(late.put(`guarded/${A}`, PICTURE)).rejects.toThrow();
  await rm(path.join(root, 'store'));
  expect(await late.read(await late.put(`guarded/${A}`, PICTURE))).toEqual(PICTURE);
});

test('a disk error is not reported as a missing picture', async () => {
  await mkdir(path.join(root, `open/${A}/${B}.bin`), { recursive: true });
  await expect(storage.readStored(`open/${A}/${B}.bin`)).rejects.toThrow('EISDIR');
  await expect(storage.read(`open/${A}/${B}.bin`)).rejects.toThrow('EISDIR');
});
