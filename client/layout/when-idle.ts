/** Time without a touch, a key or a scroll. */
const QUIET_MS = 3000;
/** Not longer: the service worker must also be installed if the reader never stops. */
const WITHIN_MS = 20_000;
const INPUTS = ['pointerdown', 'keydown', 'scroll'] as const;

/** Starts work after a pause in the input, because loading code delays the response to an input. */
export function whenIdle(work: () => void) {
  const until = Date.now() + WITHIN_MS;
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(begin, Math.max(0, Math.min(QUIET_MS, until - Date.now())));
  };
  const begin = () => {
    for (const input of INPUTS) removeEventListener(input, wait, true);
    work();
  };
  for (const input of INPUTS) addEventListener(input, wait, { capture: true, passive: true });
  wait();
}
