import { search } from '#contract/calls/listings';
import type { ComicCard as Comic } from '#contract/shapes';
import { CARD_GRID, ComicCard } from '../../features/comics/comic-card/comic-card.tsx';
import { useCall } from '../../runtime/queries/queries.ts';

/** Two rows of covers. */
const COVERS = 6;

/** The most read comics, for readers without a search or with few results, which are left out. */
export function MostRead({ without = [] }: { without?: readonly Comic[] }) {
  const { data } = useCall(search, { sort: 'hot', size: COVERS + without.length }, { background: true });
  const list = data?.list.filter(({ id }) => !without.some((each) => each.id === id)).slice(0, COVERS);
  if (!list || list.length === 0) return null;
  return (
    <section aria-label="大家在看">
      <h2 className="flex h-11 items-center font-semibold">大家在看</h2>
      <ul className={CARD_GRID}>
        {list.map((comic) => (
          <li key={comic.id} className="min-w-0">
            <ComicCard comic={comic} />
          </li>
        ))}
      </ul>
    </section>
  );
}
