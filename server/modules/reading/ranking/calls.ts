import type { DataOf, PayloadOf } from '#contract/call';
import { rank } from '#contract/calls/listings';
import { type Served, serve } from '../../../core/dispatch/dispatch.ts';
import { checksumOf, cursorAfter, readCursor } from '../../../core/refusal/paging.ts';
import { BadField } from '../../../core/refusal/refusal.ts';
import { ageLimit, type Catalog } from '../../catalog/catalog.ts';
import type { RankingPage } from '../ranking/pages.ts';
import type { Reading } from '../reading.ts';
import type { RankingType } from './store.ts';

/** The rankings shown instead of an empty one, in turn; after them the newest comics. */
const INSTEAD: Readonly<Record<RankingType, readonly RankingType[]>> = {
  day: ['week', 'month', 'total'],
  week: ['month', 'total'],
  month: ['total'],
  total: [],
  sale: ['total'],
  favorite: ['total'],
};

type RankAnswer = DataOf<typeof rank>;

/** Rankings. */
export function rankingCalls(reading: Reading, { listings, prominentAudience }: Catalog): Served[] {
  async function newestInstead(now: Date, payload: PayloadOf<typeof rank>): Promise<RankAnswer> {
    const { genre = null, adult, teen, size } = payload;
    const { cards } = await listings.newest(now, { genre, adult, teen, size, after: null });
    const list = cards.map((comic, index) => ({ rank: index + 1, change: null, score: 0, comic }));
    return { shown: 'new', list, next: null };
  }

  return [
    serve(
      rank,
      async ({ now, validUntil }, asked) => {
        const payload = await prominentAudience(asked);
        const { type, genre, adult, teen, cursor, size } = payload;
        validUntil(await listings.nextChange(now));
        const mark = checksumOf('rank', type, genre, String(ageLimit({ adult, teen })));
        const types = [type, ...INSTEAD[type]];
        const place = readCursor(cursor, ['number', 'number', 'number', 'number']);
        if (place && (place[0] !== mark || !types[place[1]])) throw new BadField('cursor');
        const after = place && { snapshotId: place[2], rank: place[3] };
        const query = { genre: genre ?? null, adult, teen, after, size };
        const read = (shown: RankingType) => reading.ranking({ type: shown, ...query });
        const found = await firstFilled(place ? types.slice(place[1], place[1] + 1) : types, read);
        if (!found && !place) return newestInstead(now, payload);
        const { shown, ranked, last } = found ?? { shown: types[place?.[1] ?? 0] ?? type, ranked: [], last: null };
        const ids = ranked.map(({ comicId }) => comicId);
        const cards = new Map((await listings.cards(now, ids, { adult, teen })).map((card) => [card.id, card]));
        const list = ranked.flatMap(({ comicId, ...placed }) => {
          const comic = cards.get(comicId);
          return comic ? [{ ...placed, comic }] : [];
        });
        const next = last && cursorAfter([mark, types.indexOf(shown), last.snapshotId, last.rank]);
        return { shown, list, next };
      },
      { shared: ['catalog', 'editorial'] },
    ),
  ];
}

/** The first ranking of these that anything is in. */
async function firstFilled(types: readonly RankingType[], read: (type: RankingType) => Promise<RankingPage>) {
  for (const shown of types) {
    const page = await read(shown);
    if (page.ranked.length > 0) return { shown, ...page };
  }
  return null;
}
