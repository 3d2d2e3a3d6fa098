import {
  basePrices,
  comicFolder,
  declareFolders,
  effectiveSettings,
  findComicByTitle,
  findSetByHand,
  isNewSidecar,
  listChapterPrices,
  pagesFolder,
  randomStoreKey,
} from '../../modules/catalog/publishing/publishing.ts';
import { checkAuthorComic } from '../plan/author-comics.ts';
import type { SeriesSidecar } from '../sidecar/series-sidecar.ts';
import type { PublishContext } from './publish-context.ts';
import { sweep } from './sweep.ts';

/** The storage folders to which one chapter is written. */
export type ChapterFolders = {
  comicKey: string;
  storeKey: string;
  guarded: boolean;
  /** The comic is new, and its cover is made from this chapter if possible. */
  makesCover: boolean;
};

/** The chapters of one comic in this run. */
export type SeriesInRun = {
  /** Store key for the comic if it is new. */
  comicKey: string;
  /** Numbers of its chapters, ascending. */
  nos: number[];
};

/**
 * Chooses a chapter's folders before its first page is made. A chapter that will have a price after the run gets signed
 * addresses.
 */
export async function chooseFolders(
  context: PublishContext,
  series: string,
  no: number,
  run: SeriesInRun,
  sidecar: SeriesSidecar | undefined,
): Promise<ChapterFolders> {
  const comic = await findComicByTitle(context.pool, series);
  checkAuthorComic(context.author, comic, series);
  const isSidecarNew = isNewSidecar(sidecar, comic);
  const setByHand = await findSetByHand(context.pool, comic?.id);
  const settings = effectiveSettings({ command: context.settings, sidecar }, isSidecarNew, setByHand, no);
  const rules = { priceCoins: comic?.priceCoins ?? 0, freeFirst: comic?.freeFirst ?? 0 };
  // Only the first chapters can be free by `freeFirst`, so later ones need not be considered.
  const first = (settings.comic.freeFirst ?? rules.freeFirst) + 1;
  const known = await listChapterPrices(context.pool, comic, { no, first });
  const added = [no, ...run.nos.slice(0, first)].map((each) => ({ no: each, ownPriceCoins: null }));
  const price = basePrices(rules, [...added, ...known], [settings]).get(no) ?? 0;
  const old = known.find((chapter) => chapter.no === no);
  const guarded = old?.guarded === true || price > 0;
  return {
    comicKey: comic?.storeKey ?? run.comicKey,
    storeKey: old && old.guarded === guarded ? old.storeKey : randomStoreKey(),
    guarded,
    makesCover: comic === null && sidecar?.cover === undefined && run.nos.every((other) => other >= no),
  };
}

/** Registers the folder of a chapter's pages before writing to it, so that the next import can clean up after a killed one. */
export async function declarePagesFolder(context: PublishContext, folders: ChapterFolders): Promise<void> {
  await declareFolders(context.pool, [pagesFolder(folders)], context.clock());
}

/** Removes the files of a refused chapter. */
export async function discardChapter(context: PublishContext, folders: ChapterFolders): Promise<void> {
  const folder = comicFolder(folders.comicKey);
  if (context.comicFolders.has(folder)) context.comicFolders.set(folder, true);
  await sweep(context.pool, context.storage, [pagesFolder(folders)]);
}
