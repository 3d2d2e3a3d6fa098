import type { ChapterItem, ComicCard, Image, Page } from '#contract/shapes';
import type { ChapterRow } from '../comics/comic-store.ts';
import { guardedAddresses, publicAddress, type SigningKey } from '../pictures/image-address.ts';
import type { StoredCover, StoredImage, StoredPage } from '../pictures/stored-images.ts';
import { costNow, type Promoted } from '../pricing/price-rule.ts';
import type { CardRow } from './card-store.ts';

const DAY_MS = 24 * 3600 * 1000;
/** A comic is called new this long after its first chapter, updated this long after its latest. */
const NEW_MS = 14 * DAY_MS;
const UP_MS = DAY_MS;

/** A public image as readers see it. */
export function viewImage(image: StoredImage & Partial<StoredCover>): Image {
  const { key, width, height, color, variants } = image;
  return {
    url: publicAddress(key),
    width,
    height,
    color,
    variants: variants?.map((variant) => ({ url: publicAddress(variant.key), width: variant.width })),
  };
}

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
  };
}

/** How much of the price is left, and until when. */
export function viewSale(percent: number | null, endsAt: Date | null): ComicCard['sale'] {
  return percent === null || endsAt === null ? null : { percent, endsAt: endsAt.toISOString() };
}

/** A chapter and what it costs while `sale` runs; free to read does not make it owned. */
/** `read` = this reader has read it to its end. */
export function viewChapter(chapter: ChapterRow, sale: Promoted | null, now: Date, read: boolean): ChapterItem {
  const cost = costNow(chapter, sale, now);
  return {
    id: chapter.id,
    no: chapter.no,
    title: chapter.title,
    thumb: chapter.thumb && viewImage(chapter.thumb),
    publishedAt: chapter.publishedAt.toISOString(),
    pages: chapter.pageCount,
    price: chapter.priceCoins,
    salePrice: cost,
    access: cost === 0 ? 'free' : 'locked',
    freeAt: chapter.freeAt?.toISOString() ?? null,
    read,
  };
}

/** The pages of a chapter that may be read; those of a guarded one get addresses signed for a few hours. */
export function viewPages(pages: StoredPage[], storeKey: string, key: SigningKey, now: Date): Page[] {
  const guarded = guardedAddresses(key, storeKey, now);
  const address = (name: string) => (name.startsWith('guarded/') ? guarded(name) : publicAddress(name));
  return pages.map((page) => ({
    url: address(page.key),
    width: page.width,
    height: page.height,
    color: page.color,
    pieces: page.pieces?.map((piece) => ({ url: address(piece.key), top: piece.top, height: piece.height })),
  }));
}
