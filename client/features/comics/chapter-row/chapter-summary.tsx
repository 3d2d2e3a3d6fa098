import type { ChapterItem, LastRead } from '#contract/shapes';
import { LazyImage } from '../../pictures/lazy-image/lazy-image.tsx';
import { chapterTitle } from '../../reading/chapter-words/chapter-title.ts';
import { timeText } from '../../text/format/time-text.ts';
import { ChapterPrice } from './chapter-price.tsx';
import { FreeSoon } from './free-soon.tsx';

type ChapterSummaryProps = {
  chapter: ChapterItem;
  /** The reading position, if it is in this chapter. */
  last: LastRead | null;
  /** It is the chapter on the screen. */
  shown?: boolean;
  /** The date of publication, unless it is the same in all rows. */
  dated: boolean;
  downloaded: boolean;
  /** Shows no picture: makes the first render of a long list faster. */
  bare?: boolean;
};

/** A chapter in a list: its picture, its title, the reader's progress, and its price. */
export function ChapterSummary({ chapter, last, shown = false, dated, downloaded, bare = false }: ChapterSummaryProps) {
  const mark = shown ? '正在看' : last ? '上次读到' : chapter.read ? '已读' : null;
  const facts = [dated && timeText(chapter.publishedAt), mark, downloaded && '已下载'].filter(Boolean).join(' · ');
  const isStrong = shown || last !== null;
  return (
    <>
      {chapter.thumb && (
        // The picture is at most a quarter of the width: with the text size doubled, the title needs the space.
        <span className="ring-inside relative aspect-5/3 w-[min(5rem,25vw)] flex-none overflow-hidden rounded-md bg-sunken">
          {!bare && <LazyImage image={chapter.thumb} alt="" className="size-full object-cover" />}
          {last && !last.finished && <PartRead last={last} pages={chapter.pages} />}
        </span>
      )}
      <span className="min-w-0 flex-1">
        <span
          className={`line-clamp-2 text-[0.9375rem] leading-5.5 ${isStrong ? 'font-medium text-accent' : chapter.read ? 'text-soft' : ''}`}
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
  return (
    <span
      aria-hidden
      className="absolute inset-x-0 bottom-0 z-1 h-[3px] origin-left bg-accent"
      style={{ scale: `${share} 1` }}
    />
  );
}
