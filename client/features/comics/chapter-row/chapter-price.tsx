import type { ChapterItem } from '#contract/shapes';
import { LockIcon } from '../../../../ui/screen-icons.tsx';
import { renderNow } from '../../../runtime/clock/server-clock.ts';
import { leftText } from '../../buying/chapters/left-text.ts';
import { useAssetNames } from '../../buying/chapters/use-asset-names.ts';
import { useSecondsLeft } from '../../text/countdown/use-seconds-left.ts';

/** The price of a chapter, or why the reader can open it without paying. */
export function ChapterPrice({ chapter }: { chapter: ChapterItem }) {
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
