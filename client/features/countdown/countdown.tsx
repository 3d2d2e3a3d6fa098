import { countdownText } from './countdown-text.ts';
import { useMoment } from './use-moment.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

/** Counts down to a time by the server's clock; says when it has come to who does not hear of it by a new answer. */
export function Countdown({ until, onEnd }: { until: string; onEnd?: () => void }) {
  useMoment(until, onEnd);
  const seconds = useSecondsLeft(until);
  return <span>{countdownText(seconds * 1000)}</span>;
}
