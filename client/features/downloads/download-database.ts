import type { ComicDetail } from '#contract/shapes';
import type { ReadChapter } from '../reading/chapter-answers/read-chapter.ts';
import { type Download, type PictureKey, versionOf } from './download.ts';

/** The database of downloads. Removing a chapter removes its pictures, and none can be added to it afterwards. */
export type DownloadDatabase = {
  all(): Promise<Download[]>;
  /** Adds the chapters that are not there yet, and the current detail of their comic. */
  add(comic: ComicDetail, downloads: readonly Download[]): Promise<void>;
  change(chapterId: number, change: (download: Download) => Partial<Download>): Promise<void>;
  /**
   * Stores a chapter's answer. Pictures that are already stored stay, unless the chapter has other pictures now. Resolves to the
   * keys of stored pictures, or null if the chapter is no longer wanted.
   */
  begin(answer: ReadChapter, pictures: number): Promise<Set<PictureKey> | null>;
  /** Stores the bytes of a picture, padding included; false if its chapter is no longer wanted. */
  putPicture(chapterId: number, key: PictureKey, bytes: ArrayBuffer): Promise<boolean>;
  dropPictures(chapterId: number): Promise<void>;
  remove(chapterIds: readonly number[]): Promise<void>;
  answer(chapterId: number): Promise<ReadChapter | null>;
  /** The comics of all chapters. */
  comics(): Promise<ComicDetail[]>;
  /** Stores the bytes of a comic's cover, for as long as the comic is stored. */
  putCover(comicId: number, bytes: ArrayBuffer): Promise<void>;
  cover(comicId: number): Promise<ArrayBuffer | null>;
  picture(key: PictureKey): Promise<ArrayBuffer | null>;
  clear(): Promise<void>;
};

const CHAPTERS = 'chapters';
const ANSWERS = 'answers';
const PICTURES = 'pictures';
const COMICS = 'comics';
const COVERS = 'covers';
const STORES = [CHAPTERS, ANSWERS, PICTURES, COMICS, COVERS];
/** 2: with covers. */
const VERSION = 2;

/** Opens the downloads of this browser, in IndexedDB: a chapter, its answer and its pictures change in one transaction. */
export async function openDownloads(): Promise<DownloadDatabase> {
  const opening = indexedDB.open('downloads', VERSION);
  opening.onupgradeneeded = ({ oldVersion }) => {
    opening.result.createObjectStore(COVERS);
    if (oldVersion > 0) return;
    opening.result.createObjectStore(CHAPTERS, { keyPath: 'chapterId' });
    opening.result.createObjectStore(COMICS, { keyPath: 'id' });
    opening.result.createObjectStore(ANSWERS);
    opening.result.createObjectStore(PICTURES);
  };
  const database = await resultOf(opening);
  // A later version of the app, in another tab, must not wait for this one.
  database.onversionchange = () => database.close();

  /** Runs work in one transaction; resolves when it is written. */
  async function write<T>(work: (transaction: IDBTransaction) => Promise<T>): Promise<T> {
    const transaction = database.transaction(STORES, 'readwrite');
    const committed = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    const [result] = await Promise.all([work(transaction), committed]);
    return result;
  }

  const read = <T>(store: string, key: IDBValidKey): Promise<T | undefined> =>
    resultOf(database.transaction(store).objectStore(store).get(key));

  return {
    all: () => resultOf<Download[]>(database.transaction(CHAPTERS).objectStore(CHAPTERS).getAll()),
    add: (comic, downloads) =>
      write(async (transaction) => {
        const comics = transaction.objectStore(COMICS);
        const before: ComicDetail | undefined = await resultOf(comics.get(comic.id));
        if (before && before.cover.url !== comic.cover.url) transaction.objectStore(COVERS).delete(comic.id);
        comics.put(comic);
        const chapters = transaction.objectStore(CHAPTERS);
        const there = await resultOf(chapters.getAllKeys());
        for (const each of downloads) if (!there.includes(each.chapterId)) chapters.put(each);
      }),
    change: (chapterId, change) =>
      write(async (transaction) => {
        const before = await chapterIn(transaction, chapterId);
        if (before) transaction.objectStore(CHAPTERS).put({ ...before, ...change(before) });
      }),
    begin: (answer, pictures) =>
      write(async (transaction) => {
        const { id } = answer.chapter;
        const before = await chapterIn(transaction, id);
        if (before?.state !== 'waiting') return null;
        const answers = transaction.objectStore(ANSWERS);
        const old: ReadChapter | undefined = await resultOf(answers.get(id));
        const isSame = old !== undefined && versionOf(old) === versionOf(answer);
        const held = isSame ? await resultOf(transaction.objectStore(PICTURES).getAllKeys(picturesIn(id))) : [];
        if (!isSame) transaction.objectStore(PICTURES).delete(picturesIn(id));
        answers.put(answer, id);
        const bytes = isSame ? before.bytes : 0;
        transaction.objectStore(CHAPTERS).put({ ...before, pictures, held: held.length, bytes });
        // The key of a picture is its chapter and its own key.
        return new Set(held.map((key) => (key as [number, PictureKey])[1]));
      }),
    putPicture: (chapterId, key, bytes) =>
      write(async (transaction) => {
        const before = await chapterIn(transaction, chapterId);
        if (before?.state !== 'waiting') return false;
        transaction.objectStore(PICTURES).put(bytes, [chapterId, key]);
        const now = { ...before, held: before.held + 1, bytes: before.bytes + bytes.byteLength };
        transaction.objectStore(CHAPTERS).put(now);
        return true;
      }),
    dropPictures: (chapterId) =>
      write(async (transaction) => {
        const before = await chapterIn(transaction, chapterId);
        if (before) transaction.objectStore(CHAPTERS).put({ ...before, held: 0, bytes: 0 });
        transaction.objectStore(PICTURES).delete(picturesIn(chapterId));
      }),
    remove: (chapterIds) =>
      write(async (transaction) => {
        for (const id of chapterIds) {
          transaction.objectStore(CHAPTERS).delete(id);
          transaction.objectStore(ANSWERS).delete(id);
          transaction.objectStore(PICTURES).delete(picturesIn(id));
        }
        const left: Download[] = await resultOf(transaction.objectStore(CHAPTERS).getAll());
        const comics = transaction.objectStore(COMICS);
        for (const id of await resultOf(comics.getAllKeys())) {
          if (left.some(({ comic }) => comic.id === id)) continue;
          comics.delete(id);
          transaction.objectStore(COVERS).delete(id);
        }
      }),
    answer: async (chapterId) => (await read<ReadChapter>(ANSWERS, chapterId)) ?? null,
    comics: () => resultOf(database.transaction(COMICS).objectStore(COMICS).getAll()),
    putCover: (comicId, bytes) =>
      write(async (transaction) => {
        // Its last chapter may have been removed during the download.
        const isStored = await resultOf(transaction.objectStore(COMICS).getKey(comicId));
        if (isStored !== undefined) transaction.objectStore(COVERS).put(bytes, comicId);
      }),
    cover: async (comicId) => (await read<ArrayBuffer>(COVERS, comicId)) ?? null,
    picture: async (key) => (await read<ArrayBuffer>(PICTURES, [Number(key.split('/')[0]), key])) ?? null,
    clear: () =>
      write(async (transaction) => {
        for (const store of STORES) transaction.objectStore(store).clear();
      }),
  };
}

function chapterIn(transaction: IDBTransaction, chapterId: number): Promise<Download | undefined> {
  return resultOf(transaction.objectStore(CHAPTERS).get(chapterId));
}

function picturesIn(chapterId: number): IDBKeyRange {
  return IDBKeyRange.bound([chapterId], [chapterId, []]);
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
