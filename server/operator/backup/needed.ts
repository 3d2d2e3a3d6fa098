import type { ImageStorage } from '../../adapters/image-storage.ts';
import { isWhole, readWhole } from '../../adapters/whole-picture.ts';
import { folderOf } from './pictures.ts';

/** Keys of pictures that the database refers to, in batches. */
export type Needed = AsyncIterable<readonly string[]>;

/** Needed pictures that a storage does not have. `damaged`: they exist but are damaged. */
export async function findLacking(
  storage: ImageStorage,
  needed: Needed,
  damaged: ReadonlySet<string> = new Set(),
): Promise<Set<string>> {
  const lacking = new Set<string>();
  for await (const keys of needed) {
    const there = new Map<string, ReadonlyMap<string, number>>();
    for (const key of keys) {
      const folder = folderOf(key);
      if (!there.has(folder)) there.set(folder, (await storage.list(folder)).keys);
      if (damaged.has(key) || !there.get(folder)?.has(key)) lacking.add(key);
    }
  }
  return lacking;
}

/** Which of these the folder of backups has undamaged, with their sizes, and which it does not have. */
export async function findInBackup(backup: ImageStorage, keys: Iterable<string>) {
  const sizes = new Map<string, number>();
  const missing: string[] = [];
  for (const key of keys) {
    const size = (await isWhole(backup, key)) ? (await backup.list(folderOf(key))).keys.get(key) : undefined;
    if (size === undefined) missing.push(key);
    else sizes.set(key, size);
  }
  return { sizes, missing };
}

/** Copies missing pictures from the folder of backups to the live storage. Returns those that are nowhere. */
export async function fetchLacking(
  { live, backup }: { live: ImageStorage; backup: ImageStorage },
  needed: Needed,
): Promise<{ copied: number; missing: string[] }> {
  const result = { copied: 0, missing: Array.of<string>() };
  const folders = new Set<string>();
  for (const key of await findLacking(live, needed)) {
    const image = await readWhole(backup, key);
    if (typeof image === 'string') {
      result.missing.push(key);
      continue;
    }
    await live.put(folderOf(key), image);
    folders.add(folderOf(key));
    result.copied += 1;
  }
  for (const folder of folders) await live.settle(folder);
  return result;
}
