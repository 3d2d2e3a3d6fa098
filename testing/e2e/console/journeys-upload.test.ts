import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { FileChooser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../app/app.ts';
import { scratchRoot } from '../../database/scratch.ts';
import { workOffUploads } from '../../factories/uploads.ts';
import { picture, writeCbz } from '../../sources/comic-sources.ts';
import { openSite } from '../steps/app.ts';
import { countClicks } from '../steps/clicks.ts';
import { CONSOLE_FOLDER, findFirst, openConsole } from '../steps/console.ts';

let app: TestApp;
let folder: string;
const site = openSite(
  async (opened) => {
    app = opened;
  },
  { consoleFolder: CONSOLE_FOLDER },
);
beforeAll(async () => {
  folder = mkdtempSync(path.join(scratchRoot(), 'manyu-journeys-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A folder of its own with one file of the series; its path. */
async function seriesFolder(step: string, file: string, seed: number): Promise<string> {
  const series = path.join(folder, step, '夜航');
  await writeCbz(series, file, [await picture(seed), await picture(seed + 1)]);
  return series;
}

/** Drops a folder on the page, as from the desktop. */
async function drop(page: Page, dropped: string): Promise<void> {
  await page.getByText('把压缩包或文件夹拖到这里').waitFor();
  const box = (await page.getByRole('region', { name: '选择要上传的文件' }).boundingBox()) ?? { x: 0, y: 0 };
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [dropped], dragOperationsMask: 1 };
  const dispatch = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', { type, x: box.x + 40, y: box.y + 40, data });
  await dispatch('dragEnter');
  // A drop before the page has accepted the files does nothing.
  await page.evaluate(() => {
    const accepted = new Promise((done) => addEventListener('dragover', done, { once: true }));
    Reflect.set(
      window,
      'accepted',
      accepted.then(() => true),
    );
  });
  await dispatch('dragOver');
  await page.evaluate(() => Reflect.get(window, 'accepted'));
  await dispatch('drop');
  await session.detach();
}

/** Presses the button that opens the system's dialog, and chooses a file or folder there. */
async function choose(opener: Locator, chosen: Parameters<FileChooser['setFiles']>[0]): Promise<void> {
  const [chooser] = await Promise.all([opener.page().waitForEvent('filechooser'), opener.click()]);
  await chooser.setFiles(chosen);
}

async function importPlan(page: Page, then: string): Promise<void> {
  await page.getByRole('button', { name: '导入', exact: true }).click();
  await page.getByText('正在导入').waitFor();
  await workOffUploads(app);
  await page.getByText(then).waitFor();
}

test('chapters, a page and a cover are uploaded with no more clicks than the design allows', async () => {
  const page = await openConsole(site, app);
  const clicks = await countClicks(page);
  async function walk(bring: () => Promise<void>): Promise<() => number> {
    await page.goto(site.url('/console'));
    const before = clicks();
    await page.getByRole('link', { name: '上传', exact: true }).click();
    await bring();
    await page.getByText('正在预演').waitFor();
    await workOffUploads(app);
    await page.getByText('话待导入').waitFor();
    return () => clicks() - before;
  }

  const first = await seriesFolder('first', '第1话.cbz', 1);
  const imported = await walk(async () => {
    await choose(page.getByRole('button', { name: '选择文件夹' }), first);
  });
  await importPlan(page, '导入了 1 话');
  const counted = { imported: imported() };

  const second = await seriesFolder('second', '第2话.cbz', 3);
  const added = await walk(() => drop(page, second));
  await importPlan(page, '导入了 1 话');
  expect({ ...counted, added: added() }).toEqual({ imported: 3, added: 2 });

  const third = await seriesFolder('third', '第3话.cbz', 5);
  const scheduled = await walk(() => drop(page, third));
  await page.getByLabel('什么时候发布').selectOption('定时发布');
  await page.getByLabel('发布时间').fill('2030-01-01T08:00');
  await importPlan(page, '导入了 1 话');
  expect(scheduled()).toBe(3);

  const again = await seriesFolder('again', '第1话.cbz', 7);
  const replaced = await walk(() => drop(page, again));
  await importPlan(page, '1 话');
  expect(replaced()).toBe(2);

  const drawn = { name: 'new.png', mimeType: 'image/png', buffer: await picture(9, 720, 960) };
  const counts = async (work: () => Promise<void>) => {
    await page.goto(site.url('/console'));
    const before = clicks();
    await findFirst(page, '夜航');
    await work();
    return clicks() - before;
  };
  const fixed = await counts(async () => {
    await page.getByRole('link', { name: '话', exact: true }).click();
    await page.getByRole('link', { name: '第 1 话的页' }).click();
    await choose(page.getByLabel('替换第 2 页'), drawn);
    await page.getByText('已替换第 2 页').waitFor();
  });
  const covered = await counts(async () => {
    await page.getByRole('button', { name: '换封面' }).click();
    await choose(page.getByLabel('选择图片'), drawn);
    await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
    await page.getByText('已换封面').waitFor();
  });
  expect({ fixed, covered }).toEqual({ fixed: 3, covered: 3 });

  const { rows } = await app.pool.query(
    `select c.no::int, (c.published_at at time zone 'Asia/Shanghai')::date::text as day from catalog.chapter c order by c.no`,
  );
  expect(rows.map(({ no }) => no)).toEqual([1, 2, 3]);
  expect(rows[2]?.day).toBe('2030-01-01');
});
