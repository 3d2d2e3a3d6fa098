import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { keepHot } from './hot-files.ts';

const MEGABYTE = 1024 * 1024;

/** A cache of a storage that counts its reads. */
function cache(stored: Record<string, Buffer> = { a: Buffer.from('page') }) {
  let isLive = true;
  const reads: string[] = [];
  const files = keepHot(
    async (key) => {
      reads.push(key);
      return stored[key] ?? null;
    },
    () => isLive,
  );
  return {
    files,
    reads,
    hear(live: boolean) {
      isLive = live;
    },
  };
}

test('a file is read once and then served from memory', async () => {
  const { files, reads } = cache();
  expect(files.hot('a')).toBeUndefined();
  expect(await files.read('a')).toEqual({ bytes: Buffer.from('page'), hot: false });
  expect(await files.read('a')).toEqual({ bytes: Buffer.from('page'), hot: true });
  expect(files.hot('a')).toEqual(Buffer.from('page'));
  expect(reads).toEqual(['a']);
});

test('a missing file is read again with every request', async () => {
  const { files, reads } = cache();
  expect([await files.read('none'), await files.read('none')]).toEqual([null, null]);
  expect(reads).toEqual(['none', 'none']);
});

test('an empty file is returned and not cached', async () => {
  const { files, reads } = cache({ empty: Buffer.alloc(0), small: Buffer.alloc(1) });
  for (const key of ['empty', 'empty', 'small', 'small']) await files.read(key);
  expect(reads).toEqual(['empty', 'empty', 'small']);
});

test('without notifications of changes nothing is cached or served from memory', async () => {
  const { files, reads, hear } = cache();
  await files.read('a');
  hear(false);
  expect(files.hot('a')).toBeUndefined();
  expect(await files.read('a')).toMatchObject({ hot: false });
  files.drop();
  await files.read('a');
  hear(true);
  expect(files.hot('a')).toBeUndefined();
  expect(reads).toHaveLength(3);
});

test('after files were moved all are read again, and reads in progress are not cached', async () => {
  const { files, reads } = cache({ a: Buffer.from('page'), b: Buffer.from('page') });
  await files.read('a');
  const begun = files.read('b');
  files.drop();
  expect(await begun).toMatchObject({ hot: false });
  expect([files.hot('a'), files.hot('b')]).toEqual([undefined, undefined]);
  await files.read('b');
  expect(files.hot('b')).toBeDefined();
  expect(reads).toEqual(['a', 'b', 'b']);
});

test('files over 4 MB are not cached, and all together take 64 MB', async () => {
  const most = Buffer.alloc(4 * MEGABYTE);
  const names = Array.from({ length: 17 }, (_, index) => String(index));
  const { files } = cache({
    large: Buffer.alloc(4 * MEGABYTE + 1),
    ...Object.fromEntries(names.map((name) => [name, most])),
  });
  await files.read('large');
  expect(files.hot('large')).toBeUndefined();
  for (const name of names) await files.read(name);
  expect(names.filter((name) => files.hot(name))).toEqual(names.slice(1));
});

test('hundreds of concurrent requests read only a few files at the same time', async () => {
  let reading = 0;
  let most = 0;
  const files = keepHot(
    async () => {
      most = Math.max(most, ++reading);
      await setImmediate();
      reading--;
      return Buffer.from('picture');
    },
    () => true,
  );
  await Promise.all(Array.from({ length: 500 }, (_, file) => files.read(`open/${file}`)));
  expect(most).toBe(16);
});
