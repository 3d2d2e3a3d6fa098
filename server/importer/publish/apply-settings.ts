import { transaction } from '../../core/db/db.ts';
import {
  applySettings,
  comicFolder,
  findComicByTitle,
  hasSettings,
  isNewSidecar,
} from '../../modules/catalog/publishing/publishing.ts';
import type { PreparedImport, UnchangedComic } from '../plan/prepared-import.ts';
import { makeSidecarCover } from './covers.ts';
import { folderCopier } from './folder-copier.ts';
import type { PublishContext } from './publish-context.ts';
import { sweep } from './sweep.ts';

/** Applies the settings of the command and of sidecars to unchanged chapters, and notes it in their outcomes. */
export async function applySettingsToUnchanged(context: PublishContext, { unchanged }: PreparedImport): Promise<void> {
  for (const comic of unchanged.values()) {
    if (!hasSettings(context.settings) && !comic.isSidecarChanged) continue;
    const { updated, warnings } = await applyToComic(context, comic);
    comic.outcomes[0]?.warnings.push(...warnings);
    if (updated.length === 0) continue;
    for (const outcome of comic.outcomes) Object.assign(outcome, { result: 'updated', updated });
  }
}

/** Returns the changed fields, in Chinese. */
async function applyToComic(
  context: PublishContext,
  { series, nos, sidecar }: UnchangedComic,
): Promise<{ updated: string[]; warnings: string[] }> {
  const { pool, storage } = context;
  const { publishAt: at, ...command } = context.settings;
  const warnings: string[] = [];
  const comic = await findComicByTitle(pool, series);
  const changedSidecar = isNewSidecar(sidecar, comic) ? sidecar : undefined;
  if (!comic || (!changedSidecar && !hasSettings(context.settings))) return { updated: [], warnings };
  const folder = comicFolder(comic.storeKey);
  const cover = changedSidecar && (await makeSidecarCover(context, folder, changedSidecar, comic, warnings));
  const { touched, copyFolder } = folderCopier(context, cover ? [folder] : []);
  const publish = at && { nos, at };
  const changed = await transaction(pool, (tx) =>
    applySettings(tx, comic.id, { command, sidecar, publish, cover }, copyFolder, context.clock()),
  );
  await sweep(pool, storage, touched);
  const updated = [
    changed.prices ? '价格' : [],
    changed.facts ? '资料' : [],
    changed.publication ? '发布时间' : [],
    cover ? '封面' : [],
  ].flat();
  return { updated, warnings };
}
