import type { ComicDetail } from '#contract/shapes';
import { ScreenLink } from '../../features/navigation/screen-link/screen-link.tsx';
import { lastDay } from '../../features/text/format/deadline-text.ts';
import { comicPath, passPath } from '../../paths.ts';
import { useClientState } from '../../state.ts';

/** The chapters that 月卡 opens, when the reader's ends or where to buy it. Nothing if it opens none, as in 未成年人模式. */
export function PassNote({ comic: { id, pass, chapters } }: { comic: ComicDetail }) {
  const teen = useClientState((state) => state.userInfo?.teen === true);
  if (!pass || teen || !chapters.some(({ access, opened }) => access === 'locked' || opened?.by === 'pass'))
    return null;
  const { afterDays, until, forSale } = pass;
  return (
    <p className="flex min-h-11 flex-wrap items-center gap-x-3 text-sm text-soft">
      月卡可读发布满 {afterDays} 天的话{until && `，你的月卡到 ${lastDay(until)}`}
      {forSale && (
        <ScreenLink to={passPath(comicPath(id))} className="inline-flex min-h-11 items-center text-accent">
          去开通
        </ScreenLink>
      )}
    </p>
  );
}
