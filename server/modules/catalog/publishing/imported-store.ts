import { allRows, execute, type Tx } from '../../../core/db/db.ts';

/** A chapter that an import has published, by the path of its source. */
export type ImportedChapter = { path: string; comicId: number; result: 'new' | 'replaced'; actor: string };

/** An empty `uploadId`: an import from a folder. */
export const putImported = execute<
  [uploadId: string, path: string, comicId: number, result: ImportedChapter['result'], actor: string],
  Tx
>(
  'catalog.put-imported',
  `insert into catalog.imported (upload_id, path, comic_id, result, actor) values ($1, $2, $3, $4, $5)
   on conflict (upload_id, path) do update set comic_id = excluded.comic_id, actor = excluded.actor`,
);

export const takeImported = allRows<ImportedChapter, [uploadId: string], Tx>(
  'catalog.take-imported',
  `delete from catalog.imported where upload_id = $1 returning path, comic_id as "comicId", result, actor`,
);
