import { useEffect, useRef } from 'react';
import type { ChapterAccess } from '#contract/shapes';
import { chapterTitle } from '../../../features/chapter-words/chapter-title.ts';
import { chapterName } from '../../../features/comic-card/comic-words.ts';
import { buy, usePurchase } from '../../../features/unlock/purchase.ts';
import { costText } from '../../../features/unlock/split.ts';
import { useAssetNames } from '../../../features/unlock/use-asset-names.ts';
import { toast } from '../../../notices.ts';
import { useClientState } from '../../../state.ts';
import { Waiting } from './waiting.tsx';

/** Chapters that were tried, so that a purchase that failed is left to the reader. */
const tried = new Set<number>();

/** Whether the reader's wish to buy the next chapters automatically applies to this one. */
export function useAutoBuys(access: ChapterAccess | null): boolean {
  const allowed = useClientState(({ userInfo }) => userInfo?.registered === true && !userInfo.teen);
  return access !== null && allowed && access.autoBuy && access.affordable && !tried.has(access.chapter.id);
}

type AutoBuyProps = { access: ChapterAccess; onOpen: () => void; onFailed: () => void };

/** Buys a chapter when the reader gets there, and not before: it is fetched ahead of time, but not bought. */
export function AutoBuy({ access, onOpen, onFailed }: AutoBuyProps) {
  const place = useRef<HTMLDivElement>(null);
  const names = useAssetNames();
  usePurchase([access.chapter.id], access);
  const latest = useRef({ onOpen, onFailed, names });
  latest.current = { onOpen, onFailed, names };
  useEffect(() => {
    const { comic, chapter, salePrice } = access;
    const buyNow = async () => {
      if (tried.has(chapter.id)) return;
      tried.add(chapter.id);
      const purchase = { comicId: comic.id, chapterIds: [chapter.id], expect: salePrice };
      const paid = await buy(purchase, { background: true });
      if (!paid) return latest.current.onFailed();
      const { coins, bonus } = paid.spent;
      if (coins + bonus > 0)
        toast(`已自动解锁 ${chapterName(chapter)} · ${costText(paid.spent, latest.current.names)}`);
      latest.current.onOpen();
    };
    const arrival = new IntersectionObserver(([entry]) => entry?.isIntersecting && void buyNow());
    if (place.current) arrival.observe(place.current);
    return () => arrival.disconnect();
  }, [access]);
  return <Waiting ref={place} title={chapterTitle(access.chapter)} />;
}
