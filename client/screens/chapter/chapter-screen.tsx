import { lazy, type ReactNode, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { comicRead } from '#contract/calls/comic';
import { ageUnconfirmed, chapterLocked, chapterNotFound, teenModeForbids } from '#contract/codes';
import type { ChapterAccess } from '#contract/shapes';
import { chapterTitle } from '../../features/chapter-words/chapter-title.ts';
import { useKeptChapter } from '../../features/downloads/kept-chapter.ts';
import { MissingState } from '../../features/missing-state/missing-state.tsx';
import { aheadAnswer } from '../../features/read-ahead/ahead-answer.ts';
import { useNoticeDue } from '../../features/restricted/accepted-notices.ts';
import { RestrictedNotice } from '../../features/restricted/restricted-notice.tsx';
import { usePresentAddress } from '../../features/screen-id/use-present-address.ts';
import { useScreenId } from '../../features/screen-id/use-screen-id.ts';
import { ScreenLink } from '../../features/screen-link/screen-link.tsx';
import { useScreenTitle } from '../../features/screen-title/use-screen-title.ts';
import { chapterPath, comicPath, paths } from '../../paths.ts';
import { useCall } from '../../runtime/queries/queries.ts';
import { CallError, refusalData } from '../../runtime/request.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { ReaderFrame } from './chrome/reader-frame.tsx';
import { TopBar } from './chrome/top-bar.tsx';
import { useWayBack } from './chrome/use-way-back.ts';
import { type KnownChapter, knownComicOf } from './known-comic.ts';
import type { ReadChapter } from './strip/strip-axis.ts';
import { ChapterReader } from './viewer/chapter-reader.tsx';

const loadLocked = () => import('./viewer/locked-chapter.tsx');
const LockedChapter = lazy(() => loadLocked().then((loaded) => ({ default: loaded.LockedChapter })));

/** Their messages are shown in the same words, by the screen or by the locked chapter's card. */
const EXPLAINED = [chapterNotFound, chapterLocked, teenModeForbids];
/** Refusals after which a chapter that is open is closed: it was shown to another reader, or is no more. */
const GONE: readonly number[] = [chapterNotFound, teenModeForbids, ageUnconfirmed];

/** `/chapter/:id`: the reader, or why a chapter can't be read. */
export function ChapterScreen() {
  const id = useScreenId(paths.chapter);
  const { key: entry } = useLocation();
  if (id === null) return <UnknownChapter />;
  // A new history entry for the same chapter mounts again; chapters that follow in the strip change the address only.
  return <Opening key={`${entry}:${id}`} id={id} entry={entry} />;
}

function Opening({ id, entry }: { id: number; entry: string }) {
  const [ahead] = useState(() => aheadAnswer(id));
  const { retry, ...answer } = useCall(comicRead, { id }, { expected: EXPLAINED, background: ahead !== null });
  const { data: answered, error } = useKeptChapter(id, answer);
  // An answer is shown in one task, which the reader is too large for; what is deferred is rendered in many.
  const data = useDeferredValue(answered);

  // What is open stays open while it is fetched for the reader who has just logged in, and so does a price.
  const opened = useRef<ReadChapter | null>(null);
  const locked = useRef<ChapterAccess | null>(null);
  const access = refusalData(comicRead, chapterLocked, error);
  if (data) opened.current = data;
  if (access) locked.current = access;

  const comic = opened.current?.comic ?? locked.current?.comic;
  // The comic was merged into another one, which had this chapter too.
  const present = (data ?? access)?.chapter.id ?? id;
  usePresentAddress(present === id ? null : chapterPath(present));
  const isNoticeDue = useNoticeDue(comic);

  const isGone = error instanceof CallError && GONE.includes(error.code);
  if (comic && isNoticeDue && !isGone) {
    return (
      <Framed known={null} title="内容提示">
        <RestrictedNotice comic={comic} />
      </Framed>
    );
  }
  if (opened.current && !isGone) return <ChapterReader first={opened.current} entry={entry} />;
  if (locked.current && (access || !error)) {
    return (
      <Suspense fallback={<OpeningSkeleton chapterId={id} />}>
        <LockedChapter access={locked.current} opening={!access} onOpen={retry} />
      </Suspense>
    );
  }
  // Until the server has said otherwise: it may be locked by now.
  if (ahead && !access && !isGone) return <ChapterReader first={ahead} entry={entry} />;
  if (!error) return <OpeningSkeleton chapterId={id} />;
  if (error instanceof CallError && error.code === chapterNotFound) return <UnknownChapter />;
  const known = knownComicOf(id);
  return (
    <Framed known={known}>
      {error instanceof CallError && error.code === teenModeForbids ? (
        <EmptyState title={error.message} hint="可以在「我的」里关闭未成年人模式。">
          <ScreenLink to={known ? comicPath(known.comicId) : paths.home} replace className={buttonClass('tinted')}>
            {known ? '返回目录' : '回首页'}
          </ScreenLink>
        </EmptyState>
      ) : (
        <ErrorState message="这一话没有加载成功" onRetry={retry} />
      )}
    </Framed>
  );
}

function UnknownChapter() {
  return (
    <Framed known={null} title="章节不存在">
      <MissingState title="章节不存在或已下架" />
    </Framed>
  );
}

type FramedProps = { known: KnownChapter | null; title?: string; children: ReactNode };

/** The frame of everything that is not a strip: the top bar, and the content in the middle. */
function Framed({ known, title = known?.comicTitle, children }: FramedProps) {
  const onBack = useWayBack(known?.comicId ?? null);
  useScreenTitle(title);
  return (
    <ReaderFrame>
      <TopBar title={title ?? '阅读'} subtitle={known ? chapterTitle(known.chapter) : undefined} onBack={onBack} />
      <div className="absolute inset-0 flex flex-col overflow-y-auto px-6 pt-[calc(env(safe-area-inset-top)+80px)] pb-6">
        <div className="my-auto">{children}</div>
      </div>
    </ReaderFrame>
  );
}

function OpeningSkeleton({ chapterId }: { chapterId: number }) {
  const known = knownComicOf(chapterId);
  const onBack = useWayBack(known?.comicId ?? null);
  const isLocked = known?.chapter.access === 'locked';
  useEffect(() => {
    if (isLocked) void loadLocked().catch(() => undefined);
  }, [isLocked]);
  return (
    <ReaderFrame>
      <div role="status" aria-label="加载中" className="absolute inset-0 mx-auto max-w-[800px]">
        <Skeleton className="size-full rounded-none" />
      </div>
      <TopBar
        title={known?.comicTitle ?? '加载中'}
        subtitle={known ? chapterTitle(known.chapter) : undefined}
        onBack={onBack}
      />
    </ReaderFrame>
  );
}
