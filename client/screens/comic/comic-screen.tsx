import { type ReactNode, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { comicInfo } from '#contract/calls/comic';
import { comicNotFound, teenModeForbids } from '#contract/codes';
import type { ComicDetail } from '#contract/shapes';
import { buttonClass, IconButton } from '../../../ui/button.tsx';
import { BackIcon } from '../../../ui/screen-icons.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { useNoticeDue } from '../../features/comics/accepted-notices.ts';
import { detailPayload } from '../../features/comics/comic-detail/comic-detail.ts';
import { RestrictedNotice } from '../../features/comics/restricted-notice.tsx';
import { errorReport } from '../../features/feedback/error-report.ts';
import { useFeedback } from '../../features/feedback/use-feedback.tsx';
import { MissingState } from '../../features/navigation/missing-state.tsx';
import { ScreenLink } from '../../features/navigation/screen-link/screen-link.tsx';
import { TitledScreen } from '../../features/navigation/titled-screen.tsx';
import { TopBar } from '../../features/navigation/top-bar/top-bar.tsx';
import { usePresentAddress } from '../../features/navigation/use-present-address.ts';
import { useScreenId } from '../../features/navigation/use-screen-id.ts';
import { useScreenTitle } from '../../features/navigation/use-screen-title.ts';
import { goBack } from '../../features/navigation/way-back/way-back.ts';
import { ShareButton } from '../../features/share/share-button.tsx';
import { comicPath, paths } from '../../paths.ts';
import { useCall } from '../../runtime/queries/queries.ts';
import { CallError } from '../../runtime/request.ts';
import { ChapterList } from './chapter-list.tsx';
import { ComicAbout, ComicHero } from './comic-about.tsx';
import { ComicSkeleton } from './comic-skeleton.tsx';
import { ReadingBar } from './reading-bar.tsx';
import { RelatedComics } from './related-comics.tsx';
import type { Buying } from './unlock/buying.ts';
import { BuyingSheet } from './unlock/buying-sheet.tsx';
import { useFocusBack } from './unlock/use-focus-back.ts';
import { usePassed } from './use-passed.ts';

/** Their messages are shown in the same words. */
const EXPLAINED = [comicNotFound, teenModeForbids];

export function ComicScreen() {
  const id = useScreenId(paths.comic);
  return id === null ? <Missing /> : <ComicById id={id} />;
}

function ComicById({ id }: { id: number }) {
  // Progress made a moment ago must show when the reader comes back.
  const { data: comic, error, retry } = useCall(comicInfo, detailPayload(id), { staleMs: 0, expected: EXPLAINED });
  const [buying, setBuying] = useState<Buying | null>(null);
  const isNoticeDue = useNoticeDue(comic);
  // It was merged into another one.
  usePresentAddress(comic && comic.id !== id ? comicPath(comic.id) : null);
  useScreenTitle(isNoticeDue ? undefined : comic?.title);
  useFocusBack(buying, comic !== undefined);
  if (error instanceof CallError && error.code === comicNotFound) return <Missing />;
  if (error instanceof CallError && error.code === teenModeForbids) return <ClosedToTeens message={error.message} />;
  if (error) {
    return (
      <TitledScreen title="漫画">
        <ErrorState message={error.message} onRetry={retry} />
      </TitledScreen>
    );
  }
  if (comic && isNoticeDue) {
    return (
      <TitledScreen title="内容提示">
        <RestrictedNotice comic={comic} />
      </TitledScreen>
    );
  }
  return (
    <>
      {comic ? <Comic comic={comic} onBuy={setBuying} /> : <Waiting />}
      {buying && <BuyingSheet comic={comic} buying={buying} onChange={setBuying} />}
    </>
  );
}

function Waiting() {
  return (
    <Frame>
      <h1 className="sr-only">漫画</h1>
      <ComicSkeleton />
    </Frame>
  );
}

function Comic({ comic, onBuy }: { comic: ComicDetail; onBuy(what: Buying): void }) {
  const coverEnd = useRef<HTMLDivElement>(null);
  const { writeFeedback, feedbackSheet } = useFeedback();
  const passed = usePassed(coverEnd, BAR_HEIGHT);
  return (
    <Frame
      title={passed ? comic.title : null}
      actions={<ShareButton comic={comic} className={passed ? '' : OVER_PICTURE} />}
    >
      <ComicHero comic={comic} />
      <div className="columns">
        <div ref={coverEnd} className="cover-end" />
        <ComicAbout comic={comic}>
          <ReadingBar comic={comic} />
        </ComicAbout>
        <div className="min-w-0">
          <ChapterList comic={comic} onBuy={onBuy} />
          <p className="flex justify-center pt-4">
            <TextButton onClick={() => writeFeedback(errorReport({ comic }))}>内容有问题？报错</TextButton>
          </p>
          <RelatedComics id={comic.id} />
        </div>
      </div>
      {feedbackSheet}
    </Frame>
  );
}

function Missing() {
  return (
    <TitledScreen title="漫画不存在">
      <MissingState title="漫画不存在或已下架" />
    </TitledScreen>
  );
}

function ClosedToTeens({ message }: { message: string }) {
  return (
    <TitledScreen title="未成年人模式">
      <EmptyState title={message} hint="可以在「我的」里关闭未成年人模式。">
        <ScreenLink to={paths.my} className={buttonClass('tinted')}>
          我的
        </ScreenLink>
      </EmptyState>
    </TitledScreen>
  );
}

const BAR_HEIGHT = 44;
const OVER_PICTURE = 'bg-black/45 text-white';

type FrameProps = {
  /** Of what has been scrolled away, once it has. */
  title?: string | null;
  actions?: ReactNode;
  children: ReactNode;
};

/** The screen with its bar, which stays: over the picture its buttons have a dark round background. */
function Frame({ title = null, actions, children }: FrameProps) {
  const navigate = useNavigate();
  return (
    <>
      <TopBar wideOnly />
      <main className="pb-[calc(env(safe-area-inset-bottom)+96px)]">
        {/* On a wide screen it begins below the other bar, and takes no room there either. */}
        <div className={`fixed inset-x-0 top-0 z-20 lg:sticky lg:h-0 ${title === null ? 'pointer-events-none' : ''}`}>
          <div className={`pt-[env(safe-area-inset-top)] ${title === null ? '' : 'frosted'}`}>
            <div className={`page-width flex items-center gap-1.5 ${title === null ? 'py-2' : ''}`}>
              <IconButton
                label="返回"
                className={`pointer-events-auto ${title === null ? OVER_PICTURE : ''}`}
                onClick={() => goBack(navigate)}
              >
                <BackIcon />
              </IconButton>
              {/* The heading itself has been scrolled away, and is still there for a screen reader. */}
              <p aria-hidden className="min-w-0 flex-1 truncate font-semibold">
                {title}
              </p>
              <div className="pointer-events-auto">{actions}</div>
            </div>
          </div>
        </div>
        {children}
      </main>
    </>
  );
}
