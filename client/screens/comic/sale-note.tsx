import type { ComicCard, ComicDetail } from '#contract/shapes';
import { countdownText } from '../../features/text/countdown/countdown-text.ts';
import { useSecondsLeft } from '../../features/text/countdown/use-seconds-left.ts';
import { deadlineText } from '../../features/text/format/deadline-text.ts';
import { useUsableSale } from './use-usable-sale.ts';

const DAY_SECONDS = 86_400;

/** The sale of a comic and its end, shown once for all its chapters. */
export function SaleNote({ comic }: { comic: ComicDetail }) {
  const usable = useUsableSale(comic);
  return usable && <Running percent={usable.percent} endsAt={usable.endsAt} />;
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
