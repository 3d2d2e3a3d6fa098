import type { ComicCard as Comic } from '#contract/shapes';
import type { AskedList } from '../../api/queries.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { CARD_GRID, ComicCard, ComicCardSkeleton } from '../comic-card/comic-card.tsx';
import { ListEnd } from '../list-end/list-end.tsx';

/** Covers that a phone shows at once. */
const FIRST_COVERS = 9;

type ComicGridProps = { asked: AskedList<Comic>; empty: { title: string; hint: string } };

/** An endless list of comics in all its states: on its way, empty, failed, shown, and changing to another filter. */
export function ComicGrid({ asked, empty }: ComicGridProps) {
  const { list, error, changing, more, loadMore, retry } = asked;
  if (error) return <ErrorState message={error.message} onRetry={retry} />;
  if (list?.length === 0) return <EmptyState {...empty} />;
  return (
    <div className="page-width pt-4">
      <div aria-busy={changing} className={`${CARD_GRID} transition-opacity duration-150 aria-busy:opacity-50`}>
        {list
          ? list.map((comic, index) => <ComicCard key={comic.id} comic={comic} priority={index < FIRST_COVERS} />)
          : Array.from({ length: 12 }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: nothing but the place tells them apart.
              <ComicCardSkeleton key={index} />
            ))}
      </div>
      {list && <ListEnd more={more} onMore={loadMore} />}
    </div>
  );
}
