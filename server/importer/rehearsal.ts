import type pg from 'pg';
import { findComic, pricesOf } from '../modules/catalog/import-store.ts';
import type { ComicOrders } from '../modules/catalog/orders-store.ts';
import { effectivePrices } from '../modules/catalog/price-rule.ts';
import type { Outcome } from './outcome.ts';
import type { Planned } from './plan.ts';
import { conflictOf, type Looked, type Prepared } from './prepare.ts';
import { resultOf } from './report.ts';

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

/** The same as a tree for people: series, their chapters, and what each comes from. */
export function tree(outcomes: readonly Outcome[]): string {
  const lines: string[] = [];
  const bySeries = Map.groupBy(outcomes, ({ series }) => series);
  for (const [series, sources] of bySeries) {
    if (series === null) continue;
    const chapters = [...Map.groupBy(sources, ({ no }) => no ?? 0)].sort(([a], [b]) => a - b);
    lines.push(`《${series}》`);
    for (const [index, [no, from]] of chapters.entries()) {
      const isLast = index === chapters.length - 1;
      lines.push(`${isLast ? '└─' : '├─'} 第 ${no} 话`);
      for (const [at, source] of from.entries()) {
        const [stem, end] = [isLast ? '   ' : '│  ', at === from.length - 1 ? '└─' : '├─'];
        lines.push(`${stem}${end} ${sourceLine(source)}`);
        const under = `${stem}${at === from.length - 1 ? '   ' : '│  '}`;
        lines.push(...source.warnings.map((warning) => `${under}注意：${warning}`));
      }
    }
  }
  const homeless = bySeries.get(null) ?? [];
  if (homeless.length > 0) lines.push('不能导入');
  for (const [index, source] of homeless.entries()) {
    lines.push(`${index === homeless.length - 1 ? '└─' : '├─'} ${sourceLine(source)}`);
  }
  return lines.map((line) => `${line}\n`).join('');
}

function sourceLine(source: Outcome): string {
  if (source.reason !== null) return `${source.path} · ${resultOf(source)}：${source.reason}`;
  const price = source.priceCoins ? `${source.priceCoins} 漫币` : '免费';
  return `${source.path} · ${source.pages} 页 · ${price} · ${resultOf(source)}`;
}
