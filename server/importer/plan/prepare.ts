import pLimit from 'p-limit';
import {
  findChaptersBySource,
  isNewSidecar,
  type KnownSource,
  listChaptersOfSeries,
  listFormerTitles,
  titleKey,
} from '../../modules/catalog/publishing/publishing.ts';
import { settleAll } from '../limits/settle-all.ts';
import { RECIPE } from '../pictures/page-recipe.ts';
import type { FingerprintCache } from '../read/fingerprint-cache.ts';
import type { SeriesSidecar } from '../sidecar/series-sidecar.ts';
import { type Outcome, refusedOutcome } from '../source/outcome.ts';
import type { FoundSource, MissedSource } from '../source/source.ts';
import { SourceError } from '../source/source-error.ts';
import { type ChangedTitles, findChangedTitles, titlesNow, underNewTitles } from './changed-titles.ts';
import { type FingerprintedSource, fingerprintSources } from './fingerprint-sources.ts';
import { type InspectedSource, inspectSource } from './inspect-source.ts';
import { type PlannedChapter, type PlanOptions, planChapters } from './plan.ts';

/** Chapters of one comic that stay as they are; settings are still applied to them. */
export type UnchangedComic = {
  series: string;
  nos: number[];
  sidecar: SeriesSidecar | undefined;
  /** Whether the sidecar differs from the one that was applied last. */
  isSidecarChanged: boolean;
  outcomes: Outcome[];
};

export type PreparedImport = {
  /** Chapters to make, by series and number. */
  tasks: PlannedChapter<InspectedSource>[];
  /** Outcomes that are known without making anything: unchanged and refused sources. */
  settled: Outcome[];
  /** By the id of the comic. */
  unchanged: Map<number, UnchangedComic>;
  renamed: ChangedTitles;
};

/** Opening an archive is many small waits for the disk. */
const OPENED_AT_ONCE = 4;

/** `series`: the one title that the operator gave for all sources. */
type Options = { series?: string | undefined };
type Titles = Required<Pick<PlanOptions, 'formerTitles'>> & Options;

/** Inspects every source and decides what becomes of it; writes nothing but the fingerprint cache. */
export async function prepareImport(
  sources: AsyncIterable<FoundSource | MissedSource>,
  cache: FingerprintCache,
  options: Options,
  signal: AbortSignal,
): Promise<PreparedImport> {
  const fingerprinted = await fingerprintSources(sources, cache, signal);
  const prepared: PreparedImport = {
    tasks: [],
    settled: fingerprinted.refused,
    unchanged: new Map(),
    renamed: new Map(),
  };
  const hashes = [...new Set(fingerprinted.sources.map(({ sha256 }) => sha256))];
  const known = await findChaptersBySource(cache.pool, hashes);
  if (options.series === undefined) {
    const knownBySha = Map.groupBy(known, ({ sha256 }) => sha256);
    prepared.renamed = await findChangedTitles(cache.pool, fingerprinted.sources, knownBySha);
  }
  const titles = { ...options, formerTitles: titlesNow(await listFormerTitles(cache.pool), known, prepared.renamed) };
  const { inspected, claimed } = await inspectChanged(fingerprinted.sources, known, titles, prepared, signal);
  await planInspected(cache, inspected, claimed, titles, prepared);
  return prepared;
}

/** Adds unchanged and refused sources to `prepared`; answers the others, and which source has claimed which chapter. */
async function inspectChanged(
  sources: FingerprintedSource[],
  known: KnownSource[],
  options: Titles,
  prepared: PreparedImport,
  signal: AbortSignal,
): Promise<{ inspected: InspectedSource[]; claimed: Map<string, string> }> {
  const bySha = Map.groupBy(underNewTitles(known, prepared.renamed), ({ sha256 }) => sha256);
  const claimed = new Map<string, string>();
  const inspected: InspectedSource[] = [];
  const opening = pLimit(OPENED_AT_ONCE);
  const results = await settleAll(
    sources.map(async (source) => {
      const chapter = bySha.get(source.sha256)?.find((each) => isUnchanged(source, each, options));
      return chapter ? { source, chapter } : opening(() => inspectSource(source, signal));
    }),
  );
  for (const result of results) {
    if ('chapter' in result) {
      const { source, chapter } = result;
      claimed.set(chapterKey(chapter), source.found.path);
      addUnchanged(prepared, source, chapter, []);
    } else if ('metadata' in result) inspected.push(result);
    else prepared.settled.push(result);
  }
  return { inspected, claimed };
}

/** The same bytes under the same name, made by this recipe: not even opened. */
function isUnchanged(source: FingerprintedSource, chapter: KnownSource, { series, formerTitles }: Titles): boolean {
  const named = series ?? source.sidecar?.title;
  const title = named === undefined ? undefined : (formerTitles.get(titleKey(named)) ?? named);
  return (
    chapter.sourceName === source.sourceName &&
    chapter.recipe === RECIPE &&
    (title === undefined || titleKey(title) === chapter.titleKey)
  );
}

async function planInspected(
  { pool }: FingerprintCache,
  inspected: InspectedSource[],
  claimed: ReadonlyMap<string, string>,
  { series, formerTitles }: Titles,
  prepared: PreparedImport,
): Promise<void> {
  if (inspected.length === 0) return;
  const options = { formerTitles, ...(series !== undefined && { series }) };
  // Only a plan knows the series of sources that name none, so a first one is made without the catalogue.
  const seriesKeys = new Set(planChapters(inspected, [], options).map((planned) => titleKey(planned.series)));
  const stored = await listChaptersOfSeries(pool, seriesKeys, prepared.renamed.keys());
  const chapters = underNewTitles(stored, prepared.renamed);
  const inCatalogue = new Map(chapters.map((chapter) => [chapterKey(chapter), chapter]));
  const known = chapters.map((chapter) => {
    const claimedBy = claimed.get(chapterKey(chapter));
    return claimedBy === undefined ? chapter : { ...chapter, claimedBy };
  });
  for (const planned of planChapters(inspected, known, options)) {
    const { candidate, no, warnings } = planned;
    const chapter = inCatalogue.get(chapterKey({ titleKey: titleKey(planned.series), no }));
    if (planned.action === 'conflict') prepared.settled.push(conflictOutcome(planned));
    else if (planned.action === 'unchanged' && chapter) {
      addUnchanged(prepared, candidate, chapter, warnings);
      prepared.settled.push(...planned.spares.map(conflictOutcome));
    } else prepared.tasks.push(planned);
  }
}

function chapterKey(chapter: { titleKey: string; no: number }): string {
  return `${chapter.titleKey}/${chapter.no}`;
}

/** Of a source whose number another one has. */
export function conflictOutcome({ candidate, series, no, warnings, reason }: PlannedChapter<InspectedSource>): Outcome {
  const outcome = refusedOutcome(candidate.path, new SourceError('conflict', reason ?? ''));
  return { ...outcome, series, no, warnings: [...candidate.warnings, ...warnings] };
}

function addUnchanged(
  prepared: PreparedImport,
  source: { found: FoundSource; sidecar: SeriesSidecar | undefined; warnings: string[] },
  chapter: KnownSource,
  warnings: string[],
): void {
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
  const empty: UnchangedComic = { series, nos: [], sidecar: undefined, isSidecarChanged: false, outcomes: [] };
  const comic = prepared.unchanged.get(comicId) ?? empty;
  comic.nos.push(no);
  comic.outcomes.push(outcome);
  comic.sidecar ??= sidecar;
  comic.isSidecarChanged ||= isNewSidecar(sidecar, chapter.sidecarSha256);
  prepared.unchanged.set(comicId, comic);
}
