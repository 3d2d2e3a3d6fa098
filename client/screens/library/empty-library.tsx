import { comicRecommend } from '#contract/calls/listings';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { CARD_GRID, ComicCard } from '../../features/comics/comic-card/comic-card.tsx';
import { ScreenLink } from '../../features/navigation/screen-link/screen-link.tsx';
import { paths } from '../../paths.ts';
import { useCall } from '../../runtime/queries/queries.ts';

const SHOWN = 6;

/** An empty list, with six comics to start with. */
export function EmptyLibrary({ title, hint }: { title: string; hint: string }) {
  const { data } = useCall(comicRecommend, {}, { background: true });
  return (
    <div className="empty-library">
      <EmptyState title={title} hint={hint}>
        <ScreenLink to={paths.home} className={buttonClass()}>
          去看看
        </ScreenLink>
      </EmptyState>
      {data && data.list.length > 0 && (
        <section aria-label="为你推荐" className="page-width">
          <h2 className="flex h-11 items-center text-lg font-semibold">为你推荐</h2>
          <ul className={CARD_GRID}>
            {data.list.slice(0, SHOWN).map((comic) => (
              <li key={comic.id} className="min-w-0">
                <ComicCard comic={comic} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
