import type { ReactNode } from 'react';
import type { ComicCard } from '#contract/shapes';
import { comicPath } from '../../paths.ts';
import { saleText } from '../comics/comic-card/comic-words.ts';
import { useRunningSale } from '../comics/comic-card/use-running-sale.ts';
import { ScreenLink } from '../navigation/screen-link/screen-link.tsx';
import { LazyImage } from '../pictures/lazy-image/lazy-image.tsx';
import { MEDALS } from './medals.ts';

/** The columns of a ranking: one on a phone, two on a wide screen. */
export const RANK_LIST = 'grid grid-cols-1 gap-x-8 sm:grid-cols-2 lg:grid-cols-3';

type RankRowProps = { rank: number; comic: ComicCard; detail: string; priority?: boolean; children?: ReactNode };

/**
 * A comic with its rank. `detail` is the counted figure, and `children` are shown at the end. If large text leaves no space
 * beside the cover, the title goes below it.
 */
export function RankRow({ rank, comic, detail, priority, children }: RankRowProps) {
  const sale = useRunningSale(comic.sale);
  const medal = MEDALS[rank - 1];
  return (
    <ScreenLink to={comicPath(comic.id)} className="flex h-full flex-wrap items-center gap-3 py-2 active:opacity-80">
      <span className={`words w-9 text-center font-semibold ${medal ? `text-2xl ${medal}` : 'text-lg text-soft'}`}>
        {rank}
      </span>
      <div className={`relative shrink-0 overflow-hidden rounded-lg ring-inside ${medal ? 'w-18' : 'w-14'}`}>
        <LazyImage image={comic.cover} alt="" priority={priority} className="aspect-3/4 w-full object-cover" />
      </div>
      <span className="words min-w-0 flex-1 basis-20">
        <span className="line-clamp-2 font-medium">{comic.title}</span>
        {comic.genres.length > 0 && (
          <span className="block truncate text-xs text-soft">{comic.genres.join(' · ')}</span>
        )}
        <span className="block truncate text-xs text-soft">
          {detail}
          {sale && <span className="text-warm"> · {saleText(sale.percent)}</span>}
        </span>
      </span>
      {children}
    </ScreenLink>
  );
}
