/** Something met while answering that says the site is set up wrongly or broken. */
export type Sighting = { what: string; times: number; detail: string };

/** Counts in memory, since what is seen may be seen with every call; a job writes the counts down. */
export type Sightings = {
  /** `detail` = an example, of which the latest is kept. It must not name a reader. */
  note(what: string, detail: string): void;
  /** What was noted since the last time. */
  take(): Sighting[];
};

const LONGEST_DETAIL = 200;

export function createSightings(): Sightings {
  const seen = new Map<string, Sighting>();
  return {
    note(what, detail) {
      seen.set(what, { what, times: (seen.get(what)?.times ?? 0) + 1, detail: detail.slice(0, LONGEST_DETAIL) });
    },
    take() {
      const taken = [...seen.values()];
      seen.clear();
      return taken;
    },
  };
}
