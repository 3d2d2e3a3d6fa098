import { type MouseEvent, useEffect, useRef } from 'react';
import type { ChapterItem, ComicDetail } from '#contract/shapes';
import { useRangeChapters } from '../../features/chapter-ranges/range-chapters.ts';
import { inOrder, type Order, type Range } from '../../features/chapter-ranges/ranges.ts';
import { chapterTitle } from '../../features/chapter-words/chapter-title.ts';
import { timeText } from '../../features/format/time-text.ts';
import { LazyImage } from '../../features/lazy-image/lazy-image.tsx';
import { opensElsewhere, ScreenLink } from '../../features/screen-link/screen-link.tsx';
import { chapterPath } from '../../paths.ts';
import { serverNow } from '../../runtime/clock/server-clock.ts';
import { useClientState } from '../../state.ts';
import { LockIcon } from '../../ui/screen-icons.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { FreeSoon } from './free-soon.tsx';

type RangeRowsProps = {
  comic: ComicDetail;
  range: Range;
  order: Order;
  jump: { no: number; count: number };
  onBuy(chapter: ChapterItem): void;
};

/** The chapters of one range; as high as they will be while they are fetched. */
export function RangeRows({ comic, range, order, jump, onBuy }: RangeRowsProps) {
  const { data, error, retry } = useRangeChapters(comic, range);
  const list = useRef<HTMLOListElement>(null);
  const isHere = data !== undefined;
  useEffect(() => {
    if (isHere && jump.count > 0)
      list.current?.querySelector(`[data-no="${jump.no}"]`)?.scrollIntoView({ block: 'center' });
  }, [isHere, jump]);
  if (error) return <ErrorState message="章节没有加载成功" onRetry={retry} />;
  if (!data) return <RowsToCome count={range.size} />;
  return (
    <ol ref={list} className="mt-1 grid grid-cols-1 gap-x-8 lg:grid-cols-2">
      {inOrder(data, order).map((chapter) => (
        <ChapterRow
          key={chapter.id}
          chapter={chapter}
          last={chapter.id === comic.me.last?.chapterId}
          onBuy={() => onBuy(chapter)}
        />
      ))}
    </ol>
  );
}

function RowsToCome({ count }: { count: number }) {
  return (
    <div className="mt-1 grid grid-cols-1 gap-x-8 lg:grid-cols-2" aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
        <div key={index} className="flex h-[65px] items-center border-b border-line">
          <Skeleton className="h-12 w-full" />
        </div>
      ))}
    </div>
  );
}

type ChapterRowProps = { chapter: ChapterItem; last: boolean; onBuy(): void };

const ROW = 'flex min-h-16 items-center gap-3 py-2 active:opacity-70';

function ChapterRow({ chapter, last, onBuy }: ChapterRowProps) {
  const to = chapterPath(chapter.id);
  const content = <RowContent chapter={chapter} last={last} />;
  return (
    <li className="border-b border-line" data-no={chapter.no}>
      {chapter.access === 'locked' ? (
        // Still a link, so that it can be opened in another tab.
        <a href={to} aria-haspopup="dialog" className={ROW} onClick={(event) => openHere(event, onBuy)}>
          {content}
        </a>
      ) : (
        <ScreenLink to={to} className={ROW}>
          {content}
        </ScreenLink>
      )}
    </li>
  );
}

function openHere(event: MouseEvent, open: () => void) {
  if (opensElsewhere(event)) return;
  event.preventDefault();
  open();
}

function RowContent({ chapter, last }: { chapter: ChapterItem; last: boolean }) {
  return (
    <>
      {chapter.thumb && (
        <span className="shrink-0 rounded-md bg-sunken">
          <LazyImage image={chapter.thumb} alt="" className="h-12 w-20 rounded-md object-cover" />
        </span>
      )}
      <span className="min-w-0 flex-1">
        <span className={`line-clamp-2 ${last ? 'font-medium text-accent' : chapter.read ? 'text-soft' : ''}`}>
          {chapterTitle(chapter)}
        </span>
        <span className="mt-0.5 block text-xs text-soft">
          {timeText(chapter.publishedAt)}
          {last ? ' · 上次读到' : chapter.read ? ' · 已读' : ''}
          {chapter.access === 'locked' && chapter.freeAt && (
            <span className="text-accent">
              {' '}
              · <FreeSoon at={chapter.freeAt} />
            </span>
          )}
        </span>
      </span>
      <ChapterPrice chapter={chapter} />
    </>
  );
}

function ChapterPrice({ chapter }: { chapter: ChapterItem }) {
  const coin = useClientState((state) => state.config?.coin.name) ?? '漫币';
  if (chapter.access === 'owned') return <span className="shrink-0 text-xs text-soft">已购</span>;
  if (chapter.access === 'free') {
    // A chapter that has become free stays so.
    const isFreeForNow = chapter.price > 0 && !(chapter.freeAt && Date.parse(chapter.freeAt) <= serverNow());
    return isFreeForNow ? <span className="shrink-0 text-xs text-accent">限免</span> : null;
  }
  return (
    <span className="flex shrink-0 items-center gap-1 text-sm text-soft">
      <LockIcon className="size-4" />
      <span className="sr-only">需购买：</span>
      {chapter.salePrice < chapter.price && (
        <s className="text-xs">
          <span className="sr-only">原价 </span>
          {chapter.price}
        </s>
      )}
      {chapter.salePrice} {coin}
    </span>
  );
}
