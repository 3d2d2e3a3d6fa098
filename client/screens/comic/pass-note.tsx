import type { ComicDetail } from '#contract/shapes';
import { lastDay } from '../../features/text/format/deadline-text.ts';

/** Which chapters 月卡 opens, and when the reader's ends. Nothing if there is none to open. */
export function PassNote({ comic: { pass, chapters } }: { comic: ComicDetail }) {
  if (!pass || !chapters.some(({ access, opened }) => access === 'locked' || opened?.by === 'pass')) return null;
  const { afterDays, until } = pass;
  return (
    <p className="py-2 text-sm text-accent">
      月卡可读发布满 {afterDays} 天的话{until && `，你的月卡到 ${lastDay(until)}`}
    </p>
  );
}
