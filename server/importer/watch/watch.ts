import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportOptions } from '../options.ts';
import { describeFailure } from '../publish/failures.ts';
import { ImportInterrupted } from '../publish/publish-chapters.ts';
import { chapterLine } from '../report.ts';
import { type ImportContext, importSources, withImportLock } from '../run.ts';
import type { Outcome } from '../source/outcome.ts';
import type { FoundSource, MissedSource } from '../source/source.ts';
import { type ChangeSignal, openChangeSignal } from './change-signal.ts';
import { PACE, type Pace } from './pace.ts';
import { SettledSources } from './settled-sources.ts';

/** Imports what is put into the folders, until `stop` aborts; answers the exit code. */
export async function watchFolders(
  options: ImportOptions,
  context: ImportContext,
  stop: AbortSignal,
  pace = PACE,
): Promise<number> {
  for (const path of await missingFolders(options.paths)) {
    context.stderr.write(`${path} 不是文件夹，或者打不开；--watch 只能守着文件夹。\n`);
    return 2;
  }
  const changes = await openChangeSignal(options, context, stop);
  context.stdout.write(`正在守着 ${options.paths.join('、')}：放进来的会自动导入，Ctrl-C 结束。\n`);
  const settled = new SettledSources(pace);
  try {
    while (!stop.aborted) {
      const missing = await missingFolders(options.paths);
      for (const path of missing) changes.reportMissing(path);
      const present = options.paths.filter((path) => !missing.includes(path));
      const found = await settled.find(present, stop);
      // A watched folder that went away during the look is reported as missing, not refused as unreadable.
      const gone = await missingFolders(present);
      const ready = found.ready.filter(({ path }) => !gone.includes(path));
      const isDone = ready.length === 0 || (await importReady(ready, options, context, stop));
      if (isDone) settled.markDone(ready);
      if (!isDone) await pause(pace.retry, stop);
      else if (found.isCopying) await pause(pace.look, stop);
      else await waitForChange(changes, options.paths, pace, stop);
    }
  } finally {
    await changes.close();
  }
  context.stdout.write('已停止守着文件夹，没有留下半成品。\n');
  return 0;
}

/** No event is sent for a watched folder that goes away as a whole, so that is checked in between. */
async function waitForChange(changes: ChangeSignal, paths: string[], pace: Pace, stop: AbortSignal): Promise<void> {
  const until = performance.now() + (changes.isPolling() ? pace.poll : pace.anyway);
  while (!(await changes.wait(pace.poll)) && !stop.aborted && performance.now() < until) {
    if ((await missingFolders(paths)).length > 0) return;
  }
}

/** Paths that are no folders, or can't be reached now. */
async function missingFolders(paths: string[]): Promise<string[]> {
  const found = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)));
  return paths.filter((_path, index) => !found[index]?.isDirectory());
}

/** Answers whether every source was imported or refused; false where all are to be tried again. */
async function importReady(
  ready: (FoundSource | MissedSource)[],
  options: ImportOptions,
  context: ImportContext,
  stop: AbortSignal,
): Promise<boolean> {
  const lost = new AbortController();
  const signal = AbortSignal.any([stop, lost.signal]);
  const progress = {
    onPage: () => {},
    onChapter: (outcome: Outcome) => {
      if (outcome.result !== 'unchanged') context.stdout.write(`${chapterLine(outcome)}\n`);
      for (const warning of outcome.warnings) context.stdout.write(`  注意：${warning}\n`);
    },
  };
  const loseLock = (error: Error) => lost.abort(error);
  try {
    await withImportLock(context, loseLock, signal, () =>
      importSources(oneByOne(ready), options, context, signal, () => progress),
    );
    return true;
  } catch (error) {
    if (stop.aborted) return false;
    const cause = error instanceof ImportInterrupted ? error.cause : error;
    context.stderr.write(`导入失败：${describeFailure(cause)}，稍后自动再试。\n`);
    return false;
  }
}

async function* oneByOne<T>(sources: T[]): AsyncIterable<T> {
  yield* sources;
}

async function pause(ms: number, stop: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: stop }).catch(() => {});
}
