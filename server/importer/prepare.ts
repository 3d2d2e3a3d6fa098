import { basename, resolve } from 'node:path';
import type pg from 'pg';
import { chaptersOfSeries, findBySources, type KnownSource } from '../modules/catalog/import-store.ts';
import { titleKey } from '../modules/catalog/title-key.ts';
import { discover } from './discover.ts';
import { fingerprint } from './fingerprint.ts';
import { asUnfit } from './mishaps.ts';
import { open } from './open.ts';
import type { Outcome } from './outcome.ts';
import { RECIPE } from './page-recipe.ts';
import { type Candidate, type Planned, planImport } from './plan.ts';
import { type Found, type Metadata, Unfit } from './source.ts';

/** A source with all that its chapter needs but the pages. */
export type Looked = Candidate & { found: Found; metadata: Metadata; pageCount: number; warnings: string[] };

export type Prepared = {
  /** Chapters to make, by series and number. */
  tasks: Planned<Looked>[];
  /** Settled already: unchanged ones and refused ones. */
  settled: Outcome[];
  /** Chapters that are in as they are, by comic: what the operator says is still done to them. */
  unchanged: Map<number, number[]>;
};

type Hashed = { found: Found; sourceName: string; sha256: string };

/** Looks at everything the operator typed and decides what is to be done; changes nothing. */
export async function prepare(
  pool: pg.Pool,
  paths: string[],
  options: { series?: string },
  signal: AbortSignal,
): Promise<Prepared> {
  const prepared: Prepared = { tasks: [], settled: [], unchanged: new Map() };
  const hashed = await hashAll(paths, prepared, signal);
  const known = await knownSources(pool, hashed);
  const seen = new Map<string, string>();
  const looked: Looked[] = [];
  for (const source of hashed) {
    signal.throwIfAborted();
    const chapter = known.find((each) => isUnchanged(source, each, options));
    if (chapter) {
      seen.set(`${chapter.titleKey}/${chapter.no}`, source.found.path);
      keep(prepared, source.found.path, chapter, []);
    } else {
      const look = await lookInto(source, prepared);
      if (look) looked.push(look);
    }
  }
  await decide(pool, looked, seen, options, prepared);
  return prepared;
}

async function hashAll(paths: string[], prepared: Prepared, signal: AbortSignal): Promise<Hashed[]> {
  const hashed: Hashed[] = [];
  const names = new Set<string>();
  for await (const found of discover(paths)) {
    signal.throwIfAborted();
    // The same file typed twice, or by itself and by its folder.
    if (names.has(resolve(found.path))) continue;
    names.add(resolve(found.path));
    if (found.kind === 'missed') {
      prepared.settled.push(refusal(found.path, found.unfit));
      continue;
    }
    try {
      const sourceName = [...found.parents.slice(-1), basename(found.path)].join('/');
      hashed.push({ found, sourceName, sha256: (await fingerprint(found)).toString('hex') });
    } catch (error) {
      prepared.settled.push(refusal(found.path, unfitOf(error)));
    }
  }
  return hashed;
}

async function knownSources(pool: pg.Pool, hashed: Hashed[]): Promise<KnownSource[]> {
  return findBySources(pool, [...new Set(hashed.map((source) => source.sha256))]);
}

/** The same bytes under the same name, made by this recipe: not even opened. */
function isUnchanged(source: Hashed, chapter: KnownSource, options: { series?: string }): boolean {
  return (
    chapter.sha256 === source.sha256 &&
    chapter.sourceName === source.sourceName &&
    chapter.recipe === RECIPE &&
    (options.series === undefined || titleKey(options.series) === chapter.titleKey)
  );
}

async function lookInto(source: Hashed, prepared: Prepared): Promise<Looked | undefined> {
  try {
    const opened = await open(source.found);
    try {
      const { metadata, pages, warnings } = opened;
      return { ...source, path: source.found.path, metadata, pageCount: pages.length, warnings };
    } finally {
      await opened.close();
    }
  } catch (error) {
    prepared.settled.push(refusal(source.found.path, unfitOf(error)));
    return undefined;
  }
}

async function decide(
  pool: pg.Pool,
  looked: Looked[],
  seen: Map<string, string>,
  options: { series?: string },
  prepared: Prepared,
): Promise<void> {
  if (looked.length === 0) return;
  // Which series a source without one belongs to is the plan's to say, so it is asked once without the catalogue.
  const series = new Set(planImport(looked, [], options).map((each) => titleKey(each.series)));
  const chapters = await chaptersOfSeries(pool, [...series]);
  const known = chapters.map((chapter) => ({ ...chapter, seen: seen.get(`${chapter.titleKey}/${chapter.no}`) }));
  for (const planned of planImport(looked, known, options)) {
    const { candidate, no, warnings } = planned;
    const path = candidate.found.path;
    const chapter = chapters.find((each) => each.no === no && each.titleKey === titleKey(planned.series));
    if (planned.action === 'conflict') {
      const outcome = refusal(path, new Unfit('conflict', planned.reason ?? ''));
      prepared.settled.push({ ...outcome, series: planned.series, no, warnings });
    } else if (planned.action === 'unchanged' && chapter) {
      keep(prepared, path, chapter, warnings);
    } else {
      prepared.tasks.push(planned);
    }
  }
}

function keep(prepared: Prepared, path: string, chapter: KnownSource, warnings: string[]): void {
  const { series, no, pages, comicId } = chapter;
  prepared.settled.push({ path, series, no, pages, result: 'unchanged', code: null, reason: null, warnings });
  prepared.unchanged.set(comicId, [...(prepared.unchanged.get(comicId) ?? []), no]);
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
