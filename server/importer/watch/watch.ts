import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportOptions } from '../options.ts';
import { describeFailure } from '../publish/failures.ts';
import { ImportInterrupted } from '../publish/publish-chapters.ts';
import { type ImportContext, importSources, withImportLock } from '../run.ts';
import type { FoundSource, MissedSource } from '../source/source.ts';
import { type ChangeSignal, openChangeSignal } from './change-signal.ts';
import { PACE, type Pace } from './pace.ts';
import { SettledSources } from './settled-sources.ts';
import type { WatchReport } from './watch-report.ts';

/** Imports new files of the folders until `stop` aborts. */
export async function watchFolders(
  options: ImportOptions,
  context: ImportContext,
  stop: AbortSignal,
  report: WatchReport,
  pace = PACE,
): Promise<void> {
  const changes = await openChangeSignal(options, report, stop);
  report.watching(options.paths);
  const settled = new SettledSources(pace);
  try {
    while (!stop.aborted) {
      const missing = await missingFolders(options.paths);
      for (const path of missing) changes.reportMissing(path);
      const present = options.paths.filter((path) => !missing.includes(path));
      const found = await settled.find(present, stop, report.looked);
      // A watched folder that disappeared during the scan is reported as missing, not refused as unreadable.
      const gone = await missingFolders(present);
      const ready = found.ready.filter(({ path }) => !gone.includes(path));
      const isDone = ready.length === 0 || (await importReady(ready, options, context, report, stop));
      if (isDone) settled.markDone(ready);
      if (!isDone) await pause(pace.retry, stop);
      else if (found.isCopying) await pause(pace.look, stop);
      else await waitForChange(changes, options.paths, pace, stop);
    }
  } finally {
    await changes.close();
  }
  report.stopped();
}

/** There is no event when a watched folder disappears, so this is checked at intervals. */
async function waitForChange(changes: ChangeSignal, paths: string[], pace: Pace, stop: AbortSignal): Promise<void> {
  const until = performance.now() + (changes.isPolling() ? pace.poll : pace.anyway);
  while (!(await changes.wait(pace.poll)) && !stop.aborted && performance.now() < until) {
    if ((await missingFolders(paths)).length > 0) return;
  }
}

/** Paths that are no folders, or that can't be read now. */
export async function missingFolders(paths: string[]): Promise<string[]> {
  const found = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)));
  return paths.filter((_path, index) => !found[index]?.isDirectory());
}

/** Returns whether every source was imported or refused; false if all must be retried. */
async function importReady(
  ready: (FoundSource | MissedSource)[],
  options: ImportOptions,
  context: ImportContext,
  report: WatchReport,
  stop: AbortSignal,
): Promise<boolean> {
  const lost = new AbortController();
  const signal = AbortSignal.any([stop, lost.signal]);
  const startedAt = context.clock();
  const onStart = (totalPages: number) => {
    let pages = 0;
    return { onPage: () => report.made(++pages, totalPages), onChapter: report.outcome };
  };
  const loseLock = (error: Error) => lost.abort(error);
  try {
    const outcomes = await withImportLock(context, loseLock, signal, () =>
      importSources(oneByOne(ready, report), options, context, signal, onStart),
    );
    await report.done(outcomes, startedAt);
    return true;
  } catch (error) {
    if (stop.aborted) return false;
    const [cause, done] = error instanceof ImportInterrupted ? [error.cause, error.done] : [error, []];
    await report.failed(describeFailure(cause), done);
    return false;
  }
}

async function* oneByOne<T>(sources: T[], report: WatchReport): AsyncIterable<T> {
  for (const [index, source] of sources.entries()) {
    report.read(index, sources.length);
    yield source;
  }
}

async function pause(ms: number, stop: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: stop }).catch(() => {});
}
