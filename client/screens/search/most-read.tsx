import { search } from '#contract/calls/listings';
import { CARD_GRID, ComicCard } from '../../features/comics/comic-card/comic-card.tsx';
import { useCall } from '../../runtime/queries/queries.ts';

/** Two rows of covers. */
const COVERS = 6;

/** The most read comics, for readers without a search or a result. */
export function MostRead() {
  const { data } = useCall(search, { sort: 'hot', size: COVERS }, { background: true });
  if (!data || data.list.length === 0) return null;
  return (
    <section aria-label="大家在看">
      <h2 className="flex h-11 items-center font-semibold">大家在看</h2>
      <ul className={CARD_GRID}>
        {data.list.map((comic) => (
          <li key={comic.id} className="min-w-0">
            <ComicCard comic={comic} />
          </li>
        ))}
      </ul>
    </section>
  );
}
