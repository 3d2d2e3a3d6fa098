/** Somebody looks after PostgreSQL until `end`, which waits for a restart under way. */
export interface Supervision {
  end(): Promise<void>;
}

const LOOK_EVERY_MS = 400;

/** Calls `restart` whenever `isAlive` says no. A failed restart is logged and tried again at the next look. */
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
