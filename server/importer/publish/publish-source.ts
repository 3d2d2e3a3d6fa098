import type { LimitFunction } from 'p-limit';
import { pagesFolder } from '../../modules/catalog/publishing/publishing.ts';
import { makeChapter } from '../make/make-chapter.ts';
import type { MakeResources } from '../make/make-resources.ts';
import type { InspectedSource } from '../plan/inspect-source.ts';
import type { PlannedChapter } from '../plan/plan.ts';
import { conflictOutcome } from '../plan/prepared-import.ts';
import { withSource } from '../read/with-source.ts';
import { type Outcome, refusedOutcome } from '../source/outcome.ts';
import type { OpenedSource } from '../source/source.ts';
import { toSourceError } from '../source/source-error.ts';
import {
  type ChapterFolders,
  chooseFolders,
  declarePagesFolder,
  discardChapter,
  type SeriesInRun,
} from './chapter-folders.ts';
import { isDatabaseLost } from './failures.ts';
import { publishChapter } from './publish-chapter.ts';
import type { PublishContext } from './publish-context.ts';

/** Unpacking a source (7z, RAR, PDF) takes memory. Less than this fits into memory beside the pixels of a run. */
const LARGE_UNPACKING_BYTES = 32 * 1024 * 1024;

export type Progress = { onPage: () => void; onChapter: (outcome: Outcome) => void };

/** Shared by all chapters of a run. */
export type RunResources = {
  make: MakeResources;
  /** Limits the chapters that are made at once. */
  making: LimitFunction;
};

/** The other chapters of its series in this run, and a promise for the publication of the previous ones. */
export type ChapterInRun = { series: SeriesInRun; previous: Promise<void> };

/** Publishes a chapter from its first undamaged source. Returns the outcome of each source. */
export async function publishFirstSound(
  context: PublishContext,
  resources: RunResources,
  task: PlannedChapter<InspectedSource>,
  run: ChapterInRun,
  progress: Progress,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let isPublished = false;
  for (const source of [task, ...task.spares]) {
    const outcome = isPublished ? conflictOutcome(source) : await publishSource(context, resources, source, run);
    if (!isPublished && outcome.result !== 'refused') {
      for (const { path } of outcomes) outcome.warnings.push(`代替了读不出的「${path}」`);
      isPublished = true;
    }
    progress.onChapter(outcome);
    outcomes.push(outcome);
  }
  return outcomes;
}

/**
 * Chooses folders, makes the pages and publishes. An unusable source is refused. Throws if the database is lost or the run
 * ends.
 */
async function publishSource(
  context: PublishContext,
  { make, making }: RunResources,
  task: PlannedChapter<InspectedSource>,
  { series, previous }: ChapterInRun,
): Promise<Outcome> {
  const { candidate, no } = task;
  const warnings = [...candidate.warnings, ...task.warnings];
  let folders: ChapterFolders | undefined;
  try {
    folders = await chooseFolders(context, task.series, no, series, candidate.sidecar);
    await declarePagesFolder(context, folders);
    const target = { folder: pagesFolder(folders), makesCover: folders.makesCover };
    const made = await making(async () => {
      make.signal.throwIfAborted();
      return withSource(candidate, context.scratch, make.signal, async (opened) => {
        await unpackLarge(opened, make);
        return makeChapter(opened, target, make);
      });
    });
    warnings.push(...made.warnings);
    await previous;
    make.signal.throwIfAborted();
    warnings.push(...(await publishChapter(context, folders, made, { ...candidate, series: task.series, no })));
    const result = task.action === 'new' ? 'new' : 'replaced';
    const pages = made.pages.length;
    return { path: candidate.path, series: task.series, no, pages, result, code: null, reason: null, warnings };
  } catch (error) {
    await previous;
    if (folders) await discardChapter(context, folders).catch(() => {});
    if (make.signal.aborted || isDatabaseLost(error)) throw error;
    return { ...refusedOutcome(candidate.path, toSourceError(error)), series: task.series, no, warnings };
  }
}

/** Large memory for unpacking counts as pixels: while it is in use, fewer pages are made. */
async function unpackLarge({ unpacking }: OpenedSource, { pixels, signal }: MakeResources): Promise<void> {
  if (unpacking === undefined || unpacking.bytes < LARGE_UNPACKING_BYTES) return;
  const release = await pixels.take(unpacking.bytes);
  try {
    signal.throwIfAborted();
    await unpacking.finish();
  } finally {
    release();
  }
}
