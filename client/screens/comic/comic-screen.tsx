import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { comicInfo } from '#contract/calls/comic';
import { comicNotFound, teenModeForbids } from '#contract/codes';
import { detailPayload } from '../../features/comic-detail/comic-detail.ts';
import { MissingState } from '../../features/missing-state/missing-state.tsx';
import { useScreenId } from '../../features/screen-id/use-screen-id.ts';
import { ScreenLink } from '../../features/screen-link/screen-link.tsx';
import { useScreenTitle } from '../../features/screen-title/use-screen-title.ts';
import { ShareButton } from '../../features/share/share-button.tsx';
import { goBack } from '../../features/way-back/way-back.ts';
import { paths } from '../../paths.ts';
import { useCall } from '../../runtime/queries/queries.ts';
import { CallError } from '../../runtime/request.ts';
import { buttonClass, IconButton } from '../../ui/button.tsx';
import { BackIcon } from '../../ui/screen-icons.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { ChapterList } from './chapter-list.tsx';
import { ComicHeader, ComicSkeleton } from './comic-header.tsx';
import { ReadingBar } from './reading-bar.tsx';
import { RelatedComics } from './related-comics.tsx';

const EXPLAINED = [comicNotFound, teenModeForbids];

export function ComicScreen() {
  const id = useScreenId(paths.comic);
  return id === null ? <Missing /> : <ComicById id={id} />;
}

function ComicById({ id }: { id: number }) {
  // Progress made a moment ago must show when the reader comes back.
  const { data: comic, error, retry } = useCall(comicInfo, detailPayload(id), { staleMs: 0, expected: EXPLAINED });
  useScreenTitle(comic?.title);
  if (error instanceof CallError && error.code === comicNotFound) return <Missing />;
  if (error instanceof CallError && error.code === teenModeForbids) return <ClosedToTeens message={error.message} />;
  if (error) {
    return (
      <Frame>
        <h1 className="sr-only">漫画</h1>
        <ErrorState message={error.message} onRetry={retry} />
      </Frame>
    );
  }
  if (!comic) {
    return (
      <Frame over>
        <h1 className="sr-only">漫画</h1>
        <ComicSkeleton />
      </Frame>
    );
  }
  return (
    <Frame over actions={<ShareButton comic={comic} className="bg-black/45 text-white" />}>
      <ComicHeader comic={comic} />
      <ChapterList comic={comic} />
      <RelatedComics id={id} />
      <ReadingBar comic={comic} />
    </Frame>
  );
}

function Missing() {
  useScreenTitle('漫画不存在');
  return (
    <Frame>
      <h1 className="sr-only">漫画不存在</h1>
      <MissingState title="漫画不存在或已下架" />
    </Frame>
  );
}

function ClosedToTeens({ message }: { message: string }) {
  return (
    <Frame>
      <h1 className="sr-only">青少年模式</h1>
      <EmptyState title={message} hint="可以在「我的」里关闭青少年模式。">
        <ScreenLink to={paths.my} className={buttonClass('tinted')}>
          我的
        </ScreenLink>
      </EmptyState>
    </Frame>
  );
}

/** The screen with its bar, whose buttons have a round background: a dark one over a picture. */
function Frame({ over = false, actions, children }: { over?: boolean; actions?: ReactNode; children: ReactNode }) {
  const navigate = useNavigate();
  const disc = over ? 'bg-black/45 text-white' : 'bg-sunken';
  return (
    <main
      className={`pb-[calc(env(safe-area-inset-bottom)+96px)] ${over ? '' : 'pt-[calc(env(safe-area-inset-top)+60px)]'}`}
    >
      <div className="pointer-events-none absolute inset-x-0 top-[env(safe-area-inset-top)] z-10">
        <div className="page-width flex items-center justify-between py-2 [&>*]:pointer-events-auto">
          <IconButton label="返回" className={disc} onClick={() => goBack(navigate)}>
            <BackIcon />
          </IconButton>
          {actions}
        </div>
      </div>
      {children}
    </main>
  );
}
