import type { Pool } from 'pg';
import type { ImageStorage } from '../../adapters/image-storage.ts';
import { type CopyFolder, holdImportLock } from '../../modules/catalog/publishing/publishing.ts';
import { folderCopier } from './folder-copier.ts';
import { sweep } from './sweep.ts';

type Parts = { pool: Pool; storage: ImageStorage; clock: () => Date };
/** `signal` ends the waiting for a running import; `touched`: folders to sweep besides those that are copied. */
type Options = { signal: AbortSignal; onWait?(): void; touched?: readonly string[] };

/**
 * Passes a copier of folders to `work`, under the import lock: an import would sweep the files that are being copied. After
 * `work` has committed, removes replaced files.
 */
export async function withCopier<T>(
  { pool, storage, clock }: Parts,
  work: (copyFolder: NonNullable<CopyFolder>) => Promise<T>,
  { signal, onWait = () => {}, touched: touchedBefore = [] }: Options,
): Promise<T> {
  const release = await holdImportLock(pool, onWait, () => {}, signal);
  try {
    const { touched, copyFolder } = folderCopier({ pool, storage, clock }, [...touchedBefore]);
    try {
      return await work(copyFolder);
    } finally {
      await sweep(pool, storage, touched);
    }
  } finally {
    await release();
  }
}
