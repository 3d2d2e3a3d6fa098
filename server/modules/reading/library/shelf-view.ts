import type { DataOf } from '#contract/call';
import type { history, shelf, subscribed } from '#contract/calls/library';
import type { LastRead } from '#contract/shapes';
import type { Audience, Catalog, ChapterName } from '../../catalog/catalog.ts';
import { placeWithin } from '../place.ts';
import type { EntryRow } from './shelf-store.ts';

type ShelfItem = DataOf<typeof shelf>['list'][number];
type FollowedItem = DataOf<typeof subscribed>['list'][number];
type HistoryItem = DataOf<typeof history>['list'][number];

type Library = Pick<Catalog, 'news' | 'listings'>;

/** The entries of a page for the answer, without those whose comic was removed meanwhile. */
export async function viewShelf(
  catalog: Library,
  reader: Audience,
  now: Date,
  entries: EntryRow[],
): Promise<ShelfItem[]> {
  return (await withComics(catalog, reader, now, entries)).map(({ entry, comic, unread, chapter }) => ({
    comic,
    subscribed: entry.subscribedAt !== null,
    favorited: entry.favoritedAt !== null,
    owned: entry.ownedAt !== null,
    last: viewLast(entry, chapter),
    unread,
  }));
}

/** `at` = when the comic was added to the list. */
export async function viewFollowed(
  catalog: Library,
  reader: Audience,
  now: Date,
  entries: EntryRow[],
  addedAt: (entry: EntryRow) => Date | null,
): Promise<FollowedItem[]> {
  return (await withComics(catalog, reader, now, entries)).map(({ entry, comic, unread, chapter }) => ({
    comic,
    at: (addedAt(entry) ?? entry.orderedBy).toISOString(),
    unread,
    last: viewLast(entry, chapter),
  }));
}

/** Readings of removed chapters are left out. */
export async function viewHistory(
  catalog: Library,
  reader: Audience,
  now: Date,
  entries: EntryRow[],
): Promise<HistoryItem[]> {
  return (await withComics(catalog, reader, now, entries)).flatMap(({ entry, comic, chapter }) => {
    if (!chapter) return [];
    const { id, no, title, pages } = chapter;
    const at = entry.orderedBy.toISOString();
    return [{ comic, chapter: { id, no, title }, ...placeWithin(entry, pages), pages, finished: entry.finished, at }];
  });
}

async function withComics(catalog: Library, reader: Audience, now: Date, entries: EntryRow[]) {
  const fresh = entries.filter((entry) => entry.latestAt > entry.seenAt);
  const [cards, released, chapters] = await Promise.all([
    catalog.listings.cards(
      now,
      entries.map(({ comicId }) => comicId),
      reader,
    ),
    catalog.news.released(
      now,
      fresh.map(({ comicId, seenAt }) => ({ comicId, since: seenAt })),
    ),
    catalog.news.chapters(
      now,
      entries.flatMap(({ chapterId }) => chapterId ?? []),
    ),
  ]);
  const comics = new Map(cards.map((card) => [card.id, card]));
  return entries.flatMap((entry) => {
    const comic = comics.get(entry.comicId);
    const chapter = entry.chapterId === null ? undefined : chapters.get(entry.chapterId);
    return comic ? [{ entry, comic, chapter, unread: released.get(entry.comicId) ?? 0 }] : [];
  });
}

function viewLast(entry: EntryRow, chapter: ChapterName | undefined): LastRead | null {
  if (!chapter) return null;
  return {
    chapterId: chapter.id,
    no: chapter.no,
    ...placeWithin(entry, chapter.pages),
    finished: entry.finished,
  };
}
