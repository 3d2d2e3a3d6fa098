import { comicRecommend, finish, free, genre, newComics, weekly } from '#contract/calls';
import { type Served, serve } from '../../core/dispatch.ts';
import { cursorAfter, readCursor } from '../../core/paging.ts';
import { BadField } from '../../core/refusal.ts';
import type { CardPage, Listings } from './listings.ts';
import { shanghaiWeekday } from './shanghai-weekday.ts';

const RECOMMENDED = 12;
const EVERY_DAY = 0;

/** Lists that can grow, the genres they are narrowed by, and what goes with a comic. */
export function listingCalls(listings: Listings): Served[] {
  return [
    serve(newComics, async ({ now }, asked) => viewList(await listings.newest(now, wantedOf(asked))), { shared: true }),
    serve(weekly, ({ now }, asked) => viewWeekday(listings, now, asked), { shared: true }),
    serve(
      finish,
      async ({ now }, asked) => viewList(await listings.updated(now, { of: 'complete' }, wantedOf(asked))),
      { shared: true },
    ),
    serve(free, async ({ now }, asked) => viewList(await listings.updated(now, { of: 'free' }, wantedOf(asked))), {
      shared: true,
    }),
    serve(genre, async ({ now }) => ({ genres: await listings.genres(now) }), { shared: true }),
    serve(comicRecommend, async ({ now }, { id }) => ({
      list: await listings.recommended(now, id ?? null, RECOMMENDED),
    })),
  ];
}

function wantedOf({ genre, cursor, size }: { genre?: string | undefined; cursor?: string | undefined; size: number }) {
  const position = readCursor(cursor, ['time', 'number']);
  return { genre: genre ?? null, after: position && { time: position[0], id: position[1] }, size };
}

function viewList({ cards, last }: CardPage) {
  return { list: cards, next: last && cursorAfter([last.time.toISOString(), last.id]) };
}

/** The cursor carries its day: a list begun before midnight goes on as the day it was, for whoever names none. */
async function viewWeekday(
  listings: Listings,
  now: Date,
  asked: { day?: number | undefined; cursor?: string | undefined; size: number },
) {
  const position = readCursor(asked.cursor, ['number', 'time', 'number']);
  const day = asked.day ?? position?.[0] ?? shanghaiWeekday(now);
  if (position && (position[0] !== day || day < EVERY_DAY || day > 7)) throw new BadField('cursor');
  const { cards, last } = await listings.updated(
    now,
    day === EVERY_DAY ? { of: 'serial' } : { of: 'weekday', weekday: day },
    { genre: null, after: position && { time: position[1], id: position[2] }, size: asked.size },
  );
  return { day, list: cards, next: last && cursorAfter([day, last.time.toISOString(), last.id]) };
}
