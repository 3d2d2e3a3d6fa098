import type { ComicCard, ComicDetail } from '#contract/shapes';
import { runningSale } from '../../features/comics/comic-card/comic-words.ts';
import { countdownText } from '../../features/text/countdown/countdown-text.ts';
import { useSecondsLeft } from '../../features/text/countdown/use-seconds-left.ts';
import { deadlineText } from '../../features/text/format/deadline-text.ts';
import { useClientState } from '../../state.ts';
import { lockedCount } from './buying/locked-count.ts';

const DAY_SECONDS = 86_400;

/** The sale of a comic and its end, shown once for all its chapters; nothing for a discount that this reader can't use. */
export function SaleNote({ comic }: { comic: ComicDetail }) {
  const teen = useClientState((state) => state.userInfo?.teen === true);
  const running = runningSale(comic.sale);
  if (!running || (running.percent > 0 && (teen || lockedCount(comic) === 0))) return null;
  return <Running percent={running.percent} endsAt={running.endsAt} />;
}

function Running({ percent, endsAt }: NonNullable<ComicCard['sale']>) {
  const seconds = useSecondsLeft(endsAt, DAY_SECONDS);
  const left = seconds < DAY_SECONDS ? `剩 ${countdownText(seconds * 1000)}` : deadlineText(endsAt).text;
  return (
    <p className="py-2 text-sm text-warm">
      {percent === 0 ? `限时免费 · ${left}` : `限时 ${percent / 10} 折 · ${left}（已按折后价显示）`}
    </p>
  );
}
