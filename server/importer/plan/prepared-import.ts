import { isNewSidecar, type KnownSource, type RenamedFile } from '../../modules/catalog/publishing/publishing.ts';
import type { SeriesSidecar } from '../sidecar/series-sidecar.ts';
import { type Outcome, refusedOutcome } from '../source/outcome.ts';
import type { FoundSource } from '../source/source.ts';
import { SourceError } from '../source/source-error.ts';
import type { ChangedTitles } from './changed-titles.ts';
import type { InspectedSource } from './inspect-source.ts';
import type { PlannedChapter } from './plan.ts';

/** Unchanged chapters of one comic. Settings are still applied to them. */
export type UnchangedComic = {
  series: string;
  nos: number[];
  sidecar: SeriesSidecar | undefined;
  /** Whether the sidecar differs from the one that was applied last. */
  isSidecarChanged: boolean;
  outcomes: Outcome[];
};

export type PreparedImport = {
  /** Chapters to make, sorted by series and number. */
  tasks: PlannedChapter<InspectedSource>[];
  /** Outcomes of unchanged and refused sources. */
  settled: Outcome[];
  /** By comic id. */
  unchanged: Map<number, UnchangedComic>;
  renamed: ChangedTitles;
  /** Chapters whose files were renamed, and the outcomes of those that are otherwise unchanged. */
  renamedFiles: RenamedFileOf[];
  /** New titles in files of comics whose title an operator has set, by comic id. */
  otherTitles: ChangedTitles;
  /** Former folders of sources, with their new paths. */
  movedRoots: ReadonlyMap<string, string>;
};

export type RenamedFileOf = {
  comicId: number;
  file: RenamedFile;
  /** The outcome to which a warning is added. */
  outcome?: Outcome | undefined;
  what?: '文件名' | '话数';
};

export function chapterKey(chapter: { titleKey: string; no: number }): string {
  return `${chapter.titleKey}/${chapter.no}`;
}

/** The outcome of a source whose number is in use. */
export function conflictOutcome({ candidate, series, no, warnings, reason }: PlannedChapter<InspectedSource>): Outcome {
  const outcome = refusedOutcome(candidate.path, new SourceError('conflict', reason ?? ''));
  return { ...outcome, series, no, warnings: [...candidate.warnings, ...warnings] };
}

/** Returns the outcome, to which the caller may add warnings. */
export function addUnchanged(
  prepared: PreparedImport,
  source: { found: FoundSource; sidecar: SeriesSidecar | undefined; warnings: string[] },
  chapter: KnownSource,
  warnings: string[],
): Outcome {
  const { series, no, pages, comicId } = chapter;
  const { sidecar, found } = source;
  const all = [...source.warnings, ...warnings];
  const outcome: Outcome = {
    path: found.path,
    series,
    no,
    pages,
    result: 'unchanged',
    code: null,
    reason: null,
    warnings: all,
  };
  prepared.settled.push(outcome);
  if (chapter.isLeftBehind) return outcome;
  const empty: UnchangedComic = { series, nos: [], sidecar: undefined, isSidecarChanged: false, outcomes: [] };
  const comic = prepared.unchanged.get(comicId) ?? empty;
  comic.nos.push(no);
  comic.outcomes.push(outcome);
  comic.sidecar ??= sidecar;
  comic.isSidecarChanged ||= isNewSidecar(sidecar, chapter);
  prepared.unchanged.set(comicId, comic);
  return outcome;
}
