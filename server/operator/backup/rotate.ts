import path from 'node:path';
import { openImageFolder } from '../../adapters/image-folder.ts';
import { type BackupFolder, listBackups, removeBackup, timeOf } from './backup-folder.ts';
import { readManifest } from './manifest.ts';
import { removeUnlisted } from './pictures.ts';
import { outdated, type Rotation } from './rotation.ts';

/** Deletes the backups that the rotation does not keep, and then pictures that no other backup has. Call it under the lock. */
export async function rotate(place: BackupFolder, rotation: Rotation): Promise<{ backups: number; pictures: number }> {
  const byTime = new Map((await listBackups(place)).map((name) => [timeOf(name).getTime(), name]));
  const times = [...byTime.keys()].map((time) => new Date(time));
  const removed = outdated(times, rotation).map((time) => byTime.get(time.getTime()) ?? '');
  if (removed.length === 0) return { backups: 0, pictures: 0 };
  const left = [...byTime.values()].filter((name) => !removed.includes(name));
  // All lists are read before anything is deleted. If one can't be read, nothing is deleted.
  const sources = await Promise.all(
    left.map(async (name) => {
      const folder = path.join(place.root, name);
      return { folder, lists: (await readManifest(folder)).pictures.lists };
    }),
  );
  for (const name of removed) await removeBackup(place, name);
  return { backups: removed.length, pictures: await removeUnlisted(openImageFolder(place.pictures), sources) };
}
