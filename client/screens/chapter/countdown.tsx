import { useEffect, useRef, useState } from 'react';
import { countdownText } from './countdown-text.ts';

/** Counts down to a time, and says once when it has come. */
export function Countdown({ until, onEnd }: { until: string; onEnd: () => void }) {
  const [now, setNow] = useState(() => Date.now());
  const left = Date.parse(until) - now;
  const ended = left <= 0;
  useEffect(() => {
    if (ended) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [ended]);
  // Once for each time: where this clock is ahead of the server's, asking again and again would help nobody.
  const told = useRef('');
  useEffect(() => {
    if (!ended || told.current === until) return;
    told.current = until;
    onEnd();
  }, [ended, until, onEnd]);
  return <span>{countdownText(left)}</span>;
}
