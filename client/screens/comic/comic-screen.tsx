import { useState } from 'react';
import { comicInfo } from '#contract/calls/comic';
import { comicNotFound, teenModeForbids } from '#contract/codes';
import { useNoticeDue } from '../../features/comics/accepted-notices.ts';
import { detailPayload } from '../../features/comics/comic-detail/comic-detail.ts';
import { RestrictedNotice } from '../../features/comics/restricted-notice.tsx';
import { TitledScreen } from '../../features/navigation/titled-screen.tsx';
import { useCurrentAddress } from '../../features/navigation/use-current-address.ts';
import { useScreenId } from '../../features/navigation/use-screen-id.ts';
import { useScreenTitle } from '../../features/navigation/use-screen-title.ts';
import { comicPath, paths } from '../../paths.ts';
import { useCall } from '../../runtime/queries/queries.ts';
import type { Buying } from './buying/buying.ts';
import { BuyingSheet } from './buying/buying-sheet.tsx';
import { useChoiceAfterTopUp } from './buying/choice-before-top-up.ts';
import { useFocusBack } from './buying/use-focus-back.ts';
import { ComicFrame } from './comic-frame.tsx';
import { ComicSkeleton } from './comic-skeleton.tsx';
import { ComicView } from './comic-view.tsx';
import { MissingComic, UnavailableComic } from './unavailable-comic.tsx';

/** The screen shows these messages itself. */
const EXPLAINED = [comicNotFound, teenModeForbids];

export function ComicScreen() {
  const id = useScreenId(paths.comic);
  return id === null ? <MissingComic /> : <ComicById id={id} />;
}

function ComicById({ id }: { id: number }) {
  // `staleMs: 0`: a reader who comes back from a chapter sees the new reading position.
  const { data: comic, error, retry } = useCall(comicInfo, detailPayload(id), { staleMs: 0, expected: EXPLAINED });
  const [buying, setBuying] = useState<Buying | null>(null);
  const isNoticeDue = useNoticeDue(comic);
  // The comic was merged into another one.
  useCurrentAddress(comic && comic.id !== id ? comicPath(comic.id) : null);
  useScreenTitle(isNoticeDue ? undefined : comic?.title);
  useFocusBack(buying, comic !== undefined);
  useChoiceAfterTopUp(id, ({ from, chosen }) => setBuying({ what: 'several', from, chosen }));
  if (error) return <UnavailableComic error={error} onRetry={retry} />;
  if (comic && isNoticeDue) {
    return (
      <TitledScreen title="内容提示">
        <RestrictedNotice comic={comic} />
      </TitledScreen>
    );
  }
  return (
    <>
      {comic ? <ComicView comic={comic} onBuy={setBuying} /> : <WaitingComic id={id} />}
      {buying && <BuyingSheet comic={comic} buying={buying} onChange={setBuying} />}
    </>
  );
}

function WaitingComic({ id }: { id: number }) {
  return (
    <ComicFrame>
      <h1 className="sr-only">漫画</h1>
      <ComicSkeleton id={id} />
    </ComicFrame>
  );
}
