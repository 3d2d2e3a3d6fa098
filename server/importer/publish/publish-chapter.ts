import type pg from 'pg';
import { type Tx, transaction } from '../../core/db/db.ts';
import {
  addChapter,
  addComic,
  type ChapterPrice,
  comicFolder,
  declareFolders,
  findComicByTitle,
  type KnownComic,
  listChapterPrices,
  type NewCover,
  noteImported,
  PagesByHand,
  pagesFolder,
  releaseFolders,
  type StoredImage,
} from '../../modules/catalog/publishing/publishing.ts';
import { type MadeChapter, putImage } from '../make/make-chapter.ts';
import { RECIPE } from '../pictures/page-recipe.ts';
import { checkAuthorComic } from '../plan/author-comics.ts';
import type { SeriesSidecar } from '../sidecar/series-sidecar.ts';
import type { Metadata } from '../source/source.ts';
import { SourceError } from '../source/source-error.ts';
import type { ChapterFolders } from './chapter-folders.ts';
import { makeCover } from './covers.ts';
import { isDatabaseLost } from './failures.ts';
import { folderCopier } from './folder-copier.ts';
import { hideAdded } from './hide-added.ts';
import type { PublishContext } from './publish-context.ts';
import { LEFT_OVER, sweep } from './sweep.ts';

/** The source of a chapter. */
export type ChapterSource = {
  path: string;
  series: string;
  no: number;
  sha256: string;
  sourceName: string;
  sourceRoot: string;
  metadata: Metadata;
  sidecar: SeriesSidecar | undefined;
};

/** The small pictures of a chapter, and a new cover of its comic if there is one. */
type StoredSmallImages = { thumb: StoredImage; preview: StoredImage; cover: NewCover | undefined };

/** The comic as it was before, and the chapter that is replaced. */
type PreviousState = { comic: KnownComic | null; replaced: ChapterPrice | undefined; isLowest: boolean };

/** Publishes a made chapter in one transaction, then removes the replaced files. Returns warnings, each a Chinese sentence. */
export async function publishChapter(
  context: PublishContext,
  folders: ChapterFolders,
  made: MadeChapter,
  source: ChapterSource,
): Promise<string[]> {
  const { pool } = context;
  const now = context.clock();
  const previous = await findPrevious(pool, source);
  const folder = comicFolder(folders.comicKey);
  const touched = [pagesFolder(folders)];
  if (previous.replaced) touched.push(pagesFolder(previous.replaced));
  await declareFolders(pool, [folder, ...touched], now);
  context.comicFolders.set(folder, context.comicFolders.get(folder) === true || previous.replaced !== undefined);

  const warnings: string[] = [];
  const images = await storeSmallImages(context, folder, made, source, previous, warnings);
  await transaction(pool, (tx) => writeAll(tx, context, folders, made, source, images, previous, touched, now));

  if (images.cover !== undefined && previous.comic?.hasCover === true) context.comicFolders.set(folder, true);
  await cleanUp(context, touched).catch((error: unknown) => {
    if (isDatabaseLost(error)) throw error;
    // The chapter is published, and the folders are declared.
    warnings.push(LEFT_OVER);
  });
  return warnings;
}

async function cleanUp({ pool, storage }: PublishContext, touched: string[]): Promise<void> {
  if (touched.length > 1) await sweep(pool, storage, touched);
  else await releaseFolders(pool, touched);
}

async function findPrevious(pool: pg.Pool, { series, no }: ChapterSource): Promise<PreviousState> {
  const comic = await findComicByTitle(pool, series);
  const known = await listChapterPrices(pool, comic, { no, first: 1 });
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
  const { storage } = context;
  const thumb = await putImage(storage, folder, made.thumb);
  const preview = await putImage(storage, folder, made.preview);
  const cover = await makeCover(context, folder, made, { sidecar, isLowest }, comic, warnings);
  await storage.settle(folder);
  return { thumb, preview, cover };
}

/** The title that an editor wrote in place of the one in series.yaml. */
function withTitleByHand(
  sidecar: SeriesSidecar | undefined,
  no: number,
  { title = '', isTitleByHand }: Metadata,
): SeriesSidecar | undefined {
  if (!sidecar || !isTitleByHand) return sidecar;
  return { ...sidecar, chapters: new Map(sidecar.chapters).set(no, { ...sidecar.chapters.get(no), title }) };
}

async function writeAll(
  tx: Tx,
  context: PublishContext,
  { comicKey, guarded, storeKey }: ChapterFolders,
  { pages, damage }: MadeChapter,
  { path, series, no, sha256, sourceName, sourceRoot, metadata, sidecar }: ChapterSource,
  images: StoredSmallImages,
  previous: PreviousState,
  touched: string[],
  now: Date,
): Promise<void> {
  const { publishAt, ...command } = context.settings;
  const comicId = await addComic(tx, { title: series, storeKey: comicKey, facts: metadata }, now);
  // Another comic may have taken the title while the pages were made.
  checkAuthorComic(context.author, { id: comicId }, series);
  const chapter = {
    no,
    title: metadata.title,
    publishedAt: publishAt ?? now,
    republish: publishAt !== undefined,
    guarded,
    storeKey,
    pages,
    damage,
    sha256: Buffer.from(sha256, 'hex'),
    sourceName,
    sourceRoot,
    recipe: RECIPE,
    ...images,
  };
  const { copyFolder } = folderCopier(context, touched);
  const sources = { command, sidecar: withTitleByHand(sidecar, no, metadata) };
  const chapterId = await addChapter(tx, comicId, chapter, sources, copyFolder, now).catch((error: unknown) => {
    if (!(error instanceof PagesByHand)) throw error;
    throw new SourceError('conflict', `第 ${no} 话的页刚刚手工改过，没有导入`);
  });
  const result = previous.replaced ? 'replaced' : 'new';
  if (context.run) await noteImported(tx, context.run, { path, comicId, result });
  if (context.hiddenBy && !previous.replaced)
    await hideAdded(tx, context.hiddenBy, { comicId, chapterId, isNewComic: previous.comic === null }, copyFolder, now);
}
