import type { Db, Tx } from '../../core/db/db.ts';
import { dropUploads, listUploads, putUpload, type Upload } from './store.ts';

export type { Upload } from './store.ts';

/** How long an uploaded picture waits until it becomes part of something. */
const KEPT_MS = 24 * 3600 * 1000;

/** Keeps the files of an uploaded picture for a day, and forgets older ones. */
export async function addUpload(tx: Tx, { use, picture }: Upload, now: Date): Promise<void> {
  await dropUploads(tx, new Date(now.getTime() - KEPT_MS));
  await putUpload(tx, picture.source, use, JSON.stringify(picture), now);
}

/** The uploaded pictures whose files are kept. */
export function readUploads(db: Db, now: Date): Promise<Upload[]> {
  return listUploads(db, new Date(now.getTime() - KEPT_MS));
}

/** The keys of all files of an uploaded picture. */
export function keysOfUpload({ use, picture }: Upload): string[] {
  if (use === 'picture') return [picture.key, ...picture.variants.map(({ key }) => key), picture.source];
  return use === 'icon' ? Object.values(picture) : [picture.key, picture.source];
}
