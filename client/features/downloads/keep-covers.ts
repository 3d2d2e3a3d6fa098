import { chooseVariant } from '../pictures/lazy-image/choose-variant.ts';
import type { DownloadDatabase } from './download-database.ts';

/** As wide as the list of downloads draws it, in CSS pixels. */
const COVER_WIDTH = 48;

type Covers = Pick<DownloadDatabase, 'comics' | 'cover' | 'putCover'>;

/** Fetches the covers that are not here yet. One that does not come is tried again the next time; gives whether any came. */
export async function keepCovers(database: Covers, loadBytes: (url: string) => Promise<ArrayBuffer>): Promise<boolean> {
  let isAnyNew = false;
  for (const { id, cover } of await database.comics()) {
    if (await database.cover(id)) continue;
    try {
      await database.putCover(id, await loadBytes(chooseVariant(cover, COVER_WIDTH, devicePixelRatio)));
      isAnyNew = true;
    } catch {
      // No network, or no room: the chapters say so, and matter more.
    }
  }
  return isAnyNew;
}
