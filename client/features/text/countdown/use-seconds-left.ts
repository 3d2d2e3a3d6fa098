import { useSyncExternalStore } from 'react';
import { renderNow } from '../../../runtime/clock/server-clock.ts';

const watching = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all countdowns of a screen, so that they change at once. */
function watch(onTick: () => void): () => void {
  watching.add(onTick);
  timer ??= setInterval(() => {
    for (const each of watching) each();
  }, 1000);
  return () => {
    watching.delete(onTick);
    if (watching.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const noWatch = () => () => undefined;

/** Whole seconds until a time by the server's clock, updated each second: at most `most`, and 0 afterwards. */
export function useSecondsLeft(until: string, most: number = Number.POSITIVE_INFINITY): number {
  const left = () => Math.min(most, Math.max(0, Math.ceil((Date.parse(until) - renderNow()) / 1000)));
  return useSyncExternalStore(left() > 0 ? watch : noWatch, left, left);
}
