import type pg from 'pg';
import type { ImageStorage } from '../../adapters/image-storage.ts';
import { keysInFolder, listDeclaredFolders, releaseFolders } from '../../modules/catalog/publishing/publishing.ts';

/** A warning: files that are not needed could not be removed. Their folders stay declared. */
export const LEFT_OVER = '多余的旧文件没有删掉，下一次导入时再删';

/**
 * Removes files from these folders that no row of the catalogue refers to, then releases the folders. Returns the number of
 * files.
 */
export async function sweep(pool: pg.Pool, storage: ImageStorage, prefixes: string[]): Promise<number> {
  let removed = 0;
  for (const prefix of prefixes) removed += await sweepFolder(pool, storage, prefix);
  await releaseFolders(pool, prefixes);
  return removed;
}

/** Cleans up after a killed import. Call it under the import lock. */
export async function sweepLeftovers(pool: pg.Pool, storage: ImageStorage): Promise<number> {
  const left = await listDeclaredFolders(pool);
  return left.length > 0 ? sweep(pool, storage, left) : 0;
}

export async function sweepFolder(pool: pg.Pool, storage: ImageStorage, prefix: string): Promise<number> {
  const [used, stored] = [await keysInFolder(pool, prefix), await storage.list(prefix)];
  const orphans = [...stored.strays, ...[...stored.keys.keys()].filter((key) => !used.has(key))];
  await storage.remove(prefix, orphans);
  return orphans.length;
}
