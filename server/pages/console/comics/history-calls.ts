import type { Pool } from 'pg';
import type { DataOf } from '#contract/call';
import { comicHistory, comicPrices } from '#contract/console/comics-history';
import { type Served, serve } from '../../../core/dispatch/dispatch.ts';
import { cursorAfter, readCursor, readPage } from '../../../core/refusal/paging.ts';
import { BadField } from '../../../core/refusal/refusal.ts';
import type { Entry } from '../../../modules/audit/audit.ts';
import { type Catalog, currentPrice, saleAt } from '../../../modules/catalog/catalog.ts';
import { canUndo, listComicEntries, listManagedChapters } from '../../../modules/catalog/publishing/publishing.ts';
import { personOfActor, readPeople } from '../../../modules/staff/staff.ts';

/** The changes of a comic, and its prices for readers. */
export function historyCalls(pool: Pool, catalog: Pick<Catalog, 'anyComic'>): Served[] {
  return [
    serve(comicHistory, async ({ now }, { id, cursor, size }) => {
      const before = readCursor(cursor, ['number'])?.[0] ?? Number.MAX_SAFE_INTEGER;
      const { rows, last } = await readPage(size, (limit) => listComicEntries(pool, id, before, limit));
      const numbers = new Map((await listManagedChapters(pool, id)).map((chapter) => [chapter.id, chapter.no]));
      const names = new Map((await readPeople(pool, now)).map((person) => [person.id, person.name]));
      return {
        list: rows.map((entry) => viewEntry(entry, { numbers, names, now })),
        next: last && cursorAfter([last.id]),
      };
    }),

    serve(comicPrices, async ({ now }, { id, at, cursor, size }, refuse) => {
      const record = (await catalog.anyComic(id)) ?? refuse('comicNotFound');
      const from = readCursor(cursor, ['number'])?.[0] ?? 0;
      if (from < 0) throw new BadField('cursor');
      const later = new Date(at);
      const sales = { now: saleAt(record.promotions, now), later: saleAt(record.promotions, later) };
      const list = record.chapters.slice(from, from + size).map((chapter) => ({
        id: chapter.id,
        no: chapter.no,
        title: chapter.title,
        now: currentPrice(chapter, sales.now, now),
        later: currentPrice(chapter, sales.later, later),
        isOutLater: record.comic.online && chapter.online && chapter.publishedAt <= later,
      }));
      return { list, next: from + size < record.chapters.length ? cursorAfter([from + size]) : null };
    }),
  ];
}

type Names = { numbers: ReadonlyMap<number, number>; names: ReadonlyMap<number, string>; now: Date };

function viewEntry(entry: Entry, { numbers, names, now }: Names): DataOf<typeof comicHistory>['list'][number] {
  const { id, at, actor, action, subject, subjectId, before, after, reason, undoneBy } = entry;
  return {
    id,
    actor,
    action,
    before,
    after,
    reason,
    at: at.toISOString(),
    actorName: names.get(personOfActor(actor) ?? 0) ?? null,
    chapterNo: subject === 'chapter' ? (numbers.get(subjectId) ?? null) : null,
    undone: undoneBy !== null,
    canUndo: canUndo(entry, now),
  };
}
