import { transaction } from '../../core/db/db.ts';
import {
  addFormerTitle,
  followMovedRoot,
  followRenamedFiles,
  renameComics,
} from '../../modules/catalog/publishing/publishing.ts';
import type { PreparedImport } from '../plan/prepared-import.ts';
import { folderCopier } from './folder-copier.ts';
import type { PublishContext } from './publish-context.ts';
import { sweep } from './sweep.ts';

/** Renames comics and chapters like their folders and files, before anything is added to them. */
export async function followRenamed(
  context: PublishContext,
  { renamed, otherTitles, renamedFiles, movedRoots }: PreparedImport,
): Promise<void> {
  const { pool, storage, clock } = context;
  if (renamed.size > 0) await transaction(pool, (tx) => renameComics(tx, renamed, clock()));
  for (const [id, title] of otherTitles) await transaction(pool, (tx) => addFormerTitle(tx, id, title));
  for (const [from, to] of movedRoots) await transaction(pool, (tx) => followMovedRoot(tx, from, to));
  for (const [comicId, files] of Map.groupBy(renamedFiles, (each) => each.comicId)) {
    const { touched, copyFolder } = folderCopier(context, []);
    const moved = files.map(({ file }) => file);
    await transaction(pool, (tx) => followRenamedFiles(tx, comicId, moved, copyFolder, clock()));
    await sweep(pool, storage, touched);
  }
}
