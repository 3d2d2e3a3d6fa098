import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openWorkbench, type Workbench } from '../../../testing/importing/import-workbench.ts';
import { picture, writeCbz } from '../../../testing/sources/comic-sources.ts';
import { transaction } from '../../core/db/db.ts';
import { applySettings, findComicByTitle } from '../../modules/catalog/publishing/publishing.ts';

let bench: Workbench;
let folder: string;
let title: string;
let run = 0;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  run++;
  title = `价${run}`;
  folder = join(bench.folder, `prices-${run}`, title);
  await mkdir(folder, { recursive: true });
});

const chapter = async (name: string, no: number) => writeCbz(folder, name, [await picture(run * 20 + no)]);
const sidecar = (content: string) => writeFile(join(folder, 'series.yaml'), content);

async function importAll(...more: string[]): Promise<{ no: number; priceCoins?: number }[]> {
  const done = await bench.run(folder, '--json', ...more);
  expect(done.code).toBe(0);
  return JSON.parse(done.stdout).sources;
}

async function stored(): Promise<Record<number, number>> {
  const { chapters } = await bench.snapshot();
  const { rows } = await bench.pool.query<{ id: number }>('select id from catalog.comic order by id desc limit 1');
  const own = chapters.filter((each) => each.comic_id === rows[0]?.id);
  return Object.fromEntries(own.map((each) => [each.no, each.price_coins]));
}

/** Runs a dry run and an import. Both must result in these prices, by chapter number. */
async function expectPrices(prices: Record<number, number>, ...options: string[]): Promise<void> {
  const rehearsed = await importAll('--dry-run', ...options);
  expect(Object.fromEntries(rehearsed.map(({ no, priceCoins }) => [no, priceCoins]))).toEqual(prices);
  await importAll(...options);
  expect(await stored()).toEqual(prices);
}

/** Sets the price of a chapter or of the whole comic in the database. */
async function setElsewhere(change: { chapter?: [no: number, coins: number]; comic?: number }): Promise<void> {
  const comic = await findComicByTitle(bench.pool, title);
  const comicId = comic?.id ?? 0;
  const command = change.comic === undefined ? {} : { priceCoins: change.comic };
  const chapters = new Map(change.chapter ? [[change.chapter[0], { priceCoins: change.chapter[1] }]] : []);
  await transaction(bench.pool, async (tx) => {
    const other = { sha256: 'ff'.repeat(32), settings: {}, chapters };
    await applySettings(tx, comicId, { command, sidecar: other }, bench.storage.copyFolder, new Date());
    const same = { sha256: comic?.sidecarSha256 ?? undefined, settings: {}, chapters: new Map() };
    await applySettings(tx, comicId, { sidecar: same }, bench.storage.copyFolder, new Date());
  });
}

test('a price that was changed after the sidecar was applied stays, in a dry run too', async () => {
  await chapter('第1话.cbz', 1);
  await sidecar('chapters:\n  1: { price: 5 }\n  2: { price: 6 }');
  await expectPrices({ 1: 5 });
  await setElsewhere({ chapter: [1, 9] });
  await chapter('第2话.cbz', 2);
  await expectPrices({ 1: 9, 2: 6 });
});

test('a chapter that was made free elsewhere does not get signed addresses because of the sidecar', async () => {
  await chapter('第1话.cbz', 1);
  await sidecar('price: 30');
  await expectPrices({ 1: 30 });
  await setElsewhere({ comic: 0 });
  await chapter('第2话.cbz', 2);
  await expectPrices({ 1: 0, 2: 0 });
  const { chapters } = await bench.snapshot();
  expect(chapters.slice(-2).map(({ guarded }) => guarded)).toEqual([true, false]);
});

test('a comic that gets another title keeps its prices', async () => {
  await chapter('第1话.cbz', 1);
  await chapter('第2话.cbz', 2);
  await expectPrices({ 1: 0, 2: 20 }, '--price', '20', '--free-first', '1');
  await sidecar(`title: ${title}新名`);
  await chapter('第3话.cbz', 3);
  await expectPrices({ 1: 0, 2: 20, 3: 20 });
});

test('a sidecar does not set the price of a later chapter from a folder without a sidecar', async () => {
  const beside = join(bench.folder, `other-${run}`, title);
  await chapter('第1话.cbz', 1);
  await sidecar('chapters:\n  1: { price: 5 }\n  2: { price: 6 }');
  await writeCbz(beside, '第2话.cbz', [await picture(run * 20 + 2)]);
  await expectPrices({ 1: 5, 2: 0 }, beside);
});
