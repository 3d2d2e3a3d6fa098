import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isSetting, settingName, settingPath } from './backup-paths.ts';
import { readChecked, writeChecked } from './checked-file.ts';
import type { BackupFile } from './manifest.ts';
import { BackupRefused } from './refused.ts';

/** More than the size of any key, certificate or YAML file. */
const MOST_BYTES = 2 * 1024 * 1024;
/** Folders that the site itself writes. Older backups contain small files of them, so a restore accepts them. */
const OWN_FOLDERS = ['uploads', 'backups'];

/**
 * Backs up the operator's files in the data folder: channels.yaml, sms.yaml, alerts.yaml, and the keys and certificates
 * next to them.
 * Without them a restored site could not accept payments.
 */
export async function backUpSettings(dataDir: string, folder: string): Promise<BackupFile[]> {
  const written: BackupFile[] = [];
  for (const name of await settingsIn(dataDir)) {
    // Files that were deleted during the backup are skipped.
    const content = await readFile(path.join(dataDir, name)).catch(unlessGone);
    if (content) written.push(await writeChecked(folder, settingPath(name), Readable.from([content])));
  }
  return written;
}

/** Restores them, readable only for the owner. Returns the names of files that existed already. They are not changed. */
export async function restoreSettings(folder: string, files: readonly BackupFile[], dataDir: string) {
  const left: string[] = [];
  const home = await realpath(dataDir);
  for (const file of files) {
    const name = settingName(file.path);
    if (name === null) throw new BackupRefused(`备份里的 ${file.path} 不是设置，请换一份备份。`);
    const target = path.join(home, name);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    // A link could lead out of the data folder.
    if ((await realpath(path.dirname(target))) !== path.dirname(target))
      throw new BackupRefused(`${path.dirname(target)} 是一个链接，设置只恢复到数据目录里：请先移走它。`);
    if (await stat(target).catch(() => null)) {
      left.push(name);
      continue;
    }
    // Written under another name first, so that an interrupted restore leaves no incomplete file.
    const growing = path.join(path.dirname(target), `.${path.basename(target)}.restoring`);
    await rm(growing, { force: true });
    await pipeline(readChecked(folder, file), createWriteStream(growing, { flags: 'wx', mode: 0o600, flush: true }));
    await rename(growing, target);
  }
  return left;
}

async function settingsIn(dataDir: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(dataDir, { withFileTypes: true, recursive: false }).catch(() => [])) {
    if (!isSetting(entry.name) || OWN_FOLDERS.includes(entry.name)) continue;
    if (entry.isFile()) found.push(entry.name);
    if (!entry.isDirectory()) continue;
    const inside = await readdir(path.join(dataDir, entry.name), { withFileTypes: true });
    found.push(...inside.filter((each) => each.isFile()).map((each) => `${entry.name}/${each.name}`));
  }
  const sizes = await Promise.all(
    found.map(async (name) => (await stat(path.join(dataDir, name)).catch(unlessGone))?.size),
  );
  return found.filter((name, index) => isSetting(name) && (sizes[index] ?? 0) <= MOST_BYTES).sort();
}

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
