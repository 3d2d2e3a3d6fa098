import { picturesPath } from './backup-paths.ts';
import type { Manifest } from './manifest.ts';
import { findInBackup, findLacking, type Needed } from './needed.ts';
import { backUpPictures, listedByFolder, listKept, type Seen, type Storages } from './pictures.ts';
import type { Pause } from './rest.ts';

/** Pictures that are missing or damaged in the live storage, by whether the folder of backups has them undamaged. */
export type Broken = { inBackup: string[]; damaged: string[]; missing: string[] };

/** Copies the pictures of one backup before the database is read, and newer ones while it is read. */
export function picturePasses(storages: Storages, folder: string, rest: Pause) {
  const seen: Seen = new Map();
  const damaged = new Set<string>();
  const lists: Manifest['pictures']['lists'] = [];
  let lacking = new Set<string>();
  let copied = 0;

  async function pass(part: 1 | 2) {
    const made = await backUpPictures(storages, seen, { folder, file: picturesPath(part) }, rest);
    lists.push(made.list);
    for (const key of made.damaged) damaged.add(key);
    copied += made.copied;
    return made;
  }

  let count = 0;
  return {
    async before(): Promise<void> {
      count = (await pass(1)).count;
    },
    /** Call it inside the snapshot of the database. */
    async within(needed: Needed): Promise<void> {
      count += (await pass(2)).copied;
      lacking = await findLacking(storages.live, needed, damaged);
    },
    /** Lists pictures that only older backups have, so that this backup restores them too. */
    async finish(): Promise<{ pictures: Manifest['pictures']; copied: number; broken: Broken }> {
      // These were replaced after the first pass, which has copied them.
      for await (const [, pictures] of listedByFolder({ folder, lists }))
        for (const key of pictures.keys()) lacking.delete(key);
      const { sizes, missing } = await findInBackup(storages.backup, new Set([...damaged, ...lacking]));
      if (sizes.size > 0) lists.push(await listKept(folder, picturesPath(3), sizes));
      const broken = {
        inBackup: [...sizes.keys()],
        damaged: missing.filter((key) => damaged.has(key)),
        missing: missing.filter((key) => !damaged.has(key)),
      };
      return { pictures: { count: count + sizes.size, lists }, copied, broken };
    },
  };
}
