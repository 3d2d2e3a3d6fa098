import { useEffect, useRef } from 'react';
import { serverNow } from '../../runtime/clock/server-clock.ts';

/** A timer that runs longer fires at once. */
const LONGEST_MS = 2_147_483_647;
/** Rather a little late than early: what is known of the server's clock may be off by half a second. */
const GRACE_MS = 600;
const FIRST_PAUSE_MS = 2000;
const TRIES = 5;

/**
 * Says that a time has come by the server's clock, at once when it is past. Where what hangs on it still names the same
 * time, it says so again a few times at growing intervals.
 */
export function useMoment(at: string, onCome: (() => void) | undefined) {
  const tell = useRef(onCome);
  tell.current = onCome;
  useEffect(() => {
    if (!tell.current) return;
    let timer: ReturnType<typeof setTimeout>;
    let tries = 0;
    const wait = (ms: number) => {
      timer = setTimeout(check, Math.min(ms, LONGEST_MS));
    };
    const check = () => {
      const left = Date.parse(at) + GRACE_MS - serverNow();
      if (left > 0) return wait(left);
      tell.current?.();
      tries += 1;
      if (tries < TRIES) wait(FIRST_PAUSE_MS * 2 ** (tries - 1));
    };
    check();
    return () => clearTimeout(timer);
  }, [at]);
}
