import type { Logger } from 'pino';
import { type DiskSpace, MEGABYTE } from './disk-space.ts';
import type { Reserve } from './reserve.ts';

/** PostgreSQL reserves 16 MB at a time for its write-ahead log, and stops if it can't get them. */
const GIVE_UP_BELOW = 48 * MEGABYTE;

/** A disk at the limit is not low and well by turns. */
const ROOM_AGAIN = 1.05;

export type DiskWatchParts = {
  /** A path on each disk that the site needs, by its content. */
  places: Readonly<Record<string, string>>;
  /** On the disk of the private database; null if there is none. */
  reserve: { place: string; file: Reserve } | null;
  /** Below it a disk is low. */
  lowBytes: number;
  space(path: string): Promise<DiskSpace>;
  log: Logger;
};

export type SeenDisk = DiskSpace & { name: string; path: string };

/** Watches the free space of the disks, and keeps a reserve file. */
export type DiskWatch = {
  look(): Promise<void>;
  /** The disks that are low, as last seen. */
  low(): readonly SeenDisk[];
  /** Every disk, as last seen. */
  seen(): readonly SeenDisk[];
};

export function watchDisks({ places, reserve, lowBytes, space, log }: DiskWatchParts): DiskWatch {
  let seen: readonly SeenDisk[] = [];
  let low: readonly SeenDisk[] = [];

  async function look(): Promise<void> {
    seen = await Promise.all(
      Object.entries(places).map(async ([name, path]) => ({ name, path, ...(await space(path)) })),
    );
    const before = low;
    low = seen.filter(({ name, freeBytes }) => {
      const wasLow = before.some((each) => each.name === name);
      return freeBytes < lowBytes * (wasLow ? ROOM_AGAIN : 1);
    });
    if (low.length > 0 && before.length === 0) log.error({ low }, 'a disk is low');
    if (low.length === 0 && before.length > 0) log.info('no disk is low any more');
    if (reserve) await keep(reserve);
  }

  /** Between these two limits the reserve is neither made nor deleted, so that it does not change all the time. */
  async function keep({ place, file }: NonNullable<DiskWatchParts['reserve']>): Promise<void> {
    const { freeBytes } = await space(place);
    if (freeBytes < GIVE_UP_BELOW && (await file.isThere())) {
      await file.giveUp();
      log.error({ place, freeBytes, given: file.bytes }, 'the disk is full: the reserve was given up');
    } else if (freeBytes >= lowBytes + file.bytes && !(await file.isThere())) {
      await file.make();
      log.info({ place, bytes: file.bytes }, 'a reserve of disk space was made');
    }
  }

  return { look, low: () => low, seen: () => seen };
}
