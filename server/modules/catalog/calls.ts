import type { Call, PayloadOf } from '#contract/call';
import {
  author,
  comicByCode,
  finish,
  free,
  newComics,
  promotion,
  promotionComics,
  weekly,
} from '#contract/calls/listings';
import { type Handler, type Served, serve } from '../../core/dispatch/dispatch.ts';
import { checksumOf, cursorAfter, readCursor } from '../../core/refusal/paging.ts';
import { BadField } from '../../core/refusal/refusal.ts';
import { shanghaiDayEnd, shanghaiWeekday } from '../../core/time/shanghai-day.ts';
import type { Catalog } from './catalog.ts';
import type { Audience } from './comics/audience.ts';
import type { CardPage, CardQuery, Listings } from './listings/listings.ts';

const EVERY_DAY = 0;
/** The maximum number of comics of a promotion in an answer. A promotion may be for the whole catalogue. */
const SHOWN_OF_PROMOTION = 100;

/** Lists that can grow, the promotions that run, and comics by their code. */
export function catalogCalls({ listings, comicByCode: idByCode, prominentAudience }: Catalog): Served[] {
  /** A reader who chooses a genre is searching. A list without a genre is a prominent place. */
  const shownTo = <Payload extends Audience & { genre?: string | undefined }>(payload: Payload) =>
    payload.genre === undefined ? prominentAudience(payload) : payload;
  return [
    serve(comicByCode, async (_ctx, { code }, refuse) => ({ id: (await idByCode(code)) ?? refuse('comicNotFound') })),
    listing(listings, newComics, async ({ now }, payload) =>
      viewList('new', payload, await listings.newest(now, cardQuery('new', await shownTo(payload)))),
    ),
    listing(listings, finish, async ({ now }, payload) => {
      const query = cardQuery('finish', await shownTo(payload));
      return viewList('finish', payload, await listings.updated(now, { of: 'complete' }, query));
    }),
    listing(listings, free, async ({ now }, payload) => {
      const query = cardQuery('free', await shownTo(payload));
      return viewList('free', payload, await listings.updated(now, { of: 'free' }, query));
    }),
    listing(listings, author, async ({ now }, { name, ...payload }) => {
      const asked = { ...payload, author: name };
      return viewList('author', asked, await listings.updated(now, { of: 'all' }, cardQuery('author', asked)));
    }),
    listing(listings, weekly, async ({ now, validUntil }, payload) => {
      if (payload.day === undefined) validUntil(shanghaiDayEnd(now));
      return viewWeekday(listings, now, await shownTo(payload));
    }),
    listing(listings, promotion, async ({ now }, { size = SHOWN_OF_PROMOTION, ...audience }) => ({
      promotions: (await listings.promotions(now, { size, ...(await shownTo(audience)) })).map(
        ({ last, ...running }) => ({
          ...running,
          next: cursorInPromotion(running.id, last),
        }),
      ),
    })),
    listing(listings, promotionComics, async ({ now }, { id, cursor, ...query }) => {
      const position = readCursor(cursor, ['number', 'number', 'number']);
      if (position && position[0] !== id) throw new BadField('cursor');
      const after = position && { position: position[1], id: position[2] };
      const { cards, last } = await listings.ofPromotion(now, { id, after, ...(await shownTo(query)) });
      return { list: cards, next: cursorInPromotion(id, last) };
    }),
  ];
}

/** A listing is the same for everybody until a chapter is published or a price changes. */
function listing<C extends Call>(listings: Listings, call: C, handler: Handler<C>): Served {
  const answer: Handler<C> = async (ctx, payload, refuse) => {
    ctx.validUntil(await listings.nextChange(ctx.now));
    return handler(ctx, payload, refuse);
  };
  return serve(call, answer, { shared: ['catalog', 'editorial'] });
}

function cursorInPromotion(promotionId: number, last: { position: number; id: number } | null): string | null {
  return last && cursorAfter([promotionId, last.position, last.id]);
}

/** At most one of `genre` and `author`. */
type ListPayload = Omit<PayloadOf<typeof newComics>, 'genre'> & { genre?: string | undefined; author?: string };

function cardQuery(list: string, { genre, author: of, cursor, size, adult, teen }: ListPayload): CardQuery {
  const position = readCursor(cursor, ['number', 'time', 'number']);
  if (position && position[0] !== checksumOf(list, genre ?? of)) throw new BadField('cursor');
  return {
    genre: genre ?? null,
    author: of,
    after: position && { time: position[1], id: position[2] },
    size,
    adult,
    teen,
  };
}

function viewList(list: string, { genre, author: of }: ListPayload, { cards, last }: CardPage) {
  return { list: cards, next: last && cursorAfter([checksumOf(list, genre ?? of), last.time.toISOString(), last.id]) };
}

/** The cursor carries its day, so that a list that began before midnight continues with the same day where none is named. */
async function viewWeekday(listings: Listings, now: Date, payload: PayloadOf<typeof weekly>) {
  const position = readCursor(payload.cursor, ['number', 'time', 'number']);
  const day = payload.day ?? position?.[0] ?? shanghaiWeekday(now);
  if (position && (position[0] !== day || day < EVERY_DAY || day > 7)) throw new BadField('cursor');
  const { cards, last } = await listings.updated(
    now,
    day === EVERY_DAY ? { of: 'serial' } : { of: 'weekday', weekday: day },
    {
      genre: null,
      after: position && { time: position[1], id: position[2] },
      size: payload.size,
      adult: payload.adult,
      teen: payload.teen,
    },
  );
  return { day, list: cards, next: last && cursorAfter([day, last.time.toISOString(), last.id]) };
}
