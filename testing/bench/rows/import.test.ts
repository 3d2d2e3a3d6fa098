import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addressOf } from '../../app/app-process.ts';
import { createTestDatabase, type TestDatabase } from '../../database/database.ts';
import { picture, writeCbz } from '../../sources/comic-sources.ts';
import { endAll } from '../processes.ts';
import { measureImport } from './import.ts';

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'manyu-bench-comics-'));
});
afterAll(async () => {
  await endAll();
  await rm(folder, { recursive: true, force: true });
});

// Starting a PostgreSQL for each import would take longer than the import.
beforeEach(async () => {
  database = await createTestDatabase();
  vi.stubEnv('IMPORT_DATABASE_URL', addressOf(database.connection));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await database.drop();
});

test('refused archives are left out of the measured import, and their names are printed', async () => {
  await writeCbz(path.join(folder, '甲'), '1.cbz', [await picture(1), await picture(2)]);
  await writeCbz(path.join(folder, '甲'), '2.cbz', [await picture(3), Buffer.from('no picture')]);
  await writeFile(path.join(folder, '甲', '3.cbz'), 'no archive');
  const sentences: string[] = [];
  const rows = await measureImport([folder], 1, (sentence) => sentences.push(sentence));
  expect(rows.map(({ name }) => name)).toEqual(['import', 'import, the same again']);
  expect(sentences).toEqual([expect.stringMatching(/^没有计入 .*3\.cbz：.+/)]);
});

test('without importable archives nothing is measured, and a message says so', async () => {
  await writeFile(path.join(folder, 'alone.cbz'), 'no archive');
  const sentences: string[] = [];
  const rows = await measureImport([path.join(folder, 'alone.cbz')], 1, (sentence) => sentences.push(sentence));
  expect(rows).toEqual([]);
  expect(sentences).toEqual([expect.stringContaining('alone.cbz'), '没有可以导入的漫画，不测导入。']);
});
