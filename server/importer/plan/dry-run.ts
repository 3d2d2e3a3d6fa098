import type pg from 'pg';
import { effectivePrices } from '../../modules/catalog/pricing/price-rule.ts';
import { findComic, type KnownComic, pricesOf } from '../../modules/catalog/publishing/import-store.ts';
import type { ComicSettings } from '../../modules/catalog/publishing/settings-store.ts';
import type { SeriesSidecar } from '../sidecar/series-sidecar.ts';
import type { Outcome } from '../source/outcome.ts';
import type { InspectedSource } from './inspect-source.ts';
import type { PlannedChapter } from './plan.ts';
import { conflictOutcome, type PreparedImport } from './prepare.ts';

/** The outcomes that an import would have, with the price of every chapter after it. */
export async function dryRun(pool: pg.Pool, prepared: PreparedImport, settings: ComicSettings): Promise<Outcome[]> {
  const planned = prepared.tasks.flatMap((task) => [plannedOutcome(task), ...task.spares.map(conflictOutcome)]);
  const outcomes = [...prepared.settled, ...planned];
  const bySeries = Map.groupBy(
    outcomes.filter(({ result }) => result !== 'refused'),
    ({ series }) => series ?? '',
  );
  for (const [series, chapters] of bySeries) {
    const comic = await findComic(pool, series);
    const known = comic === null ? [] : await pricesOf(pool, comic.id);
    const sidecar = sidecarOf(series, prepared);
    const ownPrices = ownPricesAfter(known, chapters, sidecar);
    const prices = effectivePrices(ownPrices, priceRules(settings, sidecar, comic));
    const priceOf = new Map(ownPrices.map(({ no }, index) => [no, prices[index] ?? 0]));
    for (const chapter of chapters) chapter.priceCoins = priceOf.get(chapter.no ?? Number.NaN) ?? 0;
  }
  return outcomes;
}

function sidecarOf(series: string, { tasks, unchanged }: PreparedImport): SeriesSidecar | undefined {
  return (
    tasks.find((task) => task.series === series)?.candidate.sidecar ??
    [...unchanged.values()].find((comic) => comic.series === series)?.sidecar
  );
}

type OwnPrice = { no: number; ownPriceCoins: number | null };

/** Prices set for single chapters: those of the catalogue, replaced by those of the sidecar. */
function ownPricesAfter(
  known: readonly OwnPrice[],
  chapters: readonly Outcome[],
  sidecar: SeriesSidecar | undefined,
): OwnPrice[] {
  const own = new Map(known.map(({ no, ownPriceCoins }) => [no, ownPriceCoins]));
  for (const { no } of chapters) if (no !== null && !own.has(no)) own.set(no, null);
  for (const [no, { priceCoins }] of sidecar?.chapters ?? []) {
    if (own.has(no) && priceCoins !== undefined) own.set(no, priceCoins);
  }
  return [...own].map(([no, ownPriceCoins]) => ({ no, ownPriceCoins }));
}

function priceRules(settings: ComicSettings, sidecar: SeriesSidecar | undefined, comic: KnownComic | null) {
  // A sidecar that was applied before is in the catalogue already, perhaps changed since.
  const isNew = sidecar !== undefined && sidecar.sha256 !== comic?.sidecarSha256;
  const fromSidecar = isNew ? sidecar.settings : {};
  return {
    priceCoins: settings.priceCoins ?? fromSidecar.priceCoins ?? comic?.priceCoins ?? 0,
    freeFirst: settings.freeFirst ?? fromSidecar.freeFirst ?? comic?.freeFirst ?? 0,
  };
}

function plannedOutcome({ candidate, series, no, action, warnings }: PlannedChapter<InspectedSource>): Outcome {
  const result = action === 'new' ? 'new' : 'replaced';
  const all = [...candidate.warnings, ...warnings];
  const { path, pageCount } = candidate;
  return { path, series, no, pages: pageCount, result, code: null, reason: null, warnings: all };
}
