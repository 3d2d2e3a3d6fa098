import type { ComicCard } from '#contract/shapes';
import { restrictedMark } from '../comics/audience.ts';
import { viewImage } from '../pictures/image-views.ts';
import type { CardRow } from './card-store.ts';

const DAY_MS = 24 * 3600 * 1000;
/** A comic is called new this long after its first chapter, updated this long after its latest. */
const NEW_MS = 14 * DAY_MS;
const UP_MS = DAY_MS;

export function viewCard(card: CardRow, now: Date): ComicCard {
  return {
    id: card.id,
    title: card.title,
    cover: viewImage(card.cover),
    authors: card.authors,
    genres: card.genres,
    status: card.status,
    weekdays: card.weekdays,
    latest: { id: card.latestId, no: card.latestNo, title: card.latestTitle, publishedAt: card.latestAt.toISOString() },
    views: card.views,
    flags: {
      new: now.getTime() - card.firstAt.getTime() < NEW_MS,
      up: now.getTime() - card.latestAt.getTime() < UP_MS,
      free: card.allFree,
    },
    sale: viewSale(card.salePercent, card.saleEndsAt),
    ...restrictedMark(card.ageRating),
    ...(card.waitHours > 0 && !card.allFree && { waits: true as const }),
  };
}

/** The remaining percentage of the price, and the end of the promotion. */
export function viewSale(percent: number | null, endsAt: Date | null): ComicCard['sale'] {
  return percent === null || endsAt === null ? null : { percent, endsAt: endsAt.toISOString() };
}

/** How many characters of a description are read to make a line. */
export const TAGLINE_SOURCE = 200;
const TAGLINE_MAX = 48;

/** The first sentence of a description, or as much of it as a line or two can hold. */
export function taglineOf(description: string): string {
  const [line = ''] = description.trim().split('\n');
  const [sentence = line] = /^.{8,}?[。！？!?…]+[”」』]?|^.{8,}?\.(?=\s)/u.exec(line) ?? [];
  const letters = [...sentence];
  return letters.length > TAGLINE_MAX ? `${letters.slice(0, TAGLINE_MAX - 1).join('')}…` : sentence;
}
