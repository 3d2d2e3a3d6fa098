import type pg from 'pg';
import { findComic, pricesOf } from '../../modules/catalog/import-store.ts';
import type { ComicOrders } from '../../modules/catalog/orders-store.ts';
import { effectivePrices } from '../../modules/catalog/price-rule.ts';
import type { Outcome } from '../source/outcome.ts';
import type { Planned } from './plan.ts';
import { conflictOf, type Looked, type Prepared } from './prepare.ts';

/** What an import would do to every source, with what each chapter would cost; `titles` are those of new chapters. */
export async function rehearse(pool: pg.Pool, prepared: Prepared, orders: ComicOrders): Promise<Outcome[]> {
  const planned = prepared.tasks.flatMap((task) => [outcomeOf(task), ...task.spares.map(conflictOf)]);
  const outcomes = [...prepared.settled, ...planned];
  const bySeries = Map.groupBy(
    outcomes.filter(({ result }) => result !== 'refused'),
    ({ series }) => series ?? '',
  );
  for (const [series, chapters] of bySeries) {
    const comic = await findComic(pool, series);
    const known = comic === null ? [] : await pricesOf(pool, comic.id);
    const told =
      prepared.tasks.find((task) => task.series === series)?.candidate.told ??
      [...prepared.unchanged.values()].find((kept) => kept.series === series)?.told;
    // What was told and obeyed before is in the catalogue already, perhaps changed since.
    const news = told !== undefined && told.sha256 !== comic?.toldSha256 ? told.orders : {};
    const own = new Map(known.map(({ no, ownPriceCoins }) => [no, ownPriceCoins]));
    for (const { no } of chapters) if (no !== null && !own.has(no)) own.set(no, null);
    for (const [no, { priceCoins }] of told?.chapters ?? []) {
      if (own.has(no) && priceCoins !== undefined) own.set(no, priceCoins);
    }
    const nos = [...own].map(([no, ownPriceCoins]) => ({ no, ownPriceCoins }));
    const prices = effectivePrices(nos, {
      priceCoins: orders.priceCoins ?? news.priceCoins ?? comic?.priceCoins ?? 0,
      freeFirst: orders.freeFirst ?? news.freeFirst ?? comic?.freeFirst ?? 0,
    });
    const priceOf = new Map(nos.map(({ no }, index) => [no, prices[index] ?? 0]));
    for (const chapter of chapters) chapter.priceCoins = priceOf.get(chapter.no ?? Number.NaN) ?? 0;
  }
  return outcomes;
}

function outcomeOf({ candidate, series, no, action, warnings }: Planned<Looked>): Outcome {
  const result = action === 'new' ? 'new' : 'replaced';
  const all = [...candidate.warnings, ...warnings];
  const { path, pageCount } = candidate;
  return { path, series, no, pages: pageCount, result, code: null, reason: null, warnings: all };
}
