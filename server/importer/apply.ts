import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { ImageStore } from '../adapters/image-store.ts';
import { transaction } from '../core/db.ts';
import { noteDamage } from '../modules/catalog/damage-store.ts';
import {
  type ComicOrders,
  findComic,
  type KnownComic,
  orderComic,
  publishChapters,
  randomStoreKey,
  repriceComic,
  writeChapter,
  writeComic,
  writeCover,
} from '../modules/catalog/import-store.ts';
import { effectivePrices } from '../modules/catalog/price-rule.ts';
import { declareIntents } from '../modules/catalog/store-files-store.ts';
import type { StoredCover } from '../modules/catalog/stored-images.ts';
import { drawCovers } from './comic-images.ts';
import { type MadeChapter, putImage } from './make-chapter.ts';
import { RECIPE } from './page-recipe.ts';
import { drawStored } from './pages.ts';
import type { Metadata } from './source.ts';
import { sweep } from './sweep.ts';

/** Where things are kept, and what the operator said for the whole run. */
export type Catalog = {
  pool: pg.Pool;
  store: ImageStore;
  /** Folder for what is unpacked only to be read: `<DATA_DIR>/import-tmp`. */
  scratch: string;
  clock: () => Date;
  orders: ComicOrders & { publishAt?: Date };
};

/** Folders of the store that one chapter is written to. */
export type Place = { comicKey: string; chapterKey: string; guarded: boolean };

export type Finished = { series: string; no: number; sha256: string; sourceName: string; metadata: Metadata };

/**
 * Chooses a chapter's folders before its first page is made. A chapter that will cost something when the run is over
 * (`nos`: the numbers that the series then has) goes behind signed addresses at once.
 */
export async function choosePlace(
  catalog: Catalog,
  series: string,
  no: number,
  run: { nos: number[]; comicKey: string },
): Promise<Place> {
  const comic = await findComic(catalog.pool, series);
  const old = comic?.chapters.find((chapter) => chapter.no === no);
  const guarded = old?.guarded === true || willCost(catalog, comic, no, run.nos);
  return {
    comicKey: comic?.storeKey ?? run.comicKey,
    chapterKey: old && old.guarded === guarded ? old.storeKey : randomStoreKey(),
    guarded,
  };
}

export function pagesPrefix(place: Place): string {
  return `${place.guarded ? 'guarded' : 'open'}/${place.chapterKey}`;
}

function comicPrefix(place: Pick<Place, 'comicKey'>): string {
  return `comic/${place.comicKey}`;
}

function willCost(catalog: Catalog, comic: KnownComic | null, no: number, nos: number[]): boolean {
  const priceCoins = catalog.orders.priceCoins ?? comic?.priceCoins ?? 0;
  const freeFirst = catalog.orders.freeFirst ?? comic?.freeFirst ?? 0;
  const known = comic?.chapters ?? [];
  const chapters = [...new Set([no, ...nos, ...known.map((each) => each.no)])].map((each) => ({
    no: each,
    ownPriceCoins: known.find((chapter) => chapter.no === each)?.ownPriceCoins ?? null,
  }));
  return (effectivePrices(chapters, { priceCoins, freeFirst })[0] ?? 0) > 0;
}

/** Notes the folder of a chapter's pages before anything is written there. */
export async function announce(catalog: Catalog, place: Place): Promise<void> {
  await declareIntents(catalog.pool, [pagesPrefix(place)], catalog.clock());
}

/** Removes what a refused chapter left in its folders. */
export async function withdraw(catalog: Catalog, place: Place): Promise<void> {
  await sweep(catalog.pool, catalog.store, [comicPrefix(place), pagesPrefix(place)]);
}

/** Brings a made chapter into the catalogue, all or nothing, and then removes the files that it replaced. */
export async function finishChapter(
  catalog: Catalog,
  place: Place,
  made: MadeChapter,
  source: Finished,
): Promise<void> {
  const { pool, store, orders } = catalog;
  const now = catalog.clock();
  const before = await findComic(pool, source.series);
  const old = before?.chapters.find((chapter) => chapter.no === source.no);
  const comicFolder = comicPrefix(place);
  const touched = [comicFolder, pagesPrefix(place)];
  if (old) touched.push(`${old.guarded ? 'guarded' : 'open'}/${old.storeKey}`);
  await declareIntents(pool, touched, now);

  const thumb = await putImage(store, comicFolder, made.thumb);
  const preview = await putImage(store, comicFolder, made.preview);
  const cover = await makeCover(catalog, place, made, source.no, before);
  await store.settle(comicFolder);

  await transaction(pool, async (client) => {
    const { metadata } = source;
    const comicId = await writeComic(client, {
      title: source.series,
      storeKey: place.comicKey,
      facts: metadata,
      orders,
      now,
    });
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
    if (cover) await writeCover(client, comicId, cover.cover, cover.source);
    await repriceComic(client, comicId, moving(catalog, touched));
  });
  await sweep(pool, store, touched);
}

/** Does what the operator said to a comic none of whose chapters had to be made. */
export async function applyOrders(catalog: Catalog, comicId: number, nos: number[]): Promise<void> {
  const { publishAt, ...orders } = catalog.orders;
  const touched: string[] = [];
  await transaction(catalog.pool, async (client) => {
    await orderComic(client, comicId, orders, catalog.clock());
    if (publishAt) await publishChapters(client, comicId, nos, publishAt);
    await repriceComic(client, comicId, moving(catalog, touched));
  });
  await sweep(catalog.pool, catalog.store, touched);
}

/** Copies the pages of a chapter to another folder; both are noted first, and swept by the caller in the end. */
function moving(catalog: Catalog, touched: string[]) {
  return async (from: string, to: string) => {
    await declareIntents(catalog.pool, [from, to], catalog.clock());
    touched.push(from, to);
    await catalog.store.copyFolder(from, to);
  };
}

/** The cover comes from the chapter with the lowest number, whenever that was imported. */
async function makeCover(
  catalog: Catalog,
  place: Place,
  made: MadeChapter,
  no: number,
  comic: KnownComic | null,
): Promise<{ cover: StoredCover; source: Buffer } | undefined> {
  const isLowest = !comic?.chapters.some((chapter) => chapter.no < no);
  if (comic?.hasCover && !isLowest) return undefined;
  const page = await catalog.store.read(made.coverPage);
  const source = createHash('sha256').update(page).digest();
  if (comic?.hasCover && comic.coverSource?.equals(source)) return undefined;
  return { cover: await putCover(catalog.store, comicPrefix(place), page), source };
}

/** Makes all sizes of a cover from one page and puts them into the comic's folder. */
export async function putCover(store: ImageStore, prefix: string, page: Buffer): Promise<StoredCover> {
  const variants = [];
  for (const image of await drawCovers(await drawStored(page))) variants.push(await putImage(store, prefix, image));
  const largest = variants.at(-1);
  if (!largest) throw new Error('A cover has at least one size');
  return { ...largest, variants: variants.map(({ key, width }) => ({ key, width })) };
}
