import type pg from 'pg';
import { transaction } from '../../core/db.ts';
import { findComic, writeCover } from '../../modules/catalog/publishing/import-store.ts';
import {
  publishChapters,
  recordSidecar,
  repriceComic,
  updateChapterSettings,
  updateComicSettings,
} from '../../modules/catalog/publishing/settings-store.ts';
import { declareIntents } from '../../modules/catalog/publishing/store-files-store.ts';
import type { PreparedImport, UnchangedComic } from '../plan/prepare.ts';
import type { SeriesSidecar } from '../sidecar/series-sidecar.ts';
import { comicFolder, definedSettings } from './chapter-folders.ts';
import { makeSidecarCover } from './covers.ts';
import type { PublishContext } from './publish-context.ts';
import { sweep } from './sweep.ts';

/** Applies the settings of command and sidecars to chapters that stay as they are, and notes it in their outcomes. */
export async function applySettingsToUnchanged(context: PublishContext, { unchanged }: PreparedImport): Promise<void> {
  const hasSettings = Object.values(context.settings).some((value) => value !== undefined);
  for (const [comicId, comic] of unchanged) {
    if (!hasSettings && !comic.isSidecarChanged) continue;
    const { updated, warnings } = await applySettings(context, comicId, comic);
    comic.outcomes[0]?.warnings.push(...warnings);
    if (updated.length === 0) continue;
    for (const outcome of comic.outcomes) Object.assign(outcome, { result: 'updated', updated });
  }
}

/** Answers what has changed, in Chinese. */
async function applySettings(
  context: PublishContext,
  comicId: number,
  { series, nos, sidecar }: UnchangedComic,
): Promise<{ updated: string[]; warnings: string[] }> {
  const { pool, store, settings } = context;
  const touched: string[] = [];
  const updated: string[] = [];
  const warnings: string[] = [];
  const comic = await findComic(pool, series);
  const isSidecarChanged = sidecar?.sha256 !== undefined && comic?.sidecarSha256 !== sidecar.sha256;
  if (!comic || (!isSidecarChanged && Object.values(settings).every((value) => value === undefined))) {
    return { updated, warnings };
  }
  const folder = comicFolder({ comicKey: comic.storeKey });
  const cover = isSidecarChanged ? await makeSidecarCover(context, folder, sidecar, comic, warnings) : undefined;
  if (cover) touched.push(folder);
  await transaction(pool, async (client) => {
    const changed = await applyComicSettings(client, comicId, context, sidecar);
    const now = context.clock();
    const chapters = isSidecarChanged && (await updateChapterSettings(client, comicId, sidecar.chapters, now));
    if (changed.facts || chapters) updated.push('资料');
    if (settings.publishAt && (await publishChapters(client, comicId, nos, settings.publishAt))) {
      updated.push('发布时间');
    }
    if (cover) await writeCover(client, comicId, cover.cover, cover.source);
    if (cover) updated.push('封面');
    if (await repriceComic(client, comicId, pagesMover(context, touched))) updated.unshift('价格');
  });
  await sweep(pool, store, touched);
  return { updated, warnings };
}

/**
 * A sidecar is applied once, when it has changed, so that what was set elsewhere since then stays. The settings of the
 * command are applied each time and override it.
 */
export async function applyComicSettings(
  client: pg.PoolClient,
  comicId: number,
  context: PublishContext,
  sidecar: SeriesSidecar | undefined,
): Promise<{ isSidecarChanged: boolean; facts: boolean; prices: boolean }> {
  const isSidecarChanged = sidecar?.sha256 !== undefined && (await recordSidecar(client, comicId, sidecar.sha256));
  const settings = { ...(isSidecarChanged ? sidecar.settings : {}), ...definedSettings(context.settings) };
  const changed = await updateComicSettings(client, comicId, settings, context.clock());
  return { isSidecarChanged, ...changed };
}

/** Copies the pages of a chapter to another folder. Both are declared first; the caller sweeps them in the end. */
export function pagesMover({ pool, store, clock }: PublishContext, touched: string[]) {
  return async (from: string, to: string) => {
    await declareIntents(pool, [from, to], clock());
    touched.push(from, to);
    await store.copyFolder(from, to);
  };
}
