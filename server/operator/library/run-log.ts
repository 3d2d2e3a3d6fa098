import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import type { Outcome } from '../../importer/source/outcome.ts';
import type { WatchReport } from '../../importer/watch/watch-report.ts';
import { type LastRun, type Progress, readLastRun, writeLastRun } from './last-run.ts';

/** The interval of log lines about a long step. */
const LINE_MS = 10_000;
/** The time left is estimated from the rate in this window, because other work on the machine varies. */
const PACE_MS = 60_000;
const SAID = {
  looking: 'looking into the library folders',
  reading: 'reading the comics of the library folders',
  making: 'making the pages of the library folders',
};

type Parts = {
  dataDir: string;
  folders: readonly string[];
  log: Logger;
  clock: () => Date;
  /** Records a failed import for the alerts. */
  noteFailure(reason: string, at: Date): Promise<void>;
};

/** Logs the actions of the watcher and saves the result of the run. A refused file is logged once for each reason. */
export async function openRunLog({ dataDir, folders, log, clock, noteFailure }: Parts): Promise<WatchReport> {
  const missing = new Set<string>();
  let last = (await readLastRun(dataDir)) ?? nothingYet(folders);
  let written = Promise.resolve();
  const keep = (run: Partial<LastRun>) => {
    last = { ...last, folders: [...folders], missing: [...missing], progress: null, ...run };
    written = written.catch(() => {}).then(() => writeLastRun(dataDir, last));
    return written;
  };
  const step = longSteps(
    (reached) => {
      const { step: name, done, of, leftSeconds } = reached;
      log.info(of === null ? { done } : { done, of, leftSeconds }, SAID[name]);
      // The import itself reports a full disk.
      keep({ progress: { ...reached, at: clock().toISOString() } }).catch(() => {});
    },
    () => clock().getTime(),
  );
  return {
    watching: () => log.info({ folders }, 'the library folders are watched'),
    missing(folder) {
      missing.add(folder);
      log.warn({ folder }, 'a library folder is not there; it is watched again when it is back');
    },
    polls: (reason) => log.warn({ reason }, 'the system no longer reports file changes; the folders are polled'),
    looked: (sources) => step('looking', sources),
    read: (sources, of) => step('reading', sources, of),
    made: (pages, of) => step('making', pages, of),
    outcome({ path, series, no, pages, result, reason, warnings }) {
      if (result === 'refused') {
        const isKnown = last.refusedFiles.some((each) => each.path === path && each.reason === reason);
        if (!isKnown) log.warn({ path, reason }, 'a comic was refused');
      } else if (result !== 'unchanged') log.info({ path, series, no, pages, result }, 'a comic was imported');
      if (result !== 'unchanged' && warnings.length > 0) log.warn({ path, warnings }, 'a comic is not as it should be');
    },
    async done(outcomes, startedAt) {
      for (const folder of missing) if (existsSync(folder)) missing.delete(folder);
      const times = { startedAt: startedAt.toISOString(), endedAt: clock().toISOString() };
      const refusedFiles = stillRefused(last.refusedFiles, outcomes, times.endedAt);
      const counts = countsOf(outcomes);
      await keep({ ...times, ...counts, failure: null, refusedFiles });
      if (counts.new + counts.replaced + counts.updated > 0) log.info(counts, 'the library folders were imported');
    },
    async failed(reason, outcomes) {
      if (last.failure !== reason) log.warn({ reason }, 'an import from the library folders failed; it is tried again');
      await keep({ ...countsOf(outcomes), failure: reason, endedAt: clock().toISOString() });
      // The database may be the cause.
      await noteFailure(reason, clock()).catch((error) => log.warn({ err: error }, 'a failed import was not noted'));
    },
    stopped: () => log.info('the library folders are watched no more'),
  };
}

function nothingYet(folders: readonly string[]): LastRun {
  const never = new Date(0).toISOString();
  const times = { startedAt: never, endedAt: never };
  return {
    folders: [...folders],
    missing: [],
    ...times,
    ...countsOf([]),
    failure: null,
    progress: null,
    refusedFiles: [],
  };
}

function countsOf(outcomes: readonly Outcome[]) {
  const counts = { new: 0, replaced: 0, updated: 0, unchanged: 0, refused: 0 };
  for (const { result } of outcomes) counts[result]++;
  return counts;
}

/** Earlier refused files that still exist and were not imported, and those of this run. */
export function stillRefused(
  before: LastRun['refusedFiles'],
  outcomes: readonly Outcome[],
  now: string,
): LastRun['refusedFiles'] {
  const refused = new Map(before.map((each) => [each.path, each]));
  for (const { path, result, reason } of outcomes) {
    const known = refused.get(path);
    if (result !== 'refused') refused.delete(path);
    else if (known?.reason !== reason) refused.set(path, { path, reason: reason ?? '', since: now });
  }
  return [...refused.values()].filter(({ path }) => existsSync(path));
}

/** Reports a long step now and then, with the seconds left if they can be estimated. */
export function longSteps(report: (reached: Omit<Progress, 'at'>) => void, now: () => number) {
  let name: Progress['step'] | undefined;
  let reached = 0;
  /** The progress at the last report, and at the beginning of the window of the rate. */
  let marks: { at: number; done: number }[] = [];
  return (step: Progress['step'], done: number, of: number | null = null): void => {
    const at = now();
    // The count restarts: another step, or the next run of the same step.
    if (step !== name || done < reached) marks = [];
    [name, reached] = [step, done];
    const reportedAt = marks.at(-1)?.at;
    if (reportedAt !== undefined && at - reportedAt < LINE_MS) return;
    marks = [...marks.filter((mark) => at - mark.at <= PACE_MS || mark === marks.at(-1)), { at, done }];
    if (reportedAt === undefined) return;
    const since = marks[0] ?? { at, done };
    const leftMs = ((at - since.at) * ((of ?? done) - done)) / (done - since.done);
    report({ step, done, of, leftSeconds: of === null || !Number.isFinite(leftMs) ? null : Math.round(leftMs / 1000) });
  };
}
