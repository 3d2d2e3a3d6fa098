import { countdownText } from './countdown-text.ts';
import { useMoment } from './use-moment.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

const DAY_SECONDS = 86_400;

export type LastDayClockProps = {
  until: string;
  onEnd?: (() => void) | undefined;
  className?: string;
  /** Shown at any other time. */
  before?: string;
};

/** The remaining time of a sale on its last day. `onEnd` is for callers that get no new answer at the end. */
export function LastDayClock({ until, onEnd, className, before }: LastDayClockProps) {
  useMoment(until, onEnd);
  const seconds = useSecondsLeft(until, DAY_SECONDS);
  if (seconds === 0 || seconds === DAY_SECONDS) return before ?? null;
  return <span className={className}>剩 {countdownText(seconds * 1000)}</span>;
}
