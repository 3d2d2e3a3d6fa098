import type { Db } from '../../../core/db/db.ts';
import { titleKey } from '../comics/title-key.ts';
import { type ChapterPrice, type ChaptersAround, listPrices } from '../pricing/price-store.ts';
import { type DamagedChapter, listDamaged } from './damage-store.ts';
import type { ReadSource } from './import-source-store.ts';
import * as readSources from './import-source-store.ts';
import type { KnownComic, KnownSource } from './import-store.ts';
import * as imports from './import-store.ts';

/** The chapters made from any of these sources (sha256 in hex). */
export function findChaptersBySource(db: Db, sha256: readonly string[]): Promise<KnownSource[]> {
  return imports.findBySources(
    db,
    sha256.map((hex) => Buffer.from(hex, 'hex')),
  );
}

/** All chapters of these series, and of these comics. */
export function listChaptersOfSeries(
  db: Db,
  titleKeys: ReadonlySet<string>,
  comicIds: Iterable<number>,
): Promise<KnownSource[]> {
  return imports.listOfSeries(db, [...titleKeys], [...comicIds]);
}

/** The comic with this title, in any spelling of it; null if there is none. */
export function findComicByTitle(db: Db, title: string): Promise<KnownComic | null> {
  return imports.findComicByKey(db, titleKey(title));
}

/** The comic with this title or, if it is about to be renamed to it, with this id. */
export function findComicToBe(db: Db, title: string, renamedId: number | undefined): Promise<KnownComic | null> {
  return renamedId === undefined ? findComicByTitle(db, title) : imports.findComic(db, renamedId);
}

/**
 * The facts that decide the prices of a comic's chapters, by number; empty if the comic does not exist. `only` limits them to the
 * facts for one chapter: an import of thousands of chapters cannot read all of them for each.
 */
export async function listChapterPrices(
  db: Db,
  comic: Pick<KnownComic, 'id'> | null,
  only?: ChaptersAround,
): Promise<ChapterPrice[]> {
  return comic === null ? [] : listPrices(db, comic.id, only);
}

/** The damaged chapters of these comics. */
export async function listDamagedChapters(db: Db, comicIds: Iterable<number>): Promise<DamagedChapter[]> {
  const ids = [...comicIds];
  return ids.length === 0 ? [] : listDamaged(db, ids);
}

/** The records of these paths, by the path's hash in hex. */
export async function findReadSources(db: Db, pathHashes: Buffer[]): Promise<Map<string, ReadSource>> {
  const found = await readSources.findReadSources(db, pathHashes);
  return new Map(found.map((source) => [source.pathHash.toString('hex'), source]));
}

/** Remembers read sources. This is only a cache: losing it costs time, so it needs no transaction. */
export async function rememberReadSources(db: Db, sources: readonly ReadSource[], now: Date): Promise<void> {
  if (sources.length > 0) await readSources.putReadSources(db, sources, now);
}
