import type pg from 'pg';
import type { ImageStore } from '../../adapters/image-store.ts';
import { forgetIntents, keysInFolder, listIntents } from '../../modules/catalog/store-files-store.ts';

/** Removes whatever no row of the catalogue names from these folders, then their notes. Answers how many files went. */
export async function sweep(pool: pg.Pool, store: ImageStore, prefixes: string[]): Promise<number> {
  let removed = 0;
  for (const prefix of prefixes) removed += await sweepFolder(pool, store, prefix);
  await forgetIntents(pool, prefixes);
  return removed;
}

/** Cleans up after an import that was killed. To be called by who holds the import lock. */
export async function sweepLeftovers(pool: pg.Pool, store: ImageStore): Promise<number> {
  const left = await listIntents(pool);
  return left.length > 0 ? sweep(pool, store, left) : 0;
}

export async function sweepFolder(pool: pg.Pool, store: ImageStore, prefix: string): Promise<number> {
  const [wanted, there] = [await keysInFolder(pool, prefix), await store.list(prefix)];
  const orphans = [...there.strays, ...[...there.keys.keys()].filter((key) => !wanted.has(key))];
  await store.remove(prefix, orphans);
  return orphans.length;
}
