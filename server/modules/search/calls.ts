import type { PayloadOf } from '#contract/call';
import { keyword, search } from '#contract/calls/listings';
import { type Handler, type Served, serve } from '../../core/dispatch/dispatch.ts';
import { checksumOf, cursorAfter, readCursor } from '../../core/refusal/paging.ts';
import { BadField } from '../../core/refusal/refusal.ts';
import { shanghaiDayEnd } from '../../core/time/shanghai-day.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { type Search, type SearchQuery, wordsOf } from './search.ts';

/** Search, hot words and suggestions. */
export function searchCalls(search: Search, { listings }: Catalog): Served[] {
  return [serveSearch(search, listings), serveKeyword(search, listings)];
}

/** Not shared: a cached answer would not be counted. */
function serveSearch(comics: Search, listings: Catalog['listings']): Served {
  const handler: Handler<typeof search> = async ({ now, from }, payload) => {
    const query = queryOf(payload);
    const { keyword, audience, after } = query;
    const read = await comics.find(from.address, { ...query, size: query.size + 1 });
    const page = read.page.slice(0, query.size);
    const ids = page.map(({ id }) => id);
    const list = await listings.cards(now, ids, audience);
    const last = read.page.length > query.size ? page.at(-1) : undefined;
    const isWhole = after === null && query.genre === null && query.status === null;
    // A result that is hidden from this reader is no miss.
    const isCounted = isWhole && (read.total > 0 || !audience.teen);
    if (keyword !== null && isCounted) comics.note({ keyword, address: from.address, fromAge: read.fromAge }, now);
    return {
      list,
      next: last ? cursorAfter([checksumOfQuery(query), last.quality, last.rank, last.id]) : null,
      total: read.total,
      ...(read.isCapped && { totalCapped: true }),
      near: keyword !== null && isWhole && read.total === 0 ? await comics.near(from.address, keyword, audience) : [],
    };
  };
  // Each word is looked up.
  return serve(search, handler, { weight: ({ keyword = '' }) => wordsOf(keyword).length });
}

function queryOf({ keyword, genre, status, sort, adult, teen, cursor, size }: PayloadOf<typeof search>): SearchQuery {
  const query: SearchQuery = {
    keyword: keyword === undefined || keyword.trim() === '' ? null : keyword,
    genre: genre ?? null,
    status: status ?? null,
    order: sort ?? 'match',
    audience: { adult, teen },
    after: null,
    size,
  };
  const position = readCursor(cursor, ['number', 'number', 'number', 'number']);
  if (!position) return query;
  const [mark, quality, rank, id] = position;
  if (mark !== checksumOfQuery(query) || quality < 0 || quality > MOST_QUALITY) throw new BadField('cursor');
  return { ...query, after: { quality, rank, id } };
}

/** Any quality is far below it, and it fits the database's integer. */
const MOST_QUALITY = 100;

function checksumOfQuery({ keyword, genre, status, order, audience }: SearchQuery): number {
  const { adult, teen } = audience;
  return checksumOf('search', keyword ?? '', genre ?? '', status ?? '', order, String(adult), String(teen));
}

function serveKeyword(search: Search, listings: Catalog['listings']): Served {
  return serve(
    keyword,
    async ({ now, from, validUntil }, { prefix, ...audience }) => {
      validUntil(shanghaiDayEnd(now));
      const [hot, suggestions] = await Promise.all([
        prefix === undefined ? search.hot(now, audience) : [],
        prefix === undefined ? [] : search.suggestions(from.address, prefix, now, audience),
      ]);
      const comics = await listings.cards(
        now,
        suggestions.flatMap(({ comicId }) => comicId ?? []),
        audience,
      );
      const covers = new Map(comics.map(({ id, cover }) => [id, cover]));
      return { hot, suggestions: suggestions.map((each) => ({ ...each, cover: covers.get(each.comicId ?? 0) })) };
    },
    { shared: ['catalog', 'editorial', 'search'] },
  );
}
