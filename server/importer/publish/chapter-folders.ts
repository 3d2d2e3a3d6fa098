import { effectivePrices } from '../../modules/catalog/pricing/price-rule.ts';
import {
  findComic,
  type KnownComic,
  type KnownPrice,
  pricesOf,
  randomStoreKey,
} from '../../modules/catalog/publishing/import-store.ts';
import type { ComicSettings } from '../../modules/catalog/publishing/settings-store.ts';
import { declareIntents } from '../../modules/catalog/publishing/store-files-store.ts';
import type { SeriesSidecar } from '../sidecar/series-sidecar.ts';
import type { PublishContext } from './publish-context.ts';
import { sweep } from './sweep.ts';

/** The folders of the store that one chapter is written to. */
export type ChapterFolders = {
  comicKey: string;
  chapterKey: string;
  guarded: boolean;
  /** The comic is new, and its cover is made from this chapter if it can be. */
  makesCover: boolean;
};

/** The chapters of one comic in this run. */
export type SeriesInRun = {
  /** Store key of the comic, should it be new. */
  comicKey: string;
  /** Numbers of its chapters, ascending. */
  nos: number[];
};

/**
 * Chooses a chapter's folders before its first page is made. A chapter that will cost something when the run is over
 * goes behind signed addresses at once.
 */
export async function chooseFolders(
  context: PublishContext,
  series: string,
  no: number,
  run: SeriesInRun,
  sidecar: SeriesSidecar | undefined,
): Promise<ChapterFolders> {
  const comic = await findComic(context.pool, series);
  const rules = priceRulesAfter(context, comic, sidecar);
  const known = comic === null ? [] : await pricesOf(context.pool, comic.id, { no, first: rules.freeFirst + 1 });
  const old = known.find((chapter) => chapter.no === no);
  const guarded = old?.guarded === true || willCost(rules, known, no, run.nos, sidecar);
  return {
    comicKey: comic?.storeKey ?? run.comicKey,
    chapterKey: old && old.guarded === guarded ? old.storeKey : randomStoreKey(),
    guarded,
    makesCover: comic === null && sidecar?.cover === undefined && run.nos.every((other) => other >= no),
  };
}

export function pagesFolder({ guarded, chapterKey }: Pick<ChapterFolders, 'guarded' | 'chapterKey'>): string {
  return `${guarded ? 'guarded' : 'open'}/${chapterKey}`;
}

export function comicFolder({ comicKey }: Pick<ChapterFolders, 'comicKey'>): string {
  return `comic/${comicKey}`;
}

/** Declares the folder of a chapter's pages before anything is written there, so that a killed import can be swept. */
export async function declarePagesFolder(context: PublishContext, folders: ChapterFolders): Promise<void> {
  await declareIntents(context.pool, [pagesFolder(folders)], context.clock());
}

/** Removes what a refused chapter has left in its folders. */
export async function discardChapter(context: PublishContext, folders: ChapterFolders): Promise<void> {
  const folder = comicFolder(folders);
  if (context.comicFolders.has(folder)) context.comicFolders.set(folder, true);
  await sweep(context.pool, context.store, [pagesFolder(folders)]);
}

/** Without the settings that are undefined, so that they don't hide those that they are spread over. */
export function definedSettings(settings: ComicSettings): ComicSettings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

type PriceRules = { priceCoins: number; freeFirst: number };

/** The rules for the comic's prices when the run is over. */
function priceRulesAfter(
  context: PublishContext,
  comic: KnownComic | null,
  sidecar: SeriesSidecar | undefined,
): PriceRules {
  const settings = { ...sidecar?.settings, ...definedSettings(context.settings) };
  return {
    priceCoins: settings.priceCoins ?? comic?.priceCoins ?? 0,
    freeFirst: settings.freeFirst ?? comic?.freeFirst ?? 0,
  };
}

/** Only the first chapters can be free while the others cost something, so no more of them are considered. */
function willCost(
  rules: PriceRules,
  known: readonly KnownPrice[],
  no: number,
  nos: readonly number[],
  sidecar: SeriesSidecar | undefined,
): boolean {
  const own = new Map(known.map((chapter) => [chapter.no, chapter.ownPriceCoins]));
  const chapters = [...new Set([no, ...nos.slice(0, rules.freeFirst + 1), ...own.keys()])].map((each) => {
    const price = sidecar?.chapters.get(each)?.priceCoins;
    return { no: each, ownPriceCoins: price === undefined ? (own.get(each) ?? null) : price };
  });
  return (effectivePrices(chapters, rules)[0] ?? 0) > 0;
}
