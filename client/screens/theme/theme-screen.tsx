import { theme } from '#contract/calls/listings';
import { comicNotFound } from '#contract/codes';
import { cardsOf } from '../../features/comic-card/info-card.tsx';
import { ComicGridSkeleton } from '../../features/comic-grid/comic-grid.tsx';
import { ListEnd } from '../../features/endless-list/list-end.tsx';
import { MissingState } from '../../features/missing-state/missing-state.tsx';
import { useScreenId } from '../../features/screen-id/use-screen-id.ts';
import { TitledScreen } from '../../features/titled-screen/titled-screen.tsx';
import { WidePicture } from '../../features/wide-picture/wide-picture.tsx';
import { paths } from '../../paths.ts';
import { useEndless } from '../../runtime/queries/endless.ts';
import { CallError } from '../../runtime/request.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';

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
  const { Card, columns } = cardsOf(list?.length ?? 0, more === 'end');
  if (error instanceof CallError && error.code === comicNotFound) return <Missing />;
  return (
    <TitledScreen title={data?.title ?? '专题'}>
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
          {list?.length === 0 && more === 'end' ? (
            <EmptyState title="这个专题还没有漫画" hint="过些时候再来看看吧。" />
          ) : (
            <ul className={`page-width pt-6 ${columns}`}>
              {list?.map((comic) => (
                <li key={comic.id} className="min-w-0">
                  <Card comic={comic} />
                </li>
              ))}
            </ul>
          )}
          {more !== 'end' && <ListEnd more={more} onMore={loadMore} />}
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
