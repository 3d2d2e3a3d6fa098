import type pg from 'pg';
import { listDamaged } from '../modules/catalog/damage-store.ts';
import type { Outcome } from './outcome.ts';

/** Reminds of damaged pages in chapters that have not changed. */
export async function tellDamaged(pool: pg.Pool, outcomes: Outcome[], comicIds: number[]): Promise<void> {
  if (comicIds.length === 0) return;
  for (const { series, no, pages } of await listDamaged(pool, comicIds)) {
    const outcome = outcomes.find((each) => each.result === 'unchanged' && each.series === series && each.no === no);
    outcome?.warnings.push(`仍有 ${pages} 页损坏，请换一份完好的文件再导入`);
  }
}
