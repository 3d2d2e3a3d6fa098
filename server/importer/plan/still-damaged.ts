import type pg from 'pg';
import { listDamaged } from '../../modules/catalog/damage-store.ts';
import { DECODERS } from '../pictures/page-recipe.ts';
import type { Outcome } from '../source/outcome.ts';

/** Tells in a rehearsal which damaged chapters other decoders would try again, and reminds of the rest. */
export async function foreseeRetries(pool: pg.Pool, outcomes: Outcome[], comicIds: number[]): Promise<void> {
  for (const { outcome, pages, decoders } of await damagedAmong(pool, outcomes, comicIds)) {
    if (decoders === DECODERS) outcome.warnings.push(stillDamaged(pages));
    else {
      outcome.result = 'replaced';
      outcome.warnings.push(`有 ${pages} 页损坏，会再解码一次`);
    }
  }
}

/** Reminds of damaged pages in chapters that have not changed. */
export async function tellDamaged(pool: pg.Pool, outcomes: Outcome[], comicIds: number[]): Promise<void> {
  for (const { outcome, pages } of await damagedAmong(pool, outcomes, comicIds)) {
    outcome.warnings.push(stillDamaged(pages));
  }
}

function stillDamaged(pages: number): string {
  return `仍有 ${pages} 页损坏，请换一份完好的文件再导入`;
}

async function damagedAmong(pool: pg.Pool, outcomes: Outcome[], comicIds: number[]) {
  if (comicIds.length === 0) return [];
  const unchanged = new Map(
    outcomes.filter(({ result }) => result === 'unchanged').map((each) => [`${each.series}/${each.no}`, each]),
  );
  const damaged = await listDamaged(pool, comicIds);
  return damaged.flatMap(({ series, no, ...damage }) => {
    const outcome = unchanged.get(`${series}/${no}`);
    return outcome === undefined ? [] : [{ outcome, ...damage }];
  });
}
