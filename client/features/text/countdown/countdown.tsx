import { countdownText } from './countdown-text.ts';
import { useMoment } from './use-moment.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

/** Counts down to a time by the server's clock. `onEnd` is for callers that get no new answer at the end. */
export function Countdown({ until, onEnd }: { until: string; onEnd?: () => void }) {
  useMoment(until, onEnd);
  const seconds = useSecondsLeft(until);
  return <span>{countdownText(seconds * 1000)}</span>;
}
