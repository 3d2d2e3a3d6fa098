import type { ImageStorage } from '../../adapters/image-storage.ts';
import { brokenAmong } from '../../adapters/whole-picture.ts';
import { type Parts, picturesOf, type SitePicture } from '../../modules/editorial/editing.ts';

/** A drawn picture, and the files to write for it; none if the storage has them already. */
export type Read<Picture> = { picture: Picture; files: NewFile[] };
export type ReadPicture = Read<SitePicture>;
export type NewFile = { folder: string; bytes: Buffer };

/** Pictures of the current state with undamaged files in the storage, by the key of their source. */
export async function usablePictures(parts: Parts, storage: ImageStorage): Promise<Map<string, SitePicture>> {
  const usable = new Map<string, SitePicture>();
  for (const picture of picturesOf(parts))
    if ((await brokenAmong(storage, keysOf(picture))).length === 0) usable.set(picture.source, picture);
  return usable;
}

/** Writes a picture durably into the storage. */
export async function storePicture(storage: ImageStorage, { files }: { files: readonly NewFile[] }): Promise<void> {
  for (const { folder, bytes } of files) await storage.put(folder, bytes);
  for (const folder of new Set(files.map(({ folder }) => folder))) await storage.settle(folder);
}

/** Removes all other pictures. Call it under the lock of `lockParts`. */
export async function sweepPictures(storage: ImageStorage, needed: ReadonlySet<string>): Promise<void> {
  const shown = new Set([...needed].map(folderOf));
  for (const folder of await storage.prefixes(['site', 'original'])) {
    if (shown.has(folder)) continue;
    const { keys, strays } = await storage.list(folder);
    await storage.remove(folder, [...keys.keys(), ...strays]);
  }
}

function keysOf({ key, variants, source }: SitePicture): string[] {
  return [key, ...variants.map((variant) => variant.key), source];
}

function folderOf(key: string): string {
  return key.slice(0, key.lastIndexOf('/'));
}
