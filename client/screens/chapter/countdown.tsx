import { useEffect, useState } from 'react';
import { countdownText } from './countdown-text.ts';

/** Counts down to a time, and says once when it has come. */
export function Countdown({ until, onEnd }: { until: string; onEnd: () => void }) {
  const [now, setNow] = useState(() => Date.now());
  const left = Date.parse(until) - now;
  const ended = left <= 0;
  useEffect(() => {
    if (ended) return onEnd();
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [ended, onEnd]);
  return <span>{countdownText(left)}</span>;
}
