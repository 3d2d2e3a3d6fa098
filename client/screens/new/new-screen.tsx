import { newComics } from '#contract/calls';
import { useEndless } from '../../api/queries.ts';
import { CARD_GRID, ComicCard, ComicCardSkeleton } from '../../features/comic-card/comic-card.tsx';
import { ListEnd } from '../../features/list-end/list-end.tsx';
import { useScreenTitle } from '../../features/screen-title/use-screen-title.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';

const FIRST_COVERS = 9;

export function NewScreen() {
  useScreenTitle('新作');
  const { list, error, more, loadMore, retry } = useEndless(newComics);
  return (
    <main className="pb-[calc(env(safe-area-inset-bottom)+32px)]">
      <h1 className="sr-only">新作</h1>
      {error ? (
        <ErrorState message={error.message} onRetry={retry} />
      ) : list?.length === 0 ? (
        <EmptyState title="还没有新作" hint="过些时候再来看看吧。" />
      ) : (
        <div className="page-width pt-4">
          <div className={CARD_GRID}>
            {list
              ? list.map((comic, index) => <ComicCard key={comic.id} comic={comic} priority={index < FIRST_COVERS} />)
              : Array.from({ length: 12 }, (_, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: nothing but the place tells them apart.
                  <ComicCardSkeleton key={index} />
                ))}
          </div>
          {list && <ListEnd more={more} onMore={loadMore} />}
        </div>
      )}
    </main>
  );
}
