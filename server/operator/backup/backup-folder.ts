import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type HeldLock, tryLock } from '../../postgres/file-lock.ts';
import { MANIFEST } from './manifest.ts';
import { BackupRefused } from './refused.ts';

const NAME = /^\d{8}T\d{6}Z$/;
const UNFINISHED = '.unfinished';

/** The backups of one site. Each has a folder named by its time. They share the pictures. */
export type BackupFolder = {
  root: string;
  pictures: string;
};

export function backupFolder(root: string): BackupFolder {
  return { root, pictures: path.join(root, 'pictures') };
}

/** The names of finished backups, oldest first. */
export async function listBackups({ root }: BackupFolder): Promise<string[]> {
  const names = await readdir(root).catch(() => []);
  return names.filter((name) => NAME.test(name)).sort();
}

/** The time in a name such as `20261130T020000Z`. */
export function timeOf(name: string): Date {
  return new Date(name.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

/** Locks the folder for a process that writes there. The kernel removes the lock when the process ends. */
export async function lockBackups({ root }: BackupFolder): Promise<HeldLock> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const held = tryLock(path.join(root, '.lock'), 'exclusive');
  if (!held) throw new BackupRefused(`另一个备份正在写 ${root}，请等它结束。`);
  return held;
}

/** Starts a backup under a temporary name. Deletes the remains of a killed backup. */
export async function beginBackup({ root }: BackupFolder, now: Date) {
  for (const name of await readdir(root))
    if (name.endsWith(UNFINISHED)) await rm(path.join(root, name), { recursive: true, force: true });
  const name = now.toISOString().replace(/[-:]|\.\d+/g, '');
  if (await stat(path.join(root, name)).catch(() => null))
    throw new BackupRefused(`${path.join(root, name)} 已经存在，请过一秒再试。`);
  const growing = path.join(root, `${name}${UNFINISHED}`);
  await mkdir(growing, { mode: 0o700 });
  return {
    name,
    folder: growing,
    /** All files are durable before the backup gets its final name. */
    async finish(): Promise<string> {
      for (const entry of await readdir(growing, { withFileTypes: true, recursive: true }))
        if (entry.isDirectory()) await syncFolder(path.join(entry.parentPath, entry.name));
      await syncFolder(growing);
      await rename(growing, path.join(root, name));
      await syncFolder(root);
      return path.join(root, name);
    },
  };
}

/** Deletes a backup. It is renamed first, so that a partly deleted backup is not used. */
export async function removeBackup({ root }: BackupFolder, name: string): Promise<void> {
  const unfinished = path.join(root, `${name}${UNFINISHED}`);
  await rename(path.join(root, name), unfinished);
  await rm(unfinished, { recursive: true, force: true });
}

/** The given backups, oldest first: one, or all of a folder. */
export async function backupsAt(given: string): Promise<{ place: BackupFolder; names: string[] }> {
  const name = path.basename(given);
  if (NAME.test(name) && (await stat(path.join(given, MANIFEST)).catch(() => null)))
    return { place: backupFolder(path.dirname(given)), names: [name] };
  const place = backupFolder(given);
  const names = await listBackups(place);
  if (names.length === 0) throw new BackupRefused(`${given} 里没有做完的备份。`);
  return { place, names };
}

/** The given backup: itself, or the newest one of a folder. */
export async function findBackup(given: string): Promise<{ folder: string; pictures: string }> {
  const { place, names } = await backupsAt(given);
  return { folder: path.join(place.root, names.at(-1) ?? ''), pictures: place.pictures };
}

async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
