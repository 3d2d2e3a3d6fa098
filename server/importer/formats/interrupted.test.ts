import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packWith7z } from '../../../testing/sources/archives.ts';
import { archiveReader } from '../../../testing/sources/read-archive.ts';
import { makeZip } from '../../../testing/sources/zip.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manyu-interrupted-'));
});
afterAll(() => rm(folder, { recursive: true }));

const page = { name: '1.jpg', bytes: 'x'.repeat(5000) };

test.each([
  ['a zip', async () => makeZip([{ ...page, method: 8 }])],
  ['a zip in an odd method', () => packWith7z([page], '-tzip', '-mm=BZip2')],
  ['a 7z', () => packWith7z([page], '-t7z')],
])('the reading of %s ends when it is aborted, and leaves nothing', async (_kind, make) => {
  const { opened, outcome, left } = archiveReader(folder);
  const stop = new AbortController();
  const source = await opened(await make(), { signal: stop.signal });
  const reading = source.pages[0]?.read();
  stop.abort(new Error('Stopped by the test'));
  await expect(reading).rejects.toThrow('Stopped by the test');
  await source.close();
  expect(await left()).toEqual([]);
  expect(await outcome(await make())).toEqual([[page.name, page.bytes]]);
});
