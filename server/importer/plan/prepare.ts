import { basename, resolve } from 'node:path';
import pLimit from 'p-limit';
import { chaptersOfSeries, findBySources, type KnownSource } from '../../modules/catalog/import-store.ts';
import { titleKey } from '../../modules/catalog/title-key.ts';
import { everyOne } from '../limits/settle-all.ts';
import { withSeries } from '../naming/folder-kinds.ts';
import { RECIPE } from '../pictures/page-recipe.ts';
import { fingerprintAll, type Memory } from '../read/fingerprint-cache.ts';
import { open } from '../read/open-source.ts';
import { type SeriesTold, tellSeries } from '../sidecar/series-sidecar.ts';
import type { Outcome } from '../source/outcome.ts';
import { type Found, type Metadata, type Missed, Unfit } from '../source/source.ts';
import { asUnfit } from '../source/source-error.ts';
import type { Candidate } from './candidate.ts';
import { type ChangedTitles, findChangedTitles, underNewTitles } from './changed-titles.ts';
import { type Planned, planImport } from './plan.ts';

/** A source with all that its chapter needs but the pages. */
export type Looked = Candidate & {
  found: Found;
  metadata: Metadata;
  pageCount: number;
  warnings: string[];
  told: SeriesTold | undefined;
};

/** Chapters of one comic that are in as they are: what the operator says is still done to them. */
export type Unchanged = {
  series: string;
  nos: number[];
  told: SeriesTold | undefined;
  /** Whether that is other than what was obeyed last. */
  isNews: boolean;
  outcomes: Outcome[];
};

export type Prepared = {
  /** Chapters to make, by series and number. */
  tasks: Planned<Looked>[];
  /** Settled already: unchanged ones and refused ones. */
  settled: Outcome[];
  /** By the id of the comic. */
  unchanged: Map<number, Unchanged>;
  renamed: ChangedTitles;
};

/** How many sources are looked at between two writes of what was read of them. */
const BATCH = 500;
/** Opening an archive is many small waits for the disk. */
const OPENED_AT_ONCE = 4;

type Hashed = { found: Found; sourceName: string; sha256: string; told: SeriesTold | undefined; warnings: string[] };
type Options = { series?: string | undefined };

/** Looks at everything the operator typed and decides what is to be done; changes nothing but the memory of what was read. */
export async function prepare(
  sources: AsyncIterable<Found | Missed>,
  memory: Memory,
  options: Options,
  signal: AbortSignal,
): Promise<Prepared> {
  const prepared: Prepared = { tasks: [], settled: [], unchanged: new Map(), renamed: new Map() };
  const hashed = await hashAll(sources, memory, prepared, signal);
  const known = await findBySources(memory.pool, [...new Set(hashed.map((source) => source.sha256))]);
  const asTheyAre = Map.groupBy(known, (chapter) => chapter.sha256);
  if (options.series === undefined) prepared.renamed = await findChangedTitles(memory.pool, hashed, asTheyAre);
  const bySha = Map.groupBy(underNewTitles(known, prepared.renamed), (chapter) => chapter.sha256);
  const seen = new Map<string, string>();
  const looked: Looked[] = [];
  const opening = pLimit(OPENED_AT_ONCE);
  const results = await everyOne(
    hashed.map(async (source) => {
      const chapter = bySha.get(source.sha256)?.find((each) => isUnchanged(source, each, options));
      return chapter ? { source, chapter } : opening(() => lookInto(source, signal));
    }),
  );
  for (const result of results) {
    if ('chapter' in result) {
      const { source, chapter } = result;
      seen.set(`${chapter.titleKey}/${chapter.no}`, source.found.path);
      keep(prepared, source, chapter, []);
    } else if ('metadata' in result) looked.push(result);
    else prepared.settled.push(result);
  }
  await decide(memory, looked, seen, options, prepared);
  return prepared;
}

async function hashAll(
  sources: AsyncIterable<Found | Missed>,
  memory: Memory,
  prepared: Prepared,
  signal: AbortSignal,
): Promise<Hashed[]> {
  const hashed: Hashed[] = [];
  const names = new Set<string>();
  const told = tellSeries();
  const toldAlready = new Set<SeriesTold>();
  let batch: Found[] = [];
  const read = async () => {
    for (const each of await fingerprintAll(batch, memory, signal)) {
      const { found } = each;
      if ('error' in each) {
        prepared.settled.push(refusal(found.path, unfitOf(each.error)));
        continue;
      }
      const said = await told(found.beside);
      found.seriesInfo = said?.info;
      // What is wrong with a series' files is told with the first of its chapters.
      const warnings = said && !toldAlready.has(said) ? said.warnings : [];
      if (said) toldAlready.add(said);
      const sourceName = [...withSeries(found.parents), basename(found.path)].join('/');
      hashed.push({ found, sourceName, sha256: each.sha256, told: said, warnings });
    }
    batch = [];
  };
  for await (const found of sources) {
    signal.throwIfAborted();
    // The same file typed twice, or by itself and by its folder.
    if (names.has(resolve(found.path))) continue;
    names.add(resolve(found.path));
    if (found.kind === 'missed') prepared.settled.push(refusal(found.path, found.unfit));
    else if (batch.push(found) === BATCH) await read();
  }
  await read();
  return hashed;
}

/** The same bytes under the same name, made by this recipe: not even opened. */
function isUnchanged(source: Hashed, chapter: KnownSource, options: Options): boolean {
  const series = options.series ?? source.told?.title;
  return (
    chapter.sourceName === source.sourceName &&
    chapter.recipe === RECIPE &&
    (series === undefined || titleKey(series) === chapter.titleKey)
  );
}

async function lookInto(source: Hashed, signal: AbortSignal): Promise<Looked | Outcome> {
  signal.throwIfAborted();
  const { found, told } = source;
  try {
    const opened = await open(found, undefined, signal);
    try {
      const metadata = { ...opened.metadata, series: told?.title ?? opened.metadata.series };
      const warnings = [...source.warnings, ...opened.warnings];
      return { ...source, path: found.path, metadata, pageCount: opened.pages.length, warnings };
    } finally {
      await opened.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    return { ...refusal(found.path, unfitOf(error)), warnings: source.warnings };
  }
}

async function decide(
  { pool }: Memory,
  looked: Looked[],
  seen: Map<string, string>,
  { series: said }: Options,
  prepared: Prepared,
): Promise<void> {
  if (looked.length === 0) return;
  const options = said === undefined ? {} : { series: said };
  // Which series a source without one belongs to is the plan's to say, so it is asked once without the catalogue.
  const series = new Set(planImport(looked, [], options).map((each) => titleKey(each.series)));
  const stored = await chaptersOfSeries(pool, [...series], [...prepared.renamed.keys()]);
  const chapters = underNewTitles(stored, prepared.renamed);
  const inCatalogue = new Map(chapters.map((chapter) => [`${chapter.titleKey}/${chapter.no}`, chapter]));
  const known = chapters.map((chapter) => {
    const path = seen.get(`${chapter.titleKey}/${chapter.no}`);
    return path === undefined ? chapter : { ...chapter, seen: path };
  });
  for (const planned of planImport(looked, known, options)) {
    const { candidate, no, warnings } = planned;
    const chapter = inCatalogue.get(`${titleKey(planned.series)}/${no}`);
    if (planned.action === 'conflict') prepared.settled.push(conflictOf(planned));
    else if (planned.action === 'unchanged' && chapter) {
      keep(prepared, candidate, chapter, warnings);
      prepared.settled.push(...planned.spares.map(conflictOf));
    } else prepared.tasks.push(planned);
  }
}

/** What is told of a source whose number another one has. */
export function conflictOf({ candidate, series, no, warnings, reason }: Planned<Looked>): Outcome {
  const outcome = refusal(candidate.path, new Unfit('conflict', reason ?? ''));
  return { ...outcome, series, no, warnings: [...candidate.warnings, ...warnings] };
}

function keep(
  prepared: Prepared,
  source: { found: Found; told: SeriesTold | undefined; warnings: string[] },
  chapter: KnownSource,
  warnings: string[],
): void {
  const { series, no, pages, comicId } = chapter;
  const all = [...source.warnings, ...warnings];
  const outcome: Outcome = {
    path: source.found.path,
    series,
    no,
    pages,
    result: 'unchanged',
    code: null,
    reason: null,
    warnings: all,
  };
  prepared.settled.push(outcome);
  const entry = prepared.unchanged.get(comicId) ?? { series, nos: [], told: undefined, isNews: false, outcomes: [] };
  entry.nos.push(no);
  entry.outcomes.push(outcome);
  entry.told ??= source.told;
  entry.isNews ||= source.told?.sha256 !== undefined && source.told.sha256 !== chapter.toldSha256;
  prepared.unchanged.set(comicId, entry);
}

export function refusal(path: string, unfit: Unfit): Outcome {
  const { code, message } = unfit;
  return { path, series: null, no: null, pages: 0, result: 'refused', code, reason: message, warnings: [] };
}

/** Whatever else goes wrong with one source is told with it and doesn't stop the others. */
export function unfitOf(error: unknown): Unfit {
  const detail = error instanceof Error ? error.message : String(error);
  return asUnfit(error) ?? new Unfit('unreadable', `意外的错误：${detail}`, { cause: error });
}
