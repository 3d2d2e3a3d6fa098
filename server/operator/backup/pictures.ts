import { createHash } from 'node:crypto';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { isPictureKey, KINDS } from '../../adapters/image-folder.ts';
import type { ImageStorage } from '../../adapters/image-storage.ts';
import { readWhole } from '../../adapters/whole-picture.ts';
import { readChecked, writeChecked } from './checked-file.ts';
import type { BackupFile } from './manifest.ts';
import { BackupRefused } from './refused.ts';
import type { Pause } from './rest.ts';

/** The live storage, and the pictures that all backups of a folder share. */
export type Storages = { live: ImageStorage; backup: ImageStorage };

/** The state of the live storage so far: a digest of the pictures in each folder. */
export type Seen = Map<string, string>;

export type PicturesBackedUp = { list: BackupFile; count: number; copied: number; damaged: string[] };

/**
 * Copies new pictures to the backups, and lists the pictures of every folder that has changed. Each picture is read and
 * compared with its name, which is the hash of its bytes. So damage is found while an older backup still has the picture.
 */
export async function backUpPictures(
  { live, backup }: Storages,
  seen: Seen,
  target: { folder: string; file: string },
  rest: Pause,
): Promise<PicturesBackedUp> {
  const result: Omit<PicturesBackedUp, 'list'> = { count: 0, copied: 0, damaged: [] };
  async function* lines() {
    for (const prefix of await live.prefixes(KINDS)) {
      const here = (await live.list(prefix)).keys;
      const digest = digestOf(here.keys());
      if (seen.get(prefix) === digest) continue;
      seen.set(prefix, digest);
      const there = (await backup.list(prefix)).keys;
      const copiedBefore = result.copied;
      for (const [key, size] of here) {
        const outcome = await keep({ live, backup }, key, there.get(key) === size);
        if (outcome === 'copied') result.copied += 1;
        if (outcome === 'damaged') result.damaged.push(key);
        // A picture that was deleted during the backup is not needed.
        if (outcome === 'damaged' || outcome === 'missing') continue;
        result.count += 1;
        yield `${key} ${size}\n`;
        await rest();
      }
      if (result.copied > copiedBefore) await backup.settle(prefix);
    }
  }
  return { list: await writeChecked(target.folder, target.file, Readable.from(lines())), ...result };
}

/** Copies the listed pictures into the live storage. Returns those that are missing or damaged in the backup. */
export async function restorePictures(
  { live, backup }: Storages,
  source: { folder: string; lists: readonly BackupFile[] },
): Promise<{ copied: number; damaged: string[] }> {
  const result = { copied: 0, damaged: Array.of<string>() };
  for await (const [prefix, pictures] of listedByFolder(source)) {
    const there = (await live.list(prefix)).keys;
    const lacking = [...pictures].filter(([key, size]) => there.get(key) !== size).map(([key]) => key);
    for (const key of lacking) {
      const image = await readWhole(backup, key);
      if (typeof image === 'string') result.damaged.push(key);
      else {
        await live.put(prefix, image);
        result.copied += 1;
      }
    }
    if (lacking.length > 0) await live.settle(prefix).catch(unlessMissing);
  }
  return result;
}

/** Deletes pictures that none of these backups lists. Returns their number. */
export async function removeUnlisted(
  backup: ImageStorage,
  sources: readonly { folder: string; lists: readonly BackupFile[] }[],
): Promise<number> {
  const listed = new Set<string>();
  for (const source of sources)
    for await (const [, pictures] of listedByFolder(source)) for (const key of pictures.keys()) listed.add(key);
  let removed = 0;
  for (const prefix of await backup.prefixes(KINDS)) {
    const { keys, strays } = await backup.list(prefix);
    const idle = [...keys.keys()].filter((key) => !listed.has(key));
    if (idle.length + strays.length > 0) await backup.remove(prefix, [...idle, ...strays]);
    removed += idle.length;
  }
  return removed;
}

async function keep({ live, backup }: Storages, key: string, isThere: boolean) {
  const image = await readWhole(live, key);
  if (typeof image === 'string') return image;
  if (isThere) return 'there';
  await backup.put(folderOf(key), image);
  return 'copied';
}

/** Writes the list of pictures that the backups have and the live storage does not. */
export function listKept(folder: string, file: string, sizes: ReadonlyMap<string, number>): Promise<BackupFile> {
  return writeChecked(folder, file, Readable.from([...sizes].map(([key, size]) => `${key} ${size}\n`)));
}

export function folderOf(key: string): string {
  return key.slice(0, key.lastIndexOf('/'));
}

/** The sizes of listed pictures by key, one folder at a time. */
export async function* listedByFolder(source: { folder: string; lists: readonly BackupFile[] }) {
  for (const list of source.lists) {
    let prefix = '';
    let pictures = new Map<string, number>();
    for await (const line of createInterface({ input: readChecked(source.folder, list) })) {
      const [key = '', size] = line.split(' ');
      if (!isPictureKey(key))
        throw new BackupRefused(`备份里的 ${path.join(source.folder, list.path)} 写着不是图片的文件，请换一份备份。`);
      const own = folderOf(key);
      if (own !== prefix) {
        if (prefix !== '') yield [prefix, pictures] as const;
        [prefix, pictures] = [own, new Map()];
      }
      pictures.set(key, Number(size));
    }
    if (prefix !== '') yield [prefix, pictures] as const;
  }
}

function digestOf(keys: Iterable<string>): string {
  return createHash('sha256')
    .update([...keys].sort().join())
    .digest('base64');
}

/** A folder with only damaged pictures was not created. */
function unlessMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
