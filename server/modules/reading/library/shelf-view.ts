import type { DataOf } from '#contract/call';
import type { history, shelf, subscribed } from '#contract/calls/library';
import { isOnlyPlace } from '#contract/chapter-no';
import type { ComicCard, LastRead } from '#contract/shapes';
import type { Audience, Catalog, ChapterName } from '../../catalog/catalog.ts';
import { placeWithin } from '../place.ts';
import type { ReadingPorts } from '../ports.ts';
import type { Library } from './library.ts';
import type { EntryRow } from './shelf-store.ts';

type ShelfItem = DataOf<typeof shelf>['list'][number];
type FollowedItem = DataOf<typeof subscribed>['list'][number];
type ReadOn = FollowedItem['readOn'];
type HistoryItem = DataOf<typeof history>['list'][number];

type Parts = {
  catalog: Pick<Catalog, 'news' | 'listings'>;
  library: Pick<Library, 'finishedIn'>;
  ports: Pick<ReadingPorts, 'ownedOf'>;
};
/** Whose list it is. */
type Reader = Audience & { readerId: number };

/** The entries of a page for the answer, without those whose comic was removed in between. */
export async function viewShelf(parts: Parts, reader: Reader, now: Date, entries: EntryRow[]): Promise<ShelfItem[]> {
  return (await withComics(parts, reader, now, entries)).map(({ entry, comic, unread, chapter, readOn }) => ({
    comic,
    subscribed: entry.subscribedAt !== null,
    favorited: entry.favoritedAt !== null,
    owned: entry.ownedAt !== null,
    last: viewLast(entry, chapter),
    readOn,
    unread,
  }));
}

/** `at` = when the comic was added to the list. */
export async function viewFollowed(
  parts: Parts,
  reader: Reader,
  now: Date,
  entries: EntryRow[],
  addedAt: (entry: EntryRow) => Date | null,
): Promise<FollowedItem[]> {
  return (await withComics(parts, reader, now, entries)).map(({ entry, comic, unread, chapter, readOn }) => ({
    comic,
    at: (addedAt(entry) ?? entry.orderedBy).toISOString(),
    unread,
    last: viewLast(entry, chapter),
    readOn,
  }));
}

/** Readings of removed chapters are left out. */
export async function viewHistory(
  parts: Parts,
  reader: Reader,
  now: Date,
  entries: EntryRow[],
): Promise<HistoryItem[]> {
  return (await withComics(parts, reader, now, entries)).flatMap(({ entry, comic, unread, chapter, readOn }) => {
    if (!chapter) return [];
    const { id, no, title, pages } = chapter;
    const at = entry.orderedBy.toISOString();
    const { finished } = entry;
    return [{ comic, chapter: { id, no, title }, ...placeWithin(entry, pages), pages, finished, readOn, unread, at }];
  });
}

async function withComics(parts: Parts, reader: Reader, now: Date, entries: EntryRow[]) {
  const { catalog } = parts;
  const comicIds = entries.map(({ comicId }) => comicId);
  const chapterIds = entries.flatMap(({ chapterId }) => chapterId ?? []);
  const [cards, released, chapters] = await Promise.all([
    catalog.listings.cards(now, comicIds, reader),
    catalog.news.released(now, withNewChapters(entries)),
    catalog.news.chapters(now, chapterIds),
  ]);
  const comics = new Map(cards.map((card) => [card.id, card]));
  await addOfflineComics(parts, reader, now, { entries, comics, chapters });
  const shown = entries.flatMap((entry) => {
    const comic = comics.get(entry.comicId);
    const chapter = entry.chapterId === null ? undefined : chapters.get(entry.chapterId);
    return comic ? [{ entry, comic, chapter, unread: released.get(entry.comicId) ?? 0 }] : [];
  });
  const nextOf = await findNext(parts, reader, now, shown);
  return shown.map((each) => ({ ...each, readOn: nextOf(each) }));
}

/** The comics with chapters that the reader has not seen in the library. */
function withNewChapters(entries: readonly EntryRow[]): { comicId: number; since: Date }[] {
  const fresh = entries.filter(({ latestAt, seenAt }) => latestAt !== null && latestAt > seenAt);
  return fresh.map(({ comicId, seenAt }) => ({ comicId, since: seenAt }));
}

type PageData = { entries: EntryRow[]; comics: Map<number, ComicCard>; chapters: Map<number, ChapterName> };

/** Adds comics that are offline and in which the reader owns chapters. Their other chapters are removed. */
async function addOfflineComics(
  { catalog, ports }: Parts,
  reader: Reader,
  now: Date,
  { entries, comics, chapters }: PageData,
): Promise<void> {
  const missing = entries.filter(({ comicId, ownedAt }) => ownedAt !== null && !comics.has(comicId));
  const ids = missing.map(({ comicId }) => comicId);
  for (const card of await catalog.listings.offlineCards(now, ids, reader)) {
    comics.set(card.id, card);
    const owned = await ports.ownedOf(reader.readerId, card.id);
    for (const chapter of chapters.values())
      if (chapter.comicId === card.id && !owned.has(chapter.id)) chapters.delete(chapter.id);
  }
}

type ShownEntry = { entry: EntryRow; chapter: ChapterName | undefined };

/** Returns the chapter in which an entry is read on: the one last read, or the first one after it that is not finished. */
async function findNext({ catalog, library }: Parts, { readerId }: Reader, now: Date, shown: readonly ShownEntry[]) {
  const done = shown.flatMap(({ entry, chapter }) => (chapter && entry.finished ? [chapter] : []));
  const read = done.length === 0 ? [] : await library.finishedIn(readerId, comicIdsOf(done));
  const next = await catalog.news.nextUnread(now, done, read);
  return ({ entry, chapter }: ShownEntry): ReadOn => {
    if (!chapter) return null;
    return entry.finished ? (next.get(entry.comicId) ?? null) : { id: chapter.id, no: chapter.no };
  };
}

const comicIdsOf = (chapters: readonly ChapterName[]) => chapters.map(({ comicId }) => comicId);

function viewLast(entry: EntryRow, chapter: ChapterName | undefined): LastRead | null {
  if (!chapter) return null;
  return {
    chapterId: chapter.id,
    no: chapter.no,
    ...(isOnlyPlace(chapter.no) && { title: chapter.title }),
    ...placeWithin(entry, chapter.pages),
    finished: entry.finished,
  };
}
