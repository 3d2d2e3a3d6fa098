import type { ComicCard as Comic } from '#contract/shapes';
import type { ListState } from '../../runtime/queries/endless.ts';
import { CARD_GRID, ComicCard, ComicCardSkeleton } from '../comic-card/comic-card.tsx';
import { type EmptyWords, EndlessList, ListSkeleton } from '../endless-list/endless-list.tsx';

/** Covers that a phone shows at once. */
const FIRST_COVERS = 9;

/** An endless list of comics, cover by cover. */
export function ComicGrid({ list, empty }: { list: ListState<Comic>; empty: EmptyWords }) {
  return (
    <EndlessList list={list} empty={empty} className={CARD_GRID} skeleton={<ComicCardSkeleton />}>
      {(comic, index) => (
        <li key={comic.id} className="min-w-0">
          <ComicCard comic={comic} priority={index < FIRST_COVERS} />
        </li>
      )}
    </EndlessList>
  );
}

export function ComicGridSkeleton() {
  return <ListSkeleton className={CARD_GRID} skeleton={<ComicCardSkeleton />} />;
}
