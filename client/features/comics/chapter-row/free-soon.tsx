import { countdownText } from '../../text/countdown/countdown-text.ts';
import { useSecondsLeft } from '../../text/countdown/use-seconds-left.ts';
import { momentText } from '../../text/format/time-text.ts';

const DAY_SECONDS = 86_400;

/** When a chapter becomes free: the day, and on the last day a countdown. */
export function FreeSoon({ at }: { at: string }) {
  const seconds = useSecondsLeft(at, DAY_SECONDS);
  return <>{seconds < DAY_SECONDS ? `${countdownText(seconds * 1000)} 后免费` : `${momentText(at)} 起免费`}</>;
}
