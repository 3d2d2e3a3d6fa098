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

/** A dictionary below this fits in besides the pixels that a run holds. */
const LARGE_DICTIONARY_BYTES = 32 * 1024 * 1024;

export type Progress = { onPage: () => void; onChapter: (outcome: Outcome) => void };

/** Shared by all chapters of a run. */
export type RunResources = {
  make: MakeResources;
  /** How many chapters are made at once. */
  making: LimitFunction;
};

/** What a chapter has to know of its run: the others of its series, and when those before it are published. */
export type ChapterInRun = { series: SeriesInRun; previous: Promise<void> };

/** Publishes a chapter from the first of its sources that isn't damaged; returns the outcome of each source. */
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

/** Choose folders, make, publish. A source that can't be used is refused; a lost database or the end of the run throws. */
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

/** A large dictionary is counted as pixels are: as long as it is there, fewer pages are drawn beside it. */
async function unpackLarge({ unpacking }: OpenedSource, { pixels, signal }: MakeResources): Promise<void> {
  if (unpacking === undefined || unpacking.bytes < LARGE_DICTIONARY_BYTES) return;
  const release = await pixels.take(unpacking.bytes);
  try {
    signal.throwIfAborted();
    await unpacking.finish();
  } finally {
    release();
  }
}
