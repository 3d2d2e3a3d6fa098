/** When a job was done last and when it failed last; null = not since the last call. */
export type JobRun = { name: string; doneAt: Date | null; failedAt: Date | null; failure: string | null };

/** Remembers the runs of jobs in memory, because some run every two seconds. A job saves them. */
export type JobRuns = {
  /** `error`: undefined if the job was done. */
  note(name: string, at: Date, error?: unknown): void;
  /** Returns the runs since the last call. */
  take(): JobRun[];
};

const LONGEST_FAILURE = 300;

export function createJobRuns(): JobRuns {
  const seen = new Map<string, JobRun>();
  return {
    note(name, at, error) {
      const run = seen.get(name) ?? { name, doneAt: null, failedAt: null, failure: null };
      const failure = error instanceof Error ? error.message : String(error);
      seen.set(
        name,
        error === undefined
          ? { ...run, doneAt: at }
          : { ...run, failedAt: at, failure: failure.slice(0, LONGEST_FAILURE) },
      );
    },
    take() {
      const taken = [...seen.values()];
      seen.clear();
      return taken;
    },
  };
}
