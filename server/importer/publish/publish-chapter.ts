import type pg from 'pg';
import type { ImageStore } from '../../adapters/image-store.ts';
import { transaction } from '../../core/db.ts';
import { noteDamage } from '../../modules/catalog/damage-store.ts';
import {
  findComic,
  type KnownComic,
  type KnownPrice,
  pricesOf,
  randomStoreKey,
  writeChapter,
  writeComic,
  writeCover,
} from '../../modules/catalog/import-store.ts';
import {
  type ComicOrders,
  noteTold,
  orderChapters,
  orderComic,
  publishChapters,
  repriceComic,
} from '../../modules/catalog/orders-store.ts';
import { effectivePrices } from '../../modules/catalog/price-rule.ts';
import { declareIntents, forgetIntents } from '../../modules/catalog/store-files-store.ts';
import { type MadeChapter, putImage } from '../make/make-chapter.ts';
import { RECIPE } from '../pictures/page-recipe.ts';
import type { SeriesTold } from '../sidecar/series-sidecar.ts';
import type { Metadata } from '../source/source.ts';
import { makeCover, makeToldCover } from './covers.ts';
import { sweep } from './sweep.ts';

/** Where things are kept, and what the operator said for the whole run. */
export type Catalog = {
  pool: pg.Pool;
  store: ImageStore;
  /** Folder for what is unpacked only to be read: `<DATA_DIR>/import-tmp`. */
  scratch: string;
  clock: () => Date;
  orders: ComicOrders & { publishAt?: Date };
  /**
   * Folders of comics that are being written to, and whether something in them is out of use. They are left for the end of
   * the run: to list the folder of a comic of a thousand chapters for each of them would take the most time of all.
   */
  comicFolders: Map<string, boolean>;
};

/** Folders of the store that one chapter is written to. */
export type Place = {
  comicKey: string;
  chapterKey: string;
  guarded: boolean;
  /** The comic is new, and this is the chapter that its cover comes from if all goes well. */
  isFace: boolean;
};

export type Finished = {
  series: string;
  no: number;
  sha256: string;
  sourceName: string;
  metadata: Metadata;
  told: SeriesTold | undefined;
};

/**
 * Chooses a chapter's folders before its first page is made. A chapter that will cost something when the run is over
 * (`nos`: the numbers of the run in their order) goes behind signed addresses at once.
 */
export async function choosePlace(
  catalog: Catalog,
  series: string,
  no: number,
  run: { nos: number[]; comicKey: string },
  told: SeriesTold | undefined,
): Promise<Place> {
  const comic = await findComic(catalog.pool, series);
  const rules = rulesOf(catalog, comic, told);
  const known = comic === null ? [] : await pricesOf(catalog.pool, comic.id, { no, first: rules.freeFirst + 1 });
  const old = known.find((chapter) => chapter.no === no);
  const guarded = old?.guarded === true || willCost(rules, known, no, run.nos, told);
  return {
    comicKey: comic?.storeKey ?? run.comicKey,
    chapterKey: old && old.guarded === guarded ? old.storeKey : randomStoreKey(),
    guarded,
    isFace: comic === null && told?.cover === undefined && run.nos.every((other) => other >= no),
  };
}

export function pagesPrefix(place: Place): string {
  return `${place.guarded ? 'guarded' : 'open'}/${place.chapterKey}`;
}

function comicPrefix(place: Pick<Place, 'comicKey'>): string {
  return `comic/${place.comicKey}`;
}

type Rules = { priceCoins: number; freeFirst: number };

/** What decides the prices of a comic when the run is over. */
function rulesOf(catalog: Catalog, comic: KnownComic | null, told: SeriesTold | undefined): Rules {
  const orders = { ...told?.orders, ...said(catalog.orders) };
  return {
    priceCoins: orders.priceCoins ?? comic?.priceCoins ?? 0,
    freeFirst: orders.freeFirst ?? comic?.freeFirst ?? 0,
  };
}

/** Only the first chapters can be free of what the others cost, so that no more of them are looked at. */
function willCost(
  rules: Rules,
  known: readonly KnownPrice[],
  no: number,
  nos: readonly number[],
  told: SeriesTold | undefined,
): boolean {
  const own = new Map(known.map((chapter) => [chapter.no, chapter.ownPriceCoins]));
  const chapters = [...new Set([no, ...nos.slice(0, rules.freeFirst + 1), ...own.keys()])].map((each) => {
    const order = told?.chapters.get(each)?.priceCoins;
    return { no: each, ownPriceCoins: order === undefined ? (own.get(each) ?? null) : order };
  });
  return (effectivePrices(chapters, rules)[0] ?? 0) > 0;
}

/** Without what was not said, so that it hides nothing below. */
function said(orders: ComicOrders): ComicOrders {
  return Object.fromEntries(Object.entries(orders).filter(([, order]) => order !== undefined));
}

/** Notes the folder of a chapter's pages before anything is written there. */
export async function announce(catalog: Catalog, place: Place): Promise<void> {
  await declareIntents(catalog.pool, [pagesPrefix(place)], catalog.clock());
}

/** Removes what a refused chapter left in its folders. */
export async function withdraw(catalog: Catalog, place: Place): Promise<void> {
  if (catalog.comicFolders.has(comicPrefix(place))) catalog.comicFolders.set(comicPrefix(place), true);
  await sweep(catalog.pool, catalog.store, [pagesPrefix(place)]);
}

/** To be done when a run is over: removes what has gone out of use in the folders of its comics. */
export async function tidy({ pool, store, comicFolders }: Catalog): Promise<void> {
  const folders = [...comicFolders];
  await sweep(
    pool,
    store,
    folders.flatMap(([folder, isUntidy]) => (isUntidy ? folder : [])),
  );
  await forgetIntents(
    pool,
    folders.map(([folder]) => folder),
  );
}

/** Brings a made chapter into the catalogue, all or nothing, and then removes the files that it replaced. */
export async function finishChapter(
  catalog: Catalog,
  place: Place,
  made: MadeChapter,
  source: Finished,
): Promise<string[]> {
  const { pool, store, orders } = catalog;
  const now = catalog.clock();
  const before = await findComic(pool, source.series);
  const known = before === null ? [] : await pricesOf(pool, before.id, { no: source.no, first: 1 });
  const old = known.find((chapter) => chapter.no === source.no);
  const comicFolder = comicPrefix(place);
  const touched = [pagesPrefix(place)];
  if (old) touched.push(`${old.guarded ? 'guarded' : 'open'}/${old.storeKey}`);
  await declareIntents(pool, [comicFolder, ...touched], now);
  catalog.comicFolders.set(comicFolder, catalog.comicFolders.get(comicFolder) === true || old !== undefined);

  const thumb = await putImage(store, comicFolder, made.thumb);
  const preview = await putImage(store, comicFolder, made.preview);
  const warnings: string[] = [];
  const isLowest = !known.some((chapter) => chapter.no < source.no);
  const cover = await makeCover(catalog, comicFolder, made, { ...source, isLowest }, before, warnings);
  await store.settle(comicFolder);

  await transaction(pool, async (client) => {
    const { metadata, told } = source;
    const comicId = await writeComic(client, {
      title: source.series,
      storeKey: place.comicKey,
      facts: metadata,
      now,
    });
    const { isNews, hasNewPrices } = await obey(client, comicId, catalog, told);
    await writeChapter(
      client,
      comicId,
      {
        no: source.no,
        title: metadata.title,
        publishedAt: orders.publishAt ?? now,
        republish: orders.publishAt !== undefined,
        guarded: place.guarded,
        storeKey: place.chapterKey,
        pages: made.pages,
        thumb,
        preview,
        sha256: Buffer.from(source.sha256, 'hex'),
        sourceName: source.sourceName,
        recipe: RECIPE,
      },
      now,
    );
    await noteDamage(client, comicId, source.no, made.damage);
    const chapters = [...(told?.chapters ?? [])].filter(([no]) => isNews || no === source.no);
    await orderChapters(client, comicId, new Map(chapters), now);
    if (cover) await writeCover(client, comicId, cover.cover, cover.source);
    await repriceComic(client, comicId, moving(catalog, touched), isNews || hasNewPrices ? undefined : source.no);
  });
  if (cover !== undefined && before?.hasCover === true) catalog.comicFolders.set(comicFolder, true);
  if (touched.length > 1) await sweep(pool, store, touched);
  else await forgetIntents(pool, touched);
  return warnings;
}

/** What was told of the comic is done once, when it is news; a command's word goes over it, each time. */
async function obey(
  client: pg.PoolClient,
  comicId: number,
  catalog: Catalog,
  told: SeriesTold | undefined,
): Promise<{ isNews: boolean; hasNewFacts: boolean; hasNewPrices: boolean }> {
  const isNews = told?.sha256 !== undefined && (await noteTold(client, comicId, told.sha256));
  const orders = { ...(isNews ? told.orders : {}), ...said(catalog.orders) };
  const changed = await orderComic(client, comicId, orders, catalog.clock());
  return { isNews, hasNewFacts: changed.facts, hasNewPrices: changed.prices };
}

/** Does what the operator said to the chapters of a comic that stay as they are; answers what has changed, in Chinese. */
export async function applyOrders(
  catalog: Catalog,
  comicId: number,
  kept: { series: string; nos: number[]; told: SeriesTold | undefined },
): Promise<{ updated: string[]; warnings: string[] }> {
  const { pool, store } = catalog;
  const { publishAt } = catalog.orders;
  const { told } = kept;
  const touched: string[] = [];
  const updated: string[] = [];
  const warnings: string[] = [];
  const comic = await findComic(pool, kept.series);
  const isNews = told?.sha256 !== undefined && comic?.toldSha256 !== told.sha256;
  if (!comic || (!isNews && Object.values(catalog.orders).every((order) => order === undefined))) {
    return { updated, warnings };
  }
  const folder = comicPrefix({ comicKey: comic.storeKey });
  const cover = isNews ? await makeToldCover(catalog, folder, told, comic, warnings) : undefined;
  if (cover) touched.push(folder);
  await transaction(pool, async (client) => {
    const obeyed = await obey(client, comicId, catalog, told);
    const now = catalog.clock();
    const chapters = isNews && (await orderChapters(client, comicId, told.chapters, now));
    if (obeyed.hasNewFacts || chapters) updated.push('资料');
    if (publishAt && (await publishChapters(client, comicId, kept.nos, publishAt))) updated.push('发布时间');
    if (cover) await writeCover(client, comicId, cover.cover, cover.source);
    if (cover) updated.push('封面');
    if (await repriceComic(client, comicId, moving(catalog, touched))) updated.unshift('价格');
  });
  await sweep(pool, store, touched);
  return { updated, warnings };
}

/** Copies the pages of a chapter to another folder; both are noted first, and swept by the caller in the end. */
function moving(catalog: Catalog, touched: string[]) {
  return async (from: string, to: string) => {
    await declareIntents(catalog.pool, [from, to], catalog.clock());
    touched.push(from, to);
    await catalog.store.copyFolder(from, to);
  };
}
