/** A sign of a wrong setting or a fault that was seen while answering a request. */
export type OperatorEvent = { what: string; times: number; detail: string };

/** Counts events in memory, because an event may occur with every call. A job saves the counts. */
export type OperatorEvents = {
  /** `detail`: an example; the latest is kept. It must not identify a reader. */
  record(what: string, detail: string): void;
  /** Returns the events since the last call. */
  take(): OperatorEvent[];
};

const LONGEST_DETAIL = 200;

export function createOperatorEvents(): OperatorEvents {
  const seen = new Map<string, OperatorEvent>();
  return {
    record(what, detail) {
      seen.set(what, { what, times: (seen.get(what)?.times ?? 0) + 1, detail: detail.slice(0, LONGEST_DETAIL) });
    },
    take() {
      const taken = [...seen.values()];
      seen.clear();
      return taken;
    },
  };
}
