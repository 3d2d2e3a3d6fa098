import type { ReactNode } from 'react';
import { comicRecommend } from '#contract/calls/listings';
import { EmptyState } from '../../../ui/states.tsx';
import { useCall } from '../../runtime/queries/queries.ts';
import { CARD_GRID, ComicCard } from '../comics/comic-card/comic-card.tsx';

const SHOWN = 6;

/** Six comics for this reader, below a list that leaves most of the screen empty. `without`: the ids of comics in the list. */
export function Recommended({ without = [] }: { without?: readonly number[] }) {
  const { data } = useCall(comicRecommend, {}, { background: true });
  const shown = (data?.list ?? []).filter(({ id }) => !without.includes(id)).slice(0, SHOWN);
  if (shown.length === 0) return null;
  return (
    <section aria-label="为你推荐" className="page-width pt-2">
      <h2 className="flex h-11 items-center text-lg font-semibold">为你推荐</h2>
      <ul className={CARD_GRID}>
        {shown.map((comic) => (
          <li key={comic.id} className="min-w-0">
            <ComicCard comic={comic} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** An empty list with comics to start with. */
export function EmptyWithRecommended(words: { title: string; hint: string; children: ReactNode }) {
  return (
    <>
      <EmptyState compact {...words} />
      <Recommended />
    </>
  );
}
