import type pg from 'pg';
import {
  basePrices,
  type ComicSettings,
  effectiveSettings,
  findComicToBe,
  findSetByHand,
  isNewSidecar,
  type KnownComic,
  listChapterPrices,
  type PricedChapter,
  type PriceSettings,
  type SetByHand,
  titleKey,
} from '../../modules/catalog/publishing/publishing.ts';
import type { SeriesSidecar } from '../sidecar/series-sidecar.ts';
import type { Outcome } from '../source/outcome.ts';
import type { InspectedSource } from './inspect-source.ts';
import type { PlannedChapter } from './plan.ts';
import { conflictOutcome, type PreparedImport } from './prepared-import.ts';

/** The outcomes that an import would have, with the resulting price of every chapter. */
export async function dryRun(
  pool: pg.Pool,
  prepared: PreparedImport,
  command: ComicSettings & { series?: string | undefined },
): Promise<Outcome[]> {
  const planned = prepared.tasks.flatMap((task) => {
    const seriesFrom = command.series === undefined ? task.candidate.metadata.seriesFrom : ' --series';
    return [{ ...plannedOutcome(task), ...(seriesFrom && { seriesFrom }) }, ...task.spares.map(conflictOutcome)];
  });
  const outcomes = [...prepared.settled, ...planned];
  const bySeries = Map.groupBy(
    outcomes.filter(({ result }) => result !== 'refused'),
    ({ series }) => titleKey(series ?? ''),
  );
  for (const [key, chapters] of bySeries) {
    const comic = await findComicToBe(pool, key, renamedTo(key, prepared));
    const known = underNewNumbers(await listChapterPrices(pool, comic), comic?.id, prepared);
    const comicNow = { comic, known, setByHand: await findSetByHand(pool, comic?.id) };
    const added = chapters.flatMap(({ no }) => (no === null ? [] : [{ no, ownPriceCoins: null }]));
    const rules = { priceCoins: comic?.priceCoins ?? 0, freeFirst: comic?.freeFirst ?? 0 };
    const prices = basePrices(rules, [...added, ...known], settingsInTurn(key, prepared, command, comicNow));
    for (const chapter of chapters) chapter.priceCoins = prices.get(chapter.no ?? Number.NaN) ?? 0;
  }
  return outcomes;
}

function underNewNumbers<T extends PricedChapter>(
  chapters: readonly T[],
  comicId: number | undefined,
  { renamedFiles }: PreparedImport,
): T[] {
  const files = renamedFiles.filter((each) => each.comicId === comicId).map(({ file }) => file);
  const numbers = new Map(files.map(({ no, newNo }) => [no, newNo]));
  return chapters.map((chapter) => ({ ...chapter, no: numbers.get(chapter.no) ?? chapter.no }));
}

/** The id of the comic that the import would rename to this title. */
function renamedTo(series: string, { renamed }: PreparedImport): number | undefined {
  return [...renamed].find(([, title]) => titleKey(title) === series)?.[0];
}

/**
 * The settings that an import would apply to a comic, in order: first those of its unchanged chapters, then those of each made
 * chapter.
 */
function settingsInTurn(
  series: string,
  { tasks, unchanged }: PreparedImport,
  command: ComicSettings,
  { comic, known, setByHand }: { comic: KnownComic | null; known: readonly PricedChapter[]; setByHand: SetByHand },
): PriceSettings[] {
  const isOfSeries = (each: { series: string }) => titleKey(each.series) === series;
  const imports: { sidecar: SeriesSidecar | undefined; no?: number }[] = [
    ...[...unchanged.values()].filter(isOfSeries).map(({ sidecar }) => ({ sidecar })),
    ...tasks.filter(isOfSeries).map(({ candidate, no }) => ({ sidecar: candidate.sidecar, no })),
  ];
  let sidecarSha256 = comic?.sidecarSha256 ?? null;
  const mergedSidecars = comic?.mergedSidecars ?? [];
  const stored = new Set(known.map((chapter) => chapter.no));
  return imports.map(({ sidecar, no }) => {
    const isNew = isNewSidecar(sidecar, { sidecarSha256, mergedSidecars });
    if (isNew) sidecarSha256 = sidecar?.sha256 ?? null;
    if (no !== undefined) stored.add(no);
    const settings = effectiveSettings({ command, sidecar }, isNew, setByHand, no);
    return { ...settings, chapters: new Map([...settings.chapters].filter(([each]) => stored.has(each))) };
  });
}

function plannedOutcome({ candidate, series, no, action, warnings }: PlannedChapter<InspectedSource>): Outcome {
  const result = action === 'new' ? 'new' : 'replaced';
  const all = [...candidate.warnings, ...warnings];
  const { path, pageCount, metadata } = candidate;
  const inSeriesFile = candidate.sidecar?.chapters.get(no)?.title;
  const titles = [...(inSeriesFile ? [{ title: inSeriesFile, from: 'series.yaml' }] : []), ...(metadata.titles ?? [])];
  const title = metadata.isTitleByHand ? metadata.title : (inSeriesFile ?? metadata.title);
  const titled = { title: title ?? '', titles };
  return { path, series, no, pages: pageCount, result, code: null, reason: null, warnings: all, ...titled };
}
