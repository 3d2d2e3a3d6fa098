import { theme } from '#contract/calls/listings';
import { comicNotFound } from '#contract/codes';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { cardsOf, InfoCard, infoColumns } from '../../features/comics/comic-card/info-card.tsx';
import { ComicGridSkeleton } from '../../features/listings/comic-grid.tsx';
import { ListEnd } from '../../features/listings/list-end.tsx';
import { MissingState } from '../../features/navigation/missing-state.tsx';
import { ScreenLink } from '../../features/navigation/screen-link/screen-link.tsx';
import { TitledScreen } from '../../features/navigation/titled-screen.tsx';
import { useScreenId } from '../../features/navigation/use-screen-id.ts';
import { WidePicture } from '../../features/pictures/wide-picture.tsx';
import { paths } from '../../paths.ts';
import { useEndless } from '../../runtime/queries/endless.ts';
import { CallError } from '../../runtime/request.ts';
import { FavoriteAll, ShareTheme } from './theme-actions.tsx';

/** A theme: comics that an editor has put together under one heading. */
export function ThemeScreen() {
  const id = useScreenId(paths.theme);
  return id === null ? <Missing /> : <ThemeById id={id} />;
}

function ThemeById({ id }: { id: number }) {
  const {
    list,
    first: data,
    more,
    loadMore,
    error,
    retry,
  } = useEndless(theme, { id, size: 24 }, { expected: [comicNotFound] });
  const hasNotes = list?.some(({ note }) => note) === true;
  const { Card, columns } = hasNotes
    ? { Card: InfoCard, columns: infoColumns(list.length) }
    : cardsOf(list?.length ?? 0, more === 'end');
  if (error instanceof CallError && error.code === comicNotFound) return <Missing />;
  return (
    <TitledScreen title={data?.title ?? '专题'} action={data && <ShareTheme theme={data} />}>
      {error ? (
        <ErrorState message={error.message} onRetry={retry} />
      ) : data ? (
        <>
          <div className="page-width items-center gap-x-6 lg:flex low:flex">
            {data.image && <WidePicture image={data.image} priority className="mt-4 max-w-2xl lg:w-1/2" />}
            {data.description && (
              <p className="mt-4 max-w-2xl leading-7 whitespace-pre-line text-soft">{data.description}</p>
            )}
          </div>
          {list && list.length > 0 && (
            <div className="page-width flex items-center justify-between gap-4 pt-4">
              <p className="text-sm text-soft tabular-nums">共 {data.count} 部</p>
              <FavoriteAll ids={list.map((comic) => comic.id)} />
            </div>
          )}
          {list?.length === 0 && more === 'end' ? (
            <EmptyState title="这个专题还没有漫画" hint="过些时候再来看看吧。" />
          ) : (
            <ol className={`page-width pt-4 ${columns}`}>
              {list?.map(({ note, ...comic }) => (
                <li key={comic.id} className="min-w-0">
                  <Card comic={note ? { ...comic, tagline: note } : comic} />
                </li>
              ))}
            </ol>
          )}
          {more === 'end' ? (
            <p className="page-width flex justify-center pt-6">
              <ScreenLink to={paths.themes} className={buttonClass('tinted')}>
                全部专题
              </ScreenLink>
            </p>
          ) : (
            <ListEnd more={more} onMore={loadMore} />
          )}
        </>
      ) : (
        <ComicGridSkeleton />
      )}
    </TitledScreen>
  );
}

function Missing() {
  return (
    <TitledScreen title="专题不存在">
      <MissingState title="专题不存在或已结束" />
    </TitledScreen>
  );
}
