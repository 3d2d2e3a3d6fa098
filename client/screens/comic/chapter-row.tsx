import type { MouseEvent } from 'react';
import type { ChapterItem, LastRead } from '#contract/shapes';
import { LockIcon } from '../../../ui/screen-icons.tsx';
import { leftText } from '../../features/buying/chapters/left-text.ts';
import { useAssetNames } from '../../features/buying/chapters/use-asset-names.ts';
import { opensElsewhere, ScreenLink } from '../../features/navigation/screen-link/screen-link.tsx';
import { LazyImage } from '../../features/pictures/lazy-image/lazy-image.tsx';
import { chapterTitle } from '../../features/reading/chapter-words/chapter-title.ts';
import { useSecondsLeft } from '../../features/text/countdown/use-seconds-left.ts';
import { timeText } from '../../features/text/format/time-text.ts';
import { chapterPath } from '../../paths.ts';
import { renderNow } from '../../runtime/clock/server-clock.ts';
import { FreeSoon } from './free-soon.tsx';

type ChapterRowProps = {
  chapter: ChapterItem;
  /** The reading position, if it is in this chapter. */
  last: LastRead | null;
  /** The date of publication, unless it is the same in all rows. */
  dated: boolean;
  downloaded: boolean;
  onBuy(): void;
};

/** A chapter of the list. A locked chapter opens its sheet. */
export function ChapterRow({ chapter, onBuy, ...rest }: ChapterRowProps) {
  const to = chapterPath(chapter.id);
  const content = <RowContent chapter={chapter} {...rest} />;
  return (
    <li className="border-b border-line" data-no={chapter.no}>
      {chapter.access === 'locked' ? (
        // Still a link, so that it can be opened in another tab.
        <a
          href={to}
          aria-haspopup="dialog"
          className="row active:opacity-70"
          onClick={(event) => openHere(event, onBuy)}
        >
          {content}
        </a>
      ) : (
        <ScreenLink to={to} className="row active:opacity-70">
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

function RowContent({ chapter, last, dated, downloaded }: Omit<ChapterRowProps, 'onBuy'>) {
  const mark = last ? '上次读到' : chapter.read ? '已读' : null;
  const facts = [dated && timeText(chapter.publishedAt), mark, downloaded && '已下载'].filter(Boolean).join(' · ');
  return (
    <>
      {chapter.thumb && (
        <span className="row-thumb inset-ring bg-sunken">
          <LazyImage image={chapter.thumb} alt="" className="size-full object-cover" />
          {last && !last.finished && <PartRead last={last} pages={chapter.pages} />}
        </span>
      )}
      <span className="min-w-0 flex-1">
        <span
          className={`line-clamp-2 text-[0.9375rem] leading-5.5 ${last ? 'font-medium text-accent' : chapter.read ? 'text-soft' : ''}`}
        >
          {chapterTitle(chapter)}
        </span>
        <span className="block text-xs text-soft">
          {facts}
          {chapter.access === 'locked' && chapter.freeAt && (
            <span className="text-accent">
              {facts && ' · '}
              <FreeSoon at={chapter.freeAt} />
            </span>
          )}
        </span>
      </span>
      <ChapterPrice chapter={chapter} />
    </>
  );
}

/** The progress in the chapter, as a line at the lower edge of its picture. */
function PartRead({ last: { page, offset }, pages }: { last: LastRead; pages: number }) {
  const share = Math.min(1, (page + offset) / Math.max(1, pages));
  return <span aria-hidden className="row-progress" style={{ scale: `${share} 1` }} />;
}

function ChapterPrice({ chapter }: { chapter: ChapterItem }) {
  const { coins } = useAssetNames();
  if (chapter.access === 'owned') return <span className="shrink-0 text-xs text-soft">已购</span>;
  if (chapter.opened?.by === 'pass') return <span className="shrink-0 text-xs text-accent">月卡</span>;
  if (chapter.opened) return <OpenUntil until={chapter.opened.until} />;
  if (chapter.access === 'free') {
    // A chapter that has become free stays so.
    const isFreeForNow = chapter.price > 0 && !(chapter.freeAt && Date.parse(chapter.freeAt) <= renderNow());
    return isFreeForNow ? <span className="shrink-0 text-xs text-warm">限免</span> : null;
  }
  return (
    <span className="flex shrink-0 items-center gap-1 text-sm text-soft">
      <LockIcon className="size-4" />
      <span className="sr-only">需购买：</span>
      {chapter.salePrice}
      <span className="sr-only"> {coins}</span>
    </span>
  );
}

/** The chapter is open to this reader until then. */
function OpenUntil({ until }: { until: string }) {
  const seconds = useSecondsLeft(until);
  return <span className="shrink-0 text-xs text-warm">等免 · 剩 {leftText(seconds)}</span>;
}
