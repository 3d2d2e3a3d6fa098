import { useEffect, useRef } from 'react';
import { serverNow } from '../../../runtime/clock/server-clock.ts';

/** A timer that runs longer fires at once. */
const LONGEST_MS = 2_147_483_647;
/** Slightly late, because the estimate of the server's clock may be off by half a second. */
const GRACE_MS = 600;
const FIRST_PAUSE_MS = 2000;
const TRIES = 5;

/**
 * Calls back at a time by the server's clock, at once if it is past. While the same time is given, it calls back a few more times
 * at growing intervals, in case the server's answer had not changed yet.
 */
export function useMoment(at: string, onCome: (() => void) | undefined) {
  const latestOnCome = useRef(onCome);
  latestOnCome.current = onCome;
  useEffect(() => {
    if (!latestOnCome.current) return;
    let timer: ReturnType<typeof setTimeout>;
    let tries = 0;
    const wait = (ms: number) => {
      timer = setTimeout(check, Math.min(ms, LONGEST_MS));
    };
    const check = () => {
      const left = Date.parse(at) + GRACE_MS - serverNow();
      if (left > 0) return wait(left);
      latestOnCome.current?.();
      tries += 1;
      if (tries < TRIES) wait(FIRST_PAUSE_MS * 2 ** (tries - 1));
    };
    check();
    return () => clearTimeout(timer);
  }, [at]);
}
