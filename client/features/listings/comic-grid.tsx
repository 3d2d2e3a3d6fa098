import type { ComicCard as Comic } from '#contract/shapes';
import type { ListState } from '../../runtime/queries/endless.ts';
import { CARD_GRID, ComicCardSkeleton } from '../comics/comic-card/comic-card.tsx';
import { tellsNew } from '../comics/comic-card/comic-words.ts';
import { cardsOf } from '../comics/comic-card/info-card.tsx';
import { type EmptyWords, EndlessList, ListSkeleton } from './endless-list.tsx';

/** Covers that a phone shows at once. */
const FIRST_COVERS = 9;
/** As many as the first answer has. */
const FIRST_PAGE = 20;

type ComicGridProps = {
  list: ListState<Comic>;
  empty: EmptyWords;
  /** The list contains only new comics. */
  allNew?: boolean;
};

/** An endless list of covers. */
export function ComicGrid({ list, empty, allNew = false }: ComicGridProps) {
  // Decided by the first page alone, so that no badge changes while the list grows.
  const withNew = !allNew && tellsNew(list.list?.slice(0, FIRST_PAGE) ?? []);
  const { Card, columns } = cardsOf(list.list?.length ?? 0, list.more === 'end');
  return (
    <EndlessList list={list} empty={empty} className={columns} skeleton={<ComicCardSkeleton />}>
      {(comic, index) => (
        <li key={comic.id} className="min-w-0">
          <Card comic={comic} priority={index < FIRST_COVERS} withNew={withNew} />
        </li>
      )}
    </EndlessList>
  );
}

export function ComicGridSkeleton() {
  return <ListSkeleton className={CARD_GRID} skeleton={<ComicCardSkeleton />} />;
}
