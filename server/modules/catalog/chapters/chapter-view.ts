import type { ChapterItem } from '#contract/shapes';
import { viewImage } from '../pictures/image-views.ts';
import { currentPrice, type Promoted } from '../pricing/price-rule.ts';
import type { ChapterRow } from './chapter-store.ts';

/** A chapter and its price while `sale` runs; 'free' means free to read, not owned. `read`: this reader has finished it. */
export function viewChapter(chapter: ChapterRow, sale: Promoted | null, now: Date, read: boolean): ChapterItem {
  const cost = currentPrice(chapter, sale, now);
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
