import { followAuthor, followedAuthors } from '#contract/calls/library';
import { type Served, serve } from '../../../core/dispatch/dispatch.ts';
import { cursorAfter, readCursor } from '../../../core/refusal/paging.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { countsInRankings } from '../ranking/ranked-readers.ts';
import type { Authors } from './authors.ts';

/** The authors that a reader follows. */
export function authorCalls(authors: Authors, { listings }: Pick<Catalog, 'listings'>): Served[] {
  return [
    serve(followAuthor, async ({ caller, now }, { name, on }, refuse) => {
      const { readerId, adult, teen } = caller;
      if (on === undefined) return { followed: await authors.follows(readerId, name) };
      if (!on) {
        await authors.unfollow(readerId, name);
        return { followed: false };
      }
      const [work] = await listings.first(now, { of: 'all' }, { author: name, size: 1, adult, teen });
      if (work === undefined) return refuse('comicNotFound', null, '没有这位作者的漫画');
      await authors.follow({ readerId, counts: countsInRankings(caller) }, name, now);
      return { followed: true };
    }),

    serve(followedAuthors, async ({ caller }, { cursor, size }) => {
      const position = readCursor(cursor, ['time', 'text']);
      const after = position && { at: position[0], name: position[1] };
      const { rows, last } = await authors.list(caller.readerId, { after, size });
      const list = rows.map(({ name, at }) => ({ name, at: at.toISOString() }));
      return { list, next: last && cursorAfter([last.at.toISOString(), last.name]) };
    }),
  ];
}
