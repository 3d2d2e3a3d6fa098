import type { Pool } from 'pg';
import { transaction } from '../../../core/db/db.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { applyNews, findNewsState, listComicIds, listMissedNews, saveNewsTime } from './shelf-store.ts';
import { lockLibrary } from './store.ts';

/** After this many irrelevant news the position is saved, so that they are not read again. */
const SAVE_AFTER = 50;

/**
 * Updates a library with the chapters that are published by now, so that its lists can be read from an index. Reads only the
 * changes since the last update. False if the reader has no library.
 */
export async function updateLibrary(
  pool: Pool,
  catalog: Pick<Catalog, 'news'>,
  readerId: number,
  now: Date,
): Promise<boolean> {
  const newsState = await findNewsState(pool, readerId);
  if (!newsState) return false;
  const news =
    (await catalog.news.since(now, newsState.newsAt)) ??
    (await catalog.news.of(now, await listComicIds(pool, readerId)));
  const missed = news.length === 0 ? [] : await listMissedNews(pool, readerId, news);
  if (missed.length === 0 && !newsState.late && news.length < SAVE_AFTER) return true;
  await transaction(pool, async (client) => {
    if (!(await lockLibrary(client, readerId))) return;
    if (missed.length > 0) await applyNews(client, readerId, missed);
    await saveNewsTime(client, readerId, newsState.mark);
  });
  return true;
}
