import { rank } from '#contract/calls/listings';
import { type Served, serve } from '../../../core/dispatch.ts';
import { checksumOf, cursorAfter, readCursor } from '../../../core/paging.ts';
import { BadField } from '../../../core/refusal.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import type { Reading } from '../reading.ts';

/** Rankings. */
export function rankingCalls(reading: Reading, { listings }: Catalog): Served[] {
  return [
    serve(
      rank,
      async ({ now, holdsUntil }, { type, genre, adult, teen, cursor, size }) => {
        const mark = checksumOf('rank', type, genre, String(adult));
        const place = readCursor(cursor, ['number', 'number', 'number']);
        if (place && place[0] !== mark) throw new BadField('cursor');
        const after = place && { snapshotId: place[1], rank: place[2] };
        const { ranked, last } = await reading.ranking({ type, genre: genre ?? null, adult, after, size });
        holdsUntil(await listings.nextChange(now));
        const cards = new Map(
          (
            await listings.cards(
              now,
              ranked.map(({ comicId }) => comicId),
              { adult, teen },
            )
          ).map((card) => [card.id, card]),
        );
        const list = ranked.flatMap(({ comicId, ...place }) => {
          const comic = cards.get(comicId);
          return comic ? [{ ...place, comic }] : [];
        });
        return { list, next: last && cursorAfter([mark, last.snapshotId, last.rank]) };
      },
      { shared: ['catalog'] },
    ),
  ];
}
