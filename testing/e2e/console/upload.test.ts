import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import type { TestApp } from '../../app/app.ts';
import { scratchRoot } from '../../database/scratch.ts';
import { workOffUploads } from '../../factories/uploads.ts';
import { picture, writeCbz } from '../../sources/comic-sources.ts';
import { openSite, PHONE } from '../steps/app.ts';
import { CONSOLE_FOLDER, expectSoundPage, openConsole } from '../steps/console.ts';

let app: TestApp;
let folder: string;
const site = openSite(
  async (opened) => {
    app = opened;
  },
  { consoleFolder: CONSOLE_FOLDER },
);
beforeAll(async () => {
  folder = mkdtempSync(path.join(scratchRoot(), 'manyu-upload-'));
  const series = path.join(folder, '夜航');
  await writeCbz(series, '第1话.cbz', [await picture(1), await picture(2)]);
  await writeCbz(series, '第2话 灯塔.cbz', [await picture(3)]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a folder is uploaded over a broken line, corrected, imported, and readers see the comic', async () => {
  const page = await openConsole(site, app, PHONE);
  await page.goto(site.url('/console/upload'));
  await page.getByText('还没有上传').waitFor();
  const choose = async () => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: '选择文件夹' }).click(),
    ]);
    await chooser.setFiles(path.join(folder, '夜航'));
  };
  let isCut = true;
  await page.route('**/console/api/upload/*', (route, request) =>
    request.method() === 'PUT' && isCut ? route.abort() : route.continue(),
  );
  await choose();
  await page.getByText('没有连上服务器，会自动继续').waitFor();
  await page.reload();
  await page.getByText('传到了 0%').waitFor();
  await expectSoundPage(page);
  isCut = false;
  await choose();
  await page.getByText('正在预演').waitFor();
  await workOffUploads(app);
  await page.getByText('2 话待导入').waitFor();
  await expectSoundPage(page);

  await page.getByRole('button', { name: '修改 夜航/第2话 灯塔.cbz' }).click();
  await page.getByLabel('话数').fill('7');
  await page.getByRole('button', { name: '用文件名：灯塔' }).waitFor({ state: 'detached' });
  await page.getByLabel('标题', { exact: true }).fill('归航');
  await page.getByRole('button', { name: '用文件名：灯塔' }).waitFor();
  await expectSoundPage(page);
  await page.getByRole('button', { name: '重新预演' }).click();
  await page.getByText('正在预演').waitFor();
  await workOffUploads(app);
  await page.getByText('第7话 归航').waitFor();
  await page.getByRole('button', { name: '导入', exact: true }).click();
  await page.getByText('正在导入').waitFor();
  await expectSoundPage(page);
  await workOffUploads(app);
  await page.getByText('导入了 2 话').waitFor();
  await expectSoundPage(page);
  // As after an import that failed midway.
  await app.pool.query(`update uploads.upload set state = 'failed', failure = '磁盘空间不足'`);
  await page.reload();
  await page.getByText('磁盘空间不足').waitFor();
  await page.getByText('其余的还没有导入').waitFor();
  await page.getByRole('link', { name: '《夜航》' }).waitFor();
  await expectSoundPage(page);
  await page.goto(site.url('/console/upload'));
  await page.getByRole('link', { name: '夜航' }).waitFor();
  await expectSoundPage(page);
  await page.goto(site.url('/comic/1'));
  await page.getByRole('heading', { name: '夜航' }).first().waitFor();
});
