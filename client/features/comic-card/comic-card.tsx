import { type ComponentType, lazy, Suspense, useReducer } from 'react';
import type { ComicCard as Comic } from '#contract/shapes';
import { comicPath } from '../../paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { LastDayClockProps } from '../countdown/last-day-clock.tsx';
import { timeText } from '../format/time-text.ts';
import { LazyImage } from '../lazy-image/lazy-image.tsx';
import { ScreenLink } from '../screen-link/screen-link.tsx';
import { badgeOf, chapterNoText, runningSale } from './comic-words.ts';

// Loaded on demand, since few covers need it; where its code can't be loaded, the cover works without.
const LastDayClock = lazy(() =>
  import('../countdown/last-day-clock.tsx')
    .then((loaded) => loaded.LastDayClock)
    .catch(() => () => null)
    .then((Component: ComponentType<LastDayClockProps>) => ({ default: Component })),
);

type CoverProps = {
  comic: Comic;
  priority?: boolean;
  /** The surroundings already show when the sale ends. */
  clockless?: boolean;
};

/** A cover with title and latest chapter, two lines whatever their length. */
export function ComicCard(props: CoverProps) {
  const { comic } = props;
  return (
    <ScreenLink to={comicPath(comic.id)} className="group block min-w-0 active:opacity-80">
      <ComicCover {...props} />
      <p className="mt-2 h-6 truncate text-[15px] leading-6 font-medium">{comic.title}</p>
      <p className="h-5 truncate text-xs leading-5 text-soft">{latestText(comic)}</p>
    </ScreenLink>
  );
}

/** The 3:4 cover with its one badge. */
export function ComicCover({ comic, priority, clockless, className = '' }: CoverProps & { className?: string }) {
  // Nothing but the clock changes when a sale ends, so the cover renders again at that moment to drop its badge.
  const [, drawAnew] = useReducer((times: number) => times + 1, 0);
  const badge = badgeOf(comic);
  const sale = runningSale(comic.sale);
  return (
    <div className={`relative aspect-3/4 overflow-hidden rounded-lg bg-sunken ${className}`}>
      <LazyImage image={comic.cover} alt="" priority={priority} className="size-full object-cover" />
      {badge && (
        <span className="absolute top-0 left-0 rounded-br-lg bg-accent px-2 py-0.5 text-xs font-medium text-on-accent">
          {badge}
        </span>
      )}
      {sale && !clockless && (
        <Suspense>
          <LastDayClock
            until={sale.endsAt}
            onEnd={drawAnew}
            className="absolute inset-x-0 bottom-0 bg-black/55 py-0.5 text-center text-xs text-white"
          />
        </Suspense>
      )}
    </div>
  );
}

/** The placeholder of a card that is loading, of the same height. */
export function ComicCardSkeleton() {
  return (
    <div aria-hidden>
      <Skeleton className="aspect-3/4" />
      <Skeleton className="mt-3 h-4 w-4/5" />
      <Skeleton className="mt-2 mb-1 h-3 w-1/2" />
    </div>
  );
}

/** The columns of cards: three on a phone, more on a wide screen. */
export const CARD_GRID = 'grid grid-cols-3 gap-x-3 gap-y-5 sm:grid-cols-4 md:grid-cols-5 lg:grid-cols-6 lg:gap-x-5';

/**
 * Cards in one row, swiped sideways: on a phone three and about a third of the next one, which shows that there is more.
 * The first `priorities` covers load before all others.
 */
export function ComicRow({ list, priorities = 0 }: { list: Comic[]; priorities?: number }) {
  return (
    <ul className="page-width no-scrollbar flex snap-x scroll-px-4 gap-3 overflow-x-auto">
      {list.map((comic, index) => (
        <li key={comic.id} className="w-[calc((100%-28px)/3.3)] shrink-0 snap-start sm:w-36">
          <ComicCard comic={comic} priority={index < priorities} />
        </li>
      ))}
    </ul>
  );
}

function latestText({ latest, status }: Comic): string {
  if (!latest) return '敬请期待';
  if (status === 'complete') return `全${latest.no}话`;
  return `${chapterNoText(latest.no)} · ${timeText(latest.publishedAt)}`;
}
