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
import { LEFT_OVER, sweep } from './sweep.ts';

/**
 * `making`: chapters whose pages are made at the same time, enough to use all cores, few enough to limit memory. `chapters`
 * also counts chapters that wait to be published in order; they use no core.
 */
const HURRIED = { making: 3, chapters: 6 };
/** One after the other: leaves readers a core, and the disk between two chapters. Takes a third longer. */
const UNHURRIED = { making: 1, chapters: 1 };
const PIXEL_BYTES_IN_FLIGHT = 256 * 1024 * 1024;
/** Two scans of 25 million pixels, or one of any size. */
const DECODING_BYTES_IN_FLIGHT = 144 * 1024 * 1024;

type Task = PlannedChapter<InspectedSource>;

/** A run that ended early, with the outcomes so far. */
export class ImportInterrupted extends Error {
  readonly done: Outcome[];
  constructor(done: Outcome[], cause: unknown) {
    super('The import was interrupted', { cause });
    this.done = done;
  }
}

/**
 * Makes every planned chapter and publishes each in its own transaction. Returns the outcome of each source. Throws
 * `ImportInterrupted` if the database is lost or `signal` aborts: published chapters stay, and nothing else is left behind.
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
  const nextChange = createOrder();
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
  // If this fails, the next run cleans up.
  const isSwept = await sweepComicFolders(context).then(
    () => true,
    () => false,
  );
  if (failed) throw new ImportInterrupted(done, failed.reason);
  if (!isSwept) done.at(-1)?.warnings.push(LEFT_OVER);
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

/** Makes jobs end in the order in which they began: each gets a promise for the end of the previous job. */
function createOrder() {
  let last = Promise.resolve();
  return () => {
    const previous = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    return { previous, end: resolve };
  };
}

/** Removes unused files from the folders of the run's comics. */
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
