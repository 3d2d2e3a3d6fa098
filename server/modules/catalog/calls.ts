import type { Call, PayloadOf } from '#contract/call';
import { finish, free, newComics, promotion, weekly } from '#contract/calls/listings';
import { type Handler, type Served, serve } from '../../core/dispatch.ts';
import { cursorAfter, markOf, readCursor } from '../../core/paging.ts';
import { BadField } from '../../core/refusal.ts';
import { shanghaiDayEnd, shanghaiWeekday } from '../../core/shanghai-day.ts';
import type { Catalog } from './catalog.ts';
import type { CardPage, Listings, WantedCards } from './listings/listings.ts';

const EVERY_DAY = 0;

/** Lists that can grow, and the promotions that run. */
export function catalogCalls({ listings }: Catalog): Served[] {
  return [
    listing(listings, newComics, async ({ now }, asked) =>
      viewList('new', asked, await listings.newest(now, wantedOf('new', asked))),
    ),
    listing(listings, finish, async ({ now }, asked) =>
      viewList('finish', asked, await listings.updated(now, { of: 'complete' }, wantedOf('finish', asked))),
    ),
    listing(listings, free, async ({ now }, asked) =>
      viewList('free', asked, await listings.updated(now, { of: 'free' }, wantedOf('free', asked))),
    ),
    listing(listings, weekly, ({ now, holdsUntil }, asked) => {
      if (asked.day === undefined) holdsUntil(shanghaiDayEnd(now));
      return viewWeekday(listings, now, asked);
    }),
    listing(listings, promotion, async ({ now }, audience) => ({
      promotions: await listings.promotions(now, audience),
    })),
  ];
}

/** A listing is the same for everybody, until time makes it another. */
function listing<C extends Call>(listings: Listings, call: C, handler: Handler<C>): Served {
  const answer: Handler<C> = async (ctx, payload, refuse) => {
    ctx.holdsUntil(await listings.nextTurn(ctx.now));
    return handler(ctx, payload, refuse);
  };
  return serve(call, answer, { shared: ['catalog'] });
}

type Asked = PayloadOf<typeof newComics>;

function wantedOf(list: string, { genre, cursor, size, adult, teen }: Asked): WantedCards {
  const position = readCursor(cursor, ['number', 'time', 'number']);
  if (position && position[0] !== markOf(list, genre)) throw new BadField('cursor');
  return { genre: genre ?? null, after: position && { time: position[1], id: position[2] }, size, adult, teen };
}

function viewList(list: string, { genre }: Asked, { cards, last }: CardPage) {
  return { list: cards, next: last && cursorAfter([markOf(list, genre), last.time.toISOString(), last.id]) };
}

/** The cursor carries its day: a list begun before midnight goes on as the day it was, for whoever names none. */
async function viewWeekday(listings: Listings, now: Date, asked: PayloadOf<typeof weekly>) {
  const position = readCursor(asked.cursor, ['number', 'time', 'number']);
  const day = asked.day ?? position?.[0] ?? shanghaiWeekday(now);
  if (position && (position[0] !== day || day < EVERY_DAY || day > 7)) throw new BadField('cursor');
  const { cards, last } = await listings.updated(
    now,
    day === EVERY_DAY ? { of: 'serial' } : { of: 'weekday', weekday: day },
    {
      genre: null,
      after: position && { time: position[1], id: position[2] },
      size: asked.size,
      adult: asked.adult,
      teen: asked.teen,
    },
  );
  return { day, list: cards, next: last && cursorAfter([day, last.time.toISOString(), last.id]) };
}
