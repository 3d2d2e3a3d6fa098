import { rank } from '#contract/calls/listings';
import { type Served, serve } from '../../core/dispatch.ts';
import { cursorAfter, readCursor } from '../../core/paging.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Reading } from './reading.ts';

/** Rankings. That of sales is empty: nothing can be bought yet. */
export function rankingCalls(reading: Reading, { listings }: Catalog): Served[] {
  return [
    serve(
      rank,
      async ({ now, holdsUntil }, { type, genre, cursor, size }) => {
        const place = readCursor(cursor, ['number', 'number']);
        const after = place && { snapshotId: place[0], rank: place[1] };
        if (type === 'sale') return { list: [], next: null };
        const { ranked, last } = await reading.ranking({ type, genre: genre ?? null, after, size });
        holdsUntil(await listings.nextTurn(now));
        const cards = new Map(
          (
            await listings.cards(
              now,
              ranked.map(({ comicId }) => comicId),
            )
          ).map((card) => [card.id, card]),
        );
        const list = ranked.flatMap(({ comicId, ...place }) => {
          const comic = cards.get(comicId);
          return comic ? [{ ...place, comic }] : [];
        });
        return { list, next: last && cursorAfter([last.snapshotId, last.rank]) };
      },
      { shared: true },
    ),
  ];
}
