import { useEffect, useRef } from 'react';
import type { ChapterAccess } from '#contract/shapes';
import { watchView } from '../../../../ui/watch-view.ts';
import { buy, usePurchase } from '../../../features/buying/chapters/purchase.ts';
import { costText } from '../../../features/buying/chapters/split.ts';
import { useAssetNames } from '../../../features/buying/chapters/use-asset-names.ts';
import { chapterName } from '../../../features/comics/comic-card/comic-words.ts';
import { chapterTitle } from '../../../features/reading/chapter-words/chapter-title.ts';
import { clearToasts, toast } from '../../../notices.ts';
import { useClientState } from '../../../state.ts';
import { Waiting } from './waiting.tsx';

/** Chapters whose automatic purchase was tried. After a failure the reader decides. */
const tried = new Set<number>();

/** Whether this chapter is to be bought automatically. */
export function useAutoBuys(access: ChapterAccess | null): boolean {
  const allowed = useClientState(({ userInfo }) => userInfo?.registered === true && !userInfo.teen);
  if (!access || !allowed || tried.has(access.chapter.id)) return false;
  // 等就免费 costs nothing: the reader decides.
  return access.autoBuy && access.affordable && access.waitFree?.readyAt !== null;
}

type AutoBuyProps = { access: ChapterAccess; onOpen: () => void; onFailed: () => void };

/** Buys a chapter when it comes into view. Its price may be fetched earlier. */
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
      // Replaces the toast of the previous purchase.
      clearToasts(0);
      if (coins + bonus > 0)
        toast(`已自动解锁 ${chapterName(chapter)} · ${costText(paid.spent, latest.current.names)}`);
      latest.current.onOpen();
    };
    return place.current
      ? watchView(place.current, ({ isIntersecting }) => isIntersecting && void buyNow())
      : undefined;
  }, [access]);
  return <Waiting ref={place} title={chapterTitle(access.chapter)} />;
}
