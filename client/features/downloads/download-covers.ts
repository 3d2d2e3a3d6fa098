import { chooseVariant } from '../pictures/lazy-image/choose-variant.ts';
import type { DownloadDatabase } from './download-database.ts';

/** The width of a cover in the list of downloads, in CSS pixels. */
const COVER_WIDTH = 48;

type Covers = Pick<DownloadDatabase, 'comics' | 'cover' | 'putCover'>;

/** Fetches the missing covers. A cover that fails is tried again the next time. Resolves to whether any was added. */
export async function downloadCovers(
  database: Covers,
  loadBytes: (url: string) => Promise<ArrayBuffer>,
): Promise<boolean> {
  let isAnyNew = false;
  for (const { id, cover } of await database.comics()) {
    if (await database.cover(id)) continue;
    try {
      await database.putCover(id, await loadBytes(chooseVariant(cover, COVER_WIDTH, devicePixelRatio)));
      isAnyNew = true;
    } catch {
      // No network or no space: the chapters report the same, and are more important.
    }
  }
  return isAnyNew;
}
