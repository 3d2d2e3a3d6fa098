import { useState } from 'react';
import { chapterVerify, comicInfo } from '#contract/calls/comic';
import type { ChapterAccess } from '#contract/shapes';
import { detailPayload } from '../../../features/comics/comic-detail/comic-detail.ts';
import { useScreenTitle } from '../../../features/navigation/use-screen-title.ts';
import { useChaptersBeside } from '../../../features/reading/chapter-ranges/range-chapters.ts';
import { chapterTitle } from '../../../features/reading/chapter-words/chapter-title.ts';
import { useCall } from '../../../runtime/queries/queries.ts';
import { request } from '../../../runtime/request.ts';
import { BottomBar } from '../chrome/bottom-bar.tsx';
import { ReaderActions } from '../chrome/reader-actions.tsx';
import { ReaderFrame } from '../chrome/reader-frame.tsx';
import { TopBar } from '../chrome/top-bar.tsx';
import { useWayBack } from '../chrome/use-way-back.ts';
import { AutoBuy, useAutoBuys } from './auto-buy.tsx';
import { BuyCard } from './buy-card.tsx';
import { neighboursOf } from './next-readable.ts';
import { isReadOn } from './read-on.ts';
import { useReturn } from './use-return.ts';

type LockedChapterProps = {
  access: ChapterAccess;
  /** Its pages are being fetched. */
  opening: boolean;
  onOpen: () => void;
};

/** The reader at a chapter that must be bought first. */
export function LockedChapter({ access, opening, onOpen }: LockedChapterProps) {
  const { comic, chapter } = access;
  const { data } = useCall(comicInfo, detailPayload(comic.id));
  const { previous, next } = neighboursOf(useChaptersBeside(data, chapter), chapter);
  const onBack = useWayBack(comic.id);
  // Readers who come from a list or a link have not read on, so nothing is bought automatically.
  const autoBuys = useAutoBuys(access) && isReadOn(chapter.id);
  const [buysItself, setBuysItself] = useState(autoBuys);
  useScreenTitle(comic.title);
  useReturn(() => {
    // Another device may have bought it.
    const verified = request(chapterVerify, { id: chapter.id }, { background: true });
    void verified.then(({ readable }) => readable && onOpen()).catch(() => undefined);
  });
  return (
    <ReaderFrame>
      <TopBar title={comic.title} subtitle={chapterTitle(chapter)} onBack={onBack}>
        <ReaderActions comic={comic} chapter={null} progress={null} />
      </TopBar>
      <div className="absolute inset-0 flex flex-col overflow-y-auto px-6 pt-[calc(env(safe-area-inset-top)+80px)] pb-[calc(env(safe-area-inset-bottom)+80px)] low:py-14">
        <div className="my-auto">
          {buysItself ? (
            <AutoBuy access={access} onOpen={onOpen} onFailed={() => setBuysItself(false)} />
          ) : (
            <BuyCard access={access} opening={opening} onOpen={onOpen} />
          )}
        </div>
      </div>
      <BottomBar
        shown
        comicId={comic.id}
        current={chapter}
        previous={{ item: previous, go: null }}
        next={{ item: next, go: null }}
      />
    </ReaderFrame>
  );
}
