import type { Pool } from 'pg';
import { transaction } from '../../../core/db.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { findStanding, listComicIds, missedNews, noteStanding, takeNews } from './shelf-store.ts';
import { lockLibrary } from './store.ts';

/** So much was looked through in vain: the next look shall begin behind it. */
const WORTH_NOTING = 50;

/**
 * Brings a library up to what is out by now: reads only what is new since it was last looked at, so that its lists are
 * walks along an index, and right at the very moment. False for a reader who keeps nothing.
 */
export async function takeInNews(
  pool: Pool,
  catalog: Pick<Catalog, 'news'>,
  readerId: number,
  now: Date,
): Promise<boolean> {
  const standing = await findStanding(pool, readerId);
  if (!standing) return false;
  const news =
    (await catalog.news.since(now, standing.newsAt)) ??
    (await catalog.news.of(now, await listComicIds(pool, readerId)));
  const missed = news.length === 0 ? [] : await missedNews(pool, readerId, news);
  if (missed.length === 0 && !standing.late && news.length < WORTH_NOTING) return true;
  await transaction(pool, async (client) => {
    if (!(await lockLibrary(client, readerId))) return;
    if (missed.length > 0) await takeNews(client, readerId, missed);
    await noteStanding(client, readerId, standing.mark);
  });
  return true;
}
