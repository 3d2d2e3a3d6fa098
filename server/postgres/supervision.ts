/** Supervision of PostgreSQL until `end`, which waits for a running restart. */
export interface Supervision {
  end(): Promise<void>;
}

const LOOK_EVERY_MS = 400;

/** Calls `restart` whenever `isAlive` is false. A failed restart is logged and tried again at the next check. */
export function supervise(
  isAlive: () => boolean,
  restart: () => Promise<void>,
  onFailure: (error: unknown) => void,
): Supervision {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    if (running || isAlive()) return;
    running = restart()
      .catch(onFailure)
      .finally(() => {
        running = undefined;
      });
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    async end() {
      clearInterval(timer);
      await running;
    },
  };
}
