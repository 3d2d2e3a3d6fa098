import type { Pool } from 'pg';
import { transaction } from '../../core/db/db.ts';
import type { Staging } from './staging.ts';
import { UNUSED_DAYS } from './upload.ts';
import { dropUpload, listExpired, listIds } from './upload-store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const RECORD_DAYS = 30;

/** Deletes unfinished uploads that were left alone, and the files of uploads that are imported or deleted. */
export async function sweepUploads(pool: Pool, staging: Staging, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  // The folders first: the upload of a folder that is listed later may be too new for the list of ids.
  const folders = await staging.list();
  for (const { id } of await listExpired(pool, before(UNUSED_DAYS), before(RECORD_DAYS)))
    await transaction(pool, (tx) => dropUpload(tx, id));
  const alive = new Set((await listIds(pool)).map(({ id }) => id));
  for (const id of folders) if (!alive.has(id)) await staging.remove(id);
}
