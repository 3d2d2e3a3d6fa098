import type pg from 'pg';
import type { ImageStore } from '../../adapters/image-store.ts';
import { keysInFolder, listDeclaredFolders, releaseFolders } from '../../modules/catalog/publishing/publishing.ts';

/** Removes files that no row of the catalogue refers to from these folders, then releases them; returns how many. */
export async function sweep(pool: pg.Pool, store: ImageStore, prefixes: string[]): Promise<number> {
  let removed = 0;
  for (const prefix of prefixes) removed += await sweepFolder(pool, store, prefix);
  await releaseFolders(pool, prefixes);
  return removed;
}

/** Cleans up after an import that was killed. To be called under the import lock. */
export async function sweepLeftovers(pool: pg.Pool, store: ImageStore): Promise<number> {
  const left = await listDeclaredFolders(pool);
  return left.length > 0 ? sweep(pool, store, left) : 0;
}

export async function sweepFolder(pool: pg.Pool, store: ImageStore, prefix: string): Promise<number> {
  const [used, stored] = [await keysInFolder(pool, prefix), await store.list(prefix)];
  const orphans = [...stored.strays, ...[...stored.keys.keys()].filter((key) => !used.has(key))];
  await store.remove(prefix, orphans);
  return orphans.length;
}
