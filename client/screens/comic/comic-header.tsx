import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { ComicDetail } from '#contract/shapes';
import { badgeOf, runningSale } from '../../features/comic-card/comic-words.ts';
import { updateDays } from '../../features/comic-detail/update-days.ts';
import { LastDayClock } from '../../features/countdown/last-day-clock.tsx';
import { countText } from '../../features/format/count-text.ts';
import { LazyBackground } from '../../features/lazy-image/lazy-background.tsx';
import { LazyImage } from '../../features/lazy-image/lazy-image.tsx';
import { BellIcon, DownIcon, EyeIcon, HeartIcon } from '../../ui/screen-icons.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const WIDE_BOX = 'h-52 max-h-[40svh] sm:h-72';
const COVER_BOX = 'aspect-3/4 w-28 shrink-0 self-start rounded-lg sm:w-40';
const TOP_ROW = '-mt-16 flex gap-4';
/** Begins where the picture ends, and grows downwards with a long title. */
const BESIDE_COVER = 'flex min-w-0 flex-1 flex-col gap-1 pt-[68px]';
/** The wide picture, the cover over its lower edge with the title beside it, and what else is to be known of the comic. */
export function ComicHeader({ comic }: { comic: ComicDetail }) {
  const badge = badgeOf(comic);
  const sale = runningSale(comic.sale);
  return (
    <header>
      <WidePicture comic={comic} />
      <div className="page-width">
        <div className={TOP_ROW}>
          <div className={`${COVER_BOX} relative overflow-hidden bg-sunken shadow-md ring-1 ring-line`}>
            <LazyImage image={comic.cover} alt={`${comic.title} 封面`} priority className="size-full object-cover" />
          </div>
          <div className={BESIDE_COVER}>
            <h1 className="text-xl leading-7 font-semibold sm:text-2xl sm:leading-8">{comic.title}</h1>
            {comic.authors.length > 0 && <p className="text-sm text-soft">{comic.authors.join('、')}</p>}
            <p className="mt-auto flex flex-wrap gap-x-3 gap-y-1 pt-1 text-xs text-soft sm:gap-x-4 sm:text-sm">
              <Stat label="阅读" icon={<EyeIcon className="size-4" />} count={comic.stats.views} />
              <Stat label="订阅" icon={<BellIcon className="size-4" />} count={comic.stats.subscribers} />
              <Stat label="收藏" icon={<HeartIcon className="size-4" />} count={comic.stats.favorites} />
            </p>
          </div>
        </div>
        <ul className="mt-4 flex flex-wrap gap-2 text-xs">
          <Tag strong>{statusText(comic)}</Tag>
          {badge && (
            <Tag strong>
              {badge}
              {sale && <LastDayClock until={sale.endsAt} className="ml-2" />}
            </Tag>
          )}
          {comic.genres.map((genre) => (
            <Tag key={genre}>{genre}</Tag>
          ))}
          {comic.ageRating !== 'all' && <Tag>{comic.ageRating}+</Tag>}
        </ul>
        {comic.description && <Description text={comic.description} />}
      </div>
    </header>
  );
}

function WidePicture({ comic }: { comic: ComicDetail }) {
  const shade = <div className="size-full bg-[linear-gradient(rgb(0_0_0/0.1)_50%,var(--page))]" />;
  if (comic.wide) {
    return (
      <LazyBackground image={comic.wide} priority className={WIDE_BOX}>
        {shade}
      </LazyBackground>
    );
  }
  // A comic without a wide picture gets its cover out of focus: calm, and nothing more to load.
  return (
    <LazyBackground
      image={comic.cover}
      priority
      className={`${WIDE_BOX} overflow-hidden *:first:scale-125 *:first:[filter:blur(40px)]`}
    >
      {shade}
    </LazyBackground>
  );
}

function statusText({ status, weekdays }: ComicDetail): string {
  if (status === 'complete') return '已完结';
  return updateDays(weekdays) ?? '连载中';
}

function Stat({ label, icon, count }: { label: string; icon: ReactNode; count: number }) {
  return (
    <span className="inline-flex items-center gap-1">
      {icon}
      <span className="sr-only">{label}</span>
      {countText(count)}
    </span>
  );
}

function Tag({ strong = false, children }: { strong?: boolean; children: ReactNode }) {
  return (
    <li className={`rounded-full px-2.5 py-1 ${strong ? 'bg-tint text-on-tint' : 'bg-sunken text-soft'}`}>
      {children}
    </li>
  );
}

/** Three lines; the rest unfolds. A short text offers nothing to unfold. */
function Description({ text }: { text: string }) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [open, setOpen] = useState(false);
  const [folds, setFolds] = useState(false);
  useLayoutEffect(() => {
    const box = paragraph.current;
    if (box) setFolds(box.scrollHeight > box.clientHeight + 1);
  }, []);
  return (
    <div className="mt-4">
      <p ref={paragraph} className={`leading-7 whitespace-pre-line text-soft ${open ? '' : 'line-clamp-3'}`}>
        {text}
      </p>
      {folds && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="-ml-1 inline-flex h-11 items-center gap-1 px-1 text-sm text-accent"
        >
          {open ? '收起' : '展开'}
          <DownIcon className={`size-4 transition-transform duration-150 ${open ? 'rotate-180' : ''}`} />
        </button>
      )}
    </div>
  );
}

/** The placeholder of the header and the first chapters, in the same boxes. */
export function ComicSkeleton() {
  return (
    <div aria-hidden>
      <div className={`${WIDE_BOX} bg-sunken`} />
      <div className="page-width">
        <div className={TOP_ROW}>
          <Skeleton className={`${COVER_BOX} ring-1 ring-line`} />
          <div className={BESIDE_COVER}>
            <Skeleton className="h-7 w-4/5" />
            <Skeleton className="h-5 w-2/5" />
            <Skeleton className="mt-auto h-5 w-40 max-w-full" />
          </div>
        </div>
        <Skeleton className="mt-4 h-6 w-3/5" />
        <Skeleton className="mt-4 h-20" />
        <Skeleton className="mt-8 h-6 w-24" />
        {[1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} className="mt-4 h-14" />
        ))}
      </div>
    </div>
  );
}
