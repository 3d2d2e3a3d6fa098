import { useReducer } from 'react';
import type { ComicCard as Comic } from '#contract/shapes';
import { onDemand } from '../../../../ui/on-demand.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { comicPath } from '../../../paths.ts';
import { ScreenLink } from '../../navigation/screen-link/screen-link.tsx';
import { LazyImage } from '../../pictures/lazy-image/lazy-image.tsx';
import { timeText } from '../../text/format/time-text.ts';
import { chapterName, completeText, coverBadge, tellsNew } from './comic-words.ts';
import { type TitleLines, titleLines } from './title-lines.ts';
import { TitleText } from './title-text.tsx';
import { useRunningSale } from './use-running-sale.ts';

// Few covers need it.
const LastDayClock = onDemand(() => import('../../text/countdown/last-day-clock.tsx').then((m) => m.LastDayClock));

type CoverProps = {
  comic: Comic;
  priority?: boolean;
  /** Whether the mark 新作 is shown: not if most cards around have it. */
  withNew?: boolean;
};
type CardProps = CoverProps & {
  /** The surroundings already show when the sale ends. */
  clockless?: boolean;
  /** The lines of the titles in this list. */
  lines?: TitleLines;
};

/** The height of a title with this number of lines, and of the line below it. */
export const WORDS_HEIGHT: Record<TitleLines, string> = { 1: 'h-10.5', 2: 'h-16' };
/** The Chinese characters in a line under a cover on a narrow phone. */
const COVER_CHARACTERS = 6;

/** The lines that the titles of these cards need. */
export function coverTitleLines(list: Comic[]): TitleLines {
  return titleLines(list, COVER_CHARACTERS);
}

/**
 * A cover with title and latest chapter. Its height does not depend on the text, which is laid out a frame after the page: see
 * decision 0092.
 */
export function ComicCard({ clockless, lines = 2, ...cover }: CardProps) {
  // Nothing but the clock changes when a sale ends, so the card renders again at that moment to drop its badge.
  const [, drawAnew] = useReducer((times: number) => times + 1, 0);
  const { comic } = cover;
  return (
    <ScreenLink to={comicPath(comic.id)} className="block min-w-0 active:opacity-80">
      <ComicCover {...cover} />
      <div className={`words mt-2 ${WORDS_HEIGHT[lines]}`}>
        <p className="line-clamp-2 text-[0.9375rem] text-pretty leading-[1.375rem] font-medium">
          <TitleText title={comic.title} />
        </p>
        {/* A text that does not fit is left out completely: a part of a time has no meaning. */}
        <p className="h-5 overflow-hidden text-xs leading-5 tracking-tight break-keep text-soft">
          <MetaText comic={comic} clockless={clockless} onSaleEnd={drawAnew} />
        </p>
      </div>
    </ScreenLink>
  );
}

type MetaTextProps = Pick<CardProps, 'comic' | 'clockless'> & { onSaleEnd?: () => void };

/** The latest chapter of a comic; on the last day of a sale, the remaining time. */
export function MetaText({ comic, clockless, onSaleEnd }: MetaTextProps) {
  const sale = useRunningSale(comic.sale);
  const latest = latestText(comic);
  if (!sale || clockless) return latest;
  return <LastDayClock fallback={latest} until={sale.endsAt} onEnd={onSaleEnd} before={latest} className="text-warm" />;
}

const BADGE = {
  restricted: 'bg-black/65 text-white',
  sale: 'bg-sale text-white',
  wait: 'bg-wait text-white',
  update: 'bg-accent text-on-accent',
  new: 'bg-black/65 text-white',
};

/** The 3:4 cover with its one badge: below, because most lettering is at the top. */
export function ComicCover({ comic, priority, withNew = false, className = '' }: CoverProps & { className?: string }) {
  const badge = coverBadge({ ...comic, sale: useRunningSale(comic.sale) }, withNew);
  return (
    <div className={`relative aspect-3/4 overflow-hidden rounded-lg bg-sunken ring-inside ${className}`}>
      <LazyImage image={comic.cover} alt="" priority={priority} className="size-full object-cover" />
      {badge && (
        <span
          className={`words-above absolute bottom-1.5 left-1.5 rounded-full px-1.5 text-[0.6875rem] leading-[1.125rem] font-medium ${BADGE[badge.meaning]}`}
        >
          {badge.text}
        </span>
      )}
    </div>
  );
}

/** The placeholder of a card that is loading, of the same height. */
export function ComicCardSkeleton() {
  return (
    <div aria-hidden className="pb-4">
      <Skeleton className="aspect-3/4" />
      <Skeleton className="mt-3 h-4 w-4/5" />
      <Skeleton className="mt-2 mb-1 h-3 w-1/2" />
    </div>
  );
}

/** The columns of cards: three on a phone, twice as many on a wide screen, so that full rows stay full there. */
export const CARD_GRID = 'grid grid-cols-3 gap-x-3 gap-y-3 sm:grid-cols-6 lg:gap-x-5';

/**
 * Cards in one row, swiped sideways: on a phone three and about a third of the next one, which shows that there is more.
 * The first `priorities` covers load before all others.
 */
export function ComicRow({ list, priorities = 0 }: { list: Comic[]; priorities?: number }) {
  const withNew = tellsNew(list);
  const lines = coverTitleLines(list);
  return (
    <ul className="page-width no-scrollbar flex snap-x scroll-px-4 gap-3 overflow-x-auto">
      {list.map((comic, index) => (
        <li key={comic.id} className="w-[calc((100%-28px)/3.3)] shrink-0 snap-start sm:w-[calc((100%-60px)/6)]">
          <ComicCard comic={comic} priority={index < priorities} withNew={withNew} lines={lines} />
        </li>
      ))}
    </ul>
  );
}

function latestText({ latest, status }: Comic): string {
  if (!latest) return '敬请期待';
  if (status === 'complete') return completeText(latest);
  return `${chapterName(latest)} ·\u00a0${timeText(latest.publishedAt)}`;
}
