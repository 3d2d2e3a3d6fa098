import { comicRecommend } from '#contract/calls/listings';
import { type Served, serve } from '../../core/dispatch/dispatch.ts';
import { type Catalog, checkAge } from '../catalog/catalog.ts';
import type { Recommend } from './recommend.ts';

const RECOMMENDED = 12;

/** Recommendations after a comic, and for a reader. */
export function recommendCalls(recommend: Recommend, catalog: Pick<Catalog, 'comic' | 'prominentAudience'>): Served[] {
  return [
    serve(comicRecommend, async ({ caller, now }, { id, without }, refuse) => {
      const query = { now, size: RECOMMENDED };
      const shownTo = await catalog.prominentAudience(caller);
      if (id === undefined) return recommend.toReader(shownTo, { ...query, without });
      const record = await catalog.comic(id);
      if (record) checkAge(caller, record.comic.ageRating, refuse);
      return recommend.toComic(record?.comic.id ?? id, shownTo, query);
    }),
  ];
}
