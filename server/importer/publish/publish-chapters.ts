import pLimit from 'p-limit';
import { randomStoreKey, releaseFolders, titleKey } from '../../modules/catalog/publishing/publishing.ts';
import { byteBudget } from '../limits/byte-budget.ts';
import { pagesAtOnce } from '../limits/threads.ts';
import type { InspectedSource } from '../plan/inspect-source.ts';
import type { PlannedChapter } from '../plan/plan.ts';
import type { Outcome } from '../source/outcome.ts';
import type { SeriesInRun } from './chapter-folders.ts';
import type { PublishContext } from './publish-context.ts';
import { type Progress, publishFirstSound, type RunResources } from './publish-source.ts';
import { sweep } from './sweep.ts';

/**
 * Chapters whose pages are being made: enough to keep every core at work, and few enough to bound memory; and chapters under way, those
 * included that are made and wait to be published in their turn: no core waits with them.
 */
const HURRIED = { making: 3, chapters: 6 };
/** One after the other, which leaves readers a core and the disk between two of them; it takes a third longer. */
const UNHURRIED = { making: 1, chapters: 1 };
const PIXEL_BYTES_IN_FLIGHT = 256 * 1024 * 1024;
/** Two scans of 25 million pixels, or one of any size. */
const DECODING_BYTES_IN_FLIGHT = 144 * 1024 * 1024;

type Task = PlannedChapter<InspectedSource>;

/** A run that ended early, with the outcomes that it had until then. */
export class ImportInterrupted extends Error {
  readonly done: Outcome[];
  constructor(done: Outcome[], cause: unknown) {
    super('The import was interrupted', { cause });
    this.done = done;
  }
}

/**
 * Makes every planned chapter and publishes it in a transaction of its own; returns the outcome of each source. Throws
 * `ImportInterrupted` where the database is lost or `signal` aborts: what is published stays, nothing else is left behind.
 */
export async function publishAll(
  context: PublishContext,
  tasks: Task[],
  progress: Progress,
  signal: AbortSignal,
): Promise<Outcome[]> {
  const seriesOf = groupBySeries(tasks);
  const stop = new AbortController();
  const resources = runResources(context, progress, AbortSignal.any([signal, stop.signal]));
  const nextChange = turns();
  const chapters = pLimit(paceOf(context).chapters);
  const results = await Promise.allSettled(
    tasks.map((task) =>
      chapters(async () => {
        const turn = nextChange();
        try {
          resources.make.signal.throwIfAborted();
          const run = { series: seriesOf(task), previous: turn.previous };
          return await publishFirstSound(context, resources, task, run, progress);
        } catch (error) {
          stop.abort(error);
          throw error;
        } finally {
          turn.end();
        }
      }),
    ),
  );
  const done = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  const failed = results.find((result) => result.status === 'rejected');
  // Where the database is lost too, the next run sweeps.
  if (failed) await sweepComicFolders(context).catch(() => {});
  if (failed) throw new ImportInterrupted(done, failed.reason);
  await sweepComicFolders(context);
  return done;
}

function groupBySeries(tasks: Task[]): (task: Task) => SeriesInRun {
  const series = new Map<string, SeriesInRun>();
  const seriesOf = (task: Task) => {
    const key = titleKey(task.series);
    const found = series.get(key) ?? { comicKey: randomStoreKey(), nos: [] };
    series.set(key, found);
    return found;
  };
  for (const task of tasks) seriesOf(task).nos.push(task.no);
  return seriesOf;
}

const paceOf = ({ isUnhurried }: PublishContext) => (isUnhurried ? UNHURRIED : HURRIED);

function runResources(context: PublishContext, { onPage }: Progress, signal: AbortSignal): RunResources {
  const make = {
    storage: context.storage,
    slots: pLimit(pagesAtOnce()),
    pixels: byteBudget(PIXEL_BYTES_IN_FLIGHT),
    decoding: byteBudget(DECODING_BYTES_IN_FLIGHT),
    signal,
    onPage,
  };
  return { make, making: pLimit(paceOf(context).making) };
}

/** Lets work end one after the other, in the order in which the turns were taken. */
function turns() {
  let last = Promise.resolve();
  return () => {
    const previous = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    return { previous, end: resolve };
  };
}

/** Removes what nothing uses any more from the folders of the run's comics. */
async function sweepComicFolders({ pool, storage, comicFolders }: PublishContext): Promise<void> {
  const folders = [...comicFolders];
  await sweep(
    pool,
    storage,
    folders.flatMap(([folder, hasUnused]) => (hasUnused ? folder : [])),
  );
  await releaseFolders(
    pool,
    folders.map(([folder]) => folder),
  );
}
