import type pg from 'pg';
import { listDamagedChapters } from '../../modules/catalog/publishing/publishing.ts';
import { DECODER_VERSION } from '../pictures/page-recipe.ts';
import type { Outcome } from '../source/outcome.ts';

/** For a dry run: marks damaged chapters that a new decoder version would try again, and warns about the others. */
export async function previewRetries(pool: pg.Pool, outcomes: Outcome[], comicIds: number[]): Promise<void> {
  for (const { outcome, pages, decoders } of await findDamaged(pool, outcomes, comicIds)) {
    if (decoders === DECODER_VERSION) outcome.warnings.push(damageWarning(pages));
    else {
      outcome.result = 'replaced';
      outcome.warnings.push(`有 ${pages} 页损坏，会再解码一次`);
    }
  }
}

/** Warns about damaged pages in unchanged chapters. */
export async function warnAboutDamage(pool: pg.Pool, outcomes: Outcome[], comicIds: number[]): Promise<void> {
  for (const { outcome, pages } of await findDamaged(pool, outcomes, comicIds)) {
    outcome.warnings.push(damageWarning(pages));
  }
}

function damageWarning(pages: number): string {
  return `仍有 ${pages} 页损坏，请换一份完好的文件再导入`;
}

async function findDamaged(pool: pg.Pool, outcomes: Outcome[], comicIds: number[]) {
  const unchanged = new Map(
    outcomes.filter(({ result }) => result === 'unchanged').map((each) => [`${each.series}/${each.no}`, each]),
  );
  const damaged = await listDamagedChapters(pool, comicIds);
  return damaged.flatMap(({ series, no, ...damage }) => {
    const outcome = unchanged.get(`${series}/${no}`);
    return outcome === undefined ? [] : [{ outcome, ...damage }];
  });
}
