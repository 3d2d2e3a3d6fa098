import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { settingName } from './backup-paths.ts';
import { backUpSettings, restoreSettings } from './settings-files.ts';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'manyu-settings-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test('files of the operator in the data folder are backed up and restored, files of the site are not', async () => {
  const [dataDir, backup, restored] = [await newFolder(), await newFolder(), await newFolder()];
  for (const name of ['keys', 'uploads', 'backups', 'store']) {
    await mkdir(path.join(dataDir, name));
    await writeFile(path.join(dataDir, name, 'file'), name);
  }
  await writeFile(path.join(dataDir, 'channels.yaml'), 'alipay: 密钥');
  const files = await backUpSettings(dataDir, backup);
  expect(files.map((file) => settingName(file.path))).toEqual(['channels.yaml', 'keys/file']);
  expect(await restoreSettings(backup, files, restored)).toEqual([]);
  expect((await readdir(restored, { recursive: true })).toSorted()).toEqual(['channels.yaml', 'keys', 'keys/file']);
});
