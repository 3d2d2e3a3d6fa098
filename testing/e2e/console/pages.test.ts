import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runImport } from '../../../server/operator/commands/import/import.ts';
import type { TestApp } from '../../app/app.ts';
import { scratchRoot } from '../../database/scratch.ts';
import { picture, writeCbz } from '../../sources/comic-sources.ts';
import { openSite, PHONE } from '../steps/app.ts';
import { CONSOLE_FOLDER, expectSoundPage, openConsole } from '../steps/console.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(scratchRoot(), 'manyu-pages-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const site = openSite(
  async (opened) => {
    app = opened;
    const pictures = await Promise.all([1, 2, 3, 4, 5].map((seed) => picture(seed, 600, 900)));
    await writeCbz(path.join(folder, '夜航'), '第1话 启程.cbz', pictures);
    writeFileSync(path.join(folder, 'new.png'), await picture(9, 700, 900));
    const stdout = new Writable({ write: (_chunk, _encoding, done) => done() });
    const { pool, imageDir } = app;
    await runImport([path.join(folder, '夜航')], {
      pool,
      imageDir,
      stdout,
      stderr: stdout,
      isTTY: false,
      clock: () => new Date(),
    });
  },
  { consoleFolder: CONSOLE_FOLDER },
);
const sources = async () =>
  (await app.pool.query('select pages from catalog.chapter')).rows[0].pages.map((page: { source: string }) =>
    path.basename(page.source, '.png'),
  );

test('pages are replaced in three clicks, moved, added, deleted and restored; then the cover and the wide picture', async () => {
  const page = await openConsole(site, app, PHONE);
  await page.goto(site.url('/console/comics'));
  await page.getByRole('link', { name: '夜航' }).click();
  await page.getByRole('link', { name: '话', exact: true }).click();
  await page.getByRole('link', { name: '第 1 话的页' }).click();
  await page.getByLabel('替换第 2 页').setInputFiles(path.join(folder, 'new.png'));
  await page.getByText('已替换第 2 页').waitFor();
  expect(await sources()).toEqual(['001', 'new', '003', '004', '005']);
  await expectSoundPage(page);
  await page.getByRole('button', { name: '撤回' }).click();
  await page.getByText('已撤回').waitFor();
  expect(await sources()).toEqual(['001', '002', '003', '004', '005']);

  await page.getByRole('button', { name: '上移 第 5 页' }).click();
  await page.getByText('已更改顺序').waitFor();
  await page.getByLabel('添加图片').setInputFiles(path.join(folder, 'new.png'));
  await page.getByText('已添加 1 页').waitFor();
  await page.getByRole('button', { name: '删除第 1 页' }).click();
  await expectSoundPage(page);
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await page.getByText('已删除第 1 页').waitFor();
  expect(await sources()).toEqual(['002', '003', '005', '004', 'new']);

  await page.getByRole('listitem').filter({ hasText: '导入的' }).getByRole('button', { name: '恢复' }).click();
  await page.getByText('已恢复').waitFor();
  expect(await sources()).toEqual(['001', '002', '003', '004', '005']);
  await page.getByRole('link', { name: '各话' }).click();
  await page.getByRole('link', { name: '历史' }).click();
  await page.getByText('页：手工改的 → 导入的').first().waitFor();

  const cover = async () =>
    (await app.pool.query(`select cover ->> 'key' as key, wide ->> 'key' as wide from catalog.comic`)).rows[0];
  const before = await cover();
  await page.getByRole('button', { name: '换封面' }).click();
  await page.getByLabel('选择图片').setInputFiles(path.join(folder, 'new.png'));
  await expectSoundPage(page);
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await page.getByText('已换封面').waitFor();
  expect(await cover()).not.toEqual(before);
  await page.getByRole('region', { name: '已换封面' }).getByRole('button', { name: '撤回' }).click();
  await expect.poll(cover).toEqual(before);
  await page.getByRole('button', { name: '加横图' }).click();
  await page.getByRole('button', { name: '用漫画里的一页' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '第 3 页' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await page.getByText('已换横图').waitFor();
  expect((await cover()).wide).toContain('comic/');
});
