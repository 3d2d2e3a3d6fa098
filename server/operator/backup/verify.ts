import path from 'node:path';
import { KINDS, openImageFolder } from '../../adapters/image-folder.ts';
import { isWhole } from '../../adapters/whole-picture.ts';
import { backupsAt, lockBackups } from './backup-folder.ts';
import { checkFiles } from './checked-file.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { listedByFolder } from './pictures.ts';
import { BackupRefused } from './refused.ts';

export type Verified = {
  backups: string[];
  pictures: number;
  /** Problems of backup files, one Chinese sentence each. */
  faults: string[];
  /** Keys of pictures. */
  damaged: string[];
  missing: string[];
};

/** Reads all files of one backup or of a folder of backups, and compares them with their checksums. */
export async function verifyBackups(given: string): Promise<Verified> {
  const { place, names } = await backupsAt(given);
  const held = await lockBackups(place);
  try {
    const backup = openImageFolder(place.pictures);
    const found: Verified = { backups: names, pictures: 0, faults: [], damaged: [], missing: [] };
    for (const folder of await backup.prefixes(KINDS))
      for (const key of (await backup.list(folder)).keys.keys()) {
        found.pictures += 1;
        if (!(await isWhole(backup, key))) found.damaged.push(key);
      }
    const missing = new Set<string>();
    for (const name of names) {
      const folder = path.join(place.root, name);
      const lists = await listsOf(folder, (fault) => found.faults.push(fault));
      for await (const [prefix, pictures] of listedByFolder({ folder, lists })) {
        const there = (await backup.list(prefix)).keys;
        for (const key of pictures.keys()) if (!there.has(key)) missing.add(key);
      }
    }
    return { ...found, missing: [...missing] };
  } finally {
    held.release();
  }
}

/** The lists of pictures of a backup; none if the backup is not valid. */
async function listsOf(folder: string, onFault: (sentence: string) => void): Promise<Manifest['pictures']['lists']> {
  try {
    const { tables, pictures, settings } = await readManifest(folder);
    await checkFiles(folder, [...tables, ...pictures.lists, ...settings]);
    return pictures.lists;
  } catch (error) {
    if (!(error instanceof BackupRefused)) throw error;
    onFault(error.message);
    return [];
  }
}
