import type pg from 'pg';
import { transaction } from '../../core/db.ts';
import type { StoredImage } from '../../modules/catalog/pictures/stored-images.ts';
import { noteDamage } from '../../modules/catalog/publishing/damage-store.ts';
import {
  findComic,
  type KnownComic,
  type KnownPrice,
  pricesOf,
  writeChapter,
  writeComic,
  writeCover,
} from '../../modules/catalog/publishing/import-store.ts';
import { repriceComic, updateChapterSettings } from '../../modules/catalog/publishing/settings-store.ts';
import { declareIntents, forgetIntents } from '../../modules/catalog/publishing/store-files-store.ts';
import { type MadeChapter, putImage } from '../make/make-chapter.ts';
import { RECIPE } from '../pictures/page-recipe.ts';
import type { SeriesSidecar } from '../sidecar/series-sidecar.ts';
import type { Metadata } from '../source/source.ts';
import { applyComicSettings, pagesMover } from './apply-settings.ts';
import { type ChapterFolders, comicFolder, pagesFolder } from './chapter-folders.ts';
import { makeCover, type NewCover } from './covers.ts';
import type { PublishContext } from './publish-context.ts';
import { sweep } from './sweep.ts';

/** What a chapter was made from. */
export type ChapterSource = {
  series: string;
  no: number;
  sha256: string;
  sourceName: string;
  metadata: Metadata;
  sidecar: SeriesSidecar | undefined;
};

/** The small pictures of a chapter, and a new cover of its comic where there is one. */
type StoredSmallImages = { thumb: StoredImage; preview: StoredImage; cover: NewCover | undefined };

/** The comic as it was before, and the chapter that is replaced. */
type PreviousState = { comic: KnownComic | null; replaced: KnownPrice | undefined; isLowest: boolean };

/**
 * Publishes a made chapter in one transaction, and then removes the files that it replaced. Answers warnings, each a
 * Chinese sentence.
 */
export async function publishChapter(
  context: PublishContext,
  folders: ChapterFolders,
  made: MadeChapter,
  source: ChapterSource,
): Promise<string[]> {
  const { pool, store } = context;
  const now = context.clock();
  const previous = await findPrevious(pool, source);
  const folder = comicFolder(folders);
  const touched = [pagesFolder(folders)];
  if (previous.replaced) touched.push(pagesFolder({ ...previous.replaced, chapterKey: previous.replaced.storeKey }));
  await declareIntents(pool, [folder, ...touched], now);
  context.comicFolders.set(folder, context.comicFolders.get(folder) === true || previous.replaced !== undefined);

  const warnings: string[] = [];
  const images = await storeSmallImages(context, folder, made, source, previous, warnings);
  await transaction(pool, (client) => writeAll(client, context, folders, made, source, images, touched, now));

  if (images.cover !== undefined && previous.comic?.hasCover === true) context.comicFolders.set(folder, true);
  if (touched.length > 1) await sweep(pool, store, touched);
  else await forgetIntents(pool, touched);
  return warnings;
}

async function findPrevious(pool: pg.Pool, { series, no }: ChapterSource): Promise<PreviousState> {
  const comic = await findComic(pool, series);
  const known = comic === null ? [] : await pricesOf(pool, comic.id, { no, first: 1 });
  const replaced = known.find((chapter) => chapter.no === no);
  return { comic, replaced, isLowest: !known.some((chapter) => chapter.no < no) };
}

async function storeSmallImages(
  context: PublishContext,
  folder: string,
  made: MadeChapter,
  { sidecar }: ChapterSource,
  { comic, isLowest }: PreviousState,
  warnings: string[],
): Promise<StoredSmallImages> {
  const { store } = context;
  const thumb = await putImage(store, folder, made.thumb);
  const preview = await putImage(store, folder, made.preview);
  const cover = await makeCover(context, folder, made, { sidecar, isLowest }, comic, warnings);
  await store.settle(folder);
  return { thumb, preview, cover };
}

async function writeAll(
  client: pg.PoolClient,
  context: PublishContext,
  folders: ChapterFolders,
  made: MadeChapter,
  { series, no, sha256, sourceName, metadata, sidecar }: ChapterSource,
  { thumb, preview, cover }: StoredSmallImages,
  touched: string[],
  now: Date,
): Promise<void> {
  const { publishAt } = context.settings;
  const comicId = await writeComic(client, { title: series, storeKey: folders.comicKey, facts: metadata, now });
  const changed = await applyComicSettings(client, comicId, context, sidecar);
  await writeChapter(
    client,
    comicId,
    {
      no,
      title: metadata.title,
      publishedAt: publishAt ?? now,
      republish: publishAt !== undefined,
      guarded: folders.guarded,
      storeKey: folders.chapterKey,
      pages: made.pages,
      thumb,
      preview,
      sha256: Buffer.from(sha256, 'hex'),
      sourceName,
      recipe: RECIPE,
    },
    now,
  );
  await noteDamage(client, comicId, no, made.damage);
  const chapters = [...(sidecar?.chapters ?? [])].filter(([each]) => changed.isSidecarChanged || each === no);
  await updateChapterSettings(client, comicId, new Map(chapters), now);
  if (cover) await writeCover(client, comicId, cover.cover, cover.source);
  const onlyNo = changed.isSidecarChanged || changed.prices ? undefined : no;
  await repriceComic(client, comicId, pagesMover(context, touched), onlyNo);
}
