import { useEffect } from 'react';
import { system } from '#contract/console/system';
import { queryClient } from '../runtime/queries.ts';

const LOOK_EVERY_MS = 1500;

/** Fetches the page again while a task runs. */
export function useLookWhileRunning(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => void queryClient.invalidateQueries({ queryKey: [system.path] }), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
}
