import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { keepHot } from './hot-files.ts';

const MEGABYTE = 1024 * 1024;

/** A cache before a storage that counts how often it is read. */
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

test('a file is read once, and then comes from memory', async () => {
  const { files, reads } = cache();
  expect(files.hot('a')).toBeUndefined();
  expect(await files.read('a')).toEqual({ bytes: Buffer.from('page'), hot: false });
  expect(await files.read('a')).toEqual({ bytes: Buffer.from('page'), hot: true });
  expect(files.hot('a')).toEqual(Buffer.from('page'));
  expect(reads).toEqual(['a']);
});

test('what there is not is asked for every time, because it may come', async () => {
  const { files, reads } = cache();
  expect([await files.read('none'), await files.read('none')]).toEqual([null, null]);
  expect(reads).toEqual(['none', 'none']);
});

test('an empty file is given, and not kept', async () => {
  const { files, reads } = cache({ empty: Buffer.alloc(0), small: Buffer.alloc(1) });
  for (const key of ['empty', 'empty', 'small', 'small']) await files.read(key);
  expect(reads).toEqual(['empty', 'empty', 'small']);
});

test('while changes are not received nothing comes from memory, and nothing is kept', async () => {
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

test('when files have moved all of them are read again, and what was being read then is not kept', async () => {
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

test('a file of more than four megabytes is not kept, and all together take sixty-four', async () => {
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

test('of hundreds of files that are asked for at once a few are read at a time', async () => {
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
