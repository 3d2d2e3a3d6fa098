import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { fromAge, listSearchableAfter } from '../../catalog/catalog.ts';
import type { RelatedList } from '../lists.ts';
import type { RecommendPorts } from '../ports.ts';
import { deleteRelatedBut, madeAt, writeGeneral, writeRelated } from '../store.ts';
import { makeLists, type Recommendable } from './make-lists.ts';
import { createTastes, type Tastes } from './tastes.ts';

const HOUR_MS = 3600 * 1000;
const EVERY_MS = 3 * HOUR_MS;
/** With more readers, every second, third … of them is enough to find comics that are read together. */
const MOST_READERS = 200_000;
/** Only the latest comics of each reader, so that a reader of thousands needs no more work than others. */
const PER_READER = 20;
/** The likes of all readers together, 12 bytes each. */
const MOST_LIKED = MOST_READERS * PER_READER;
const COMICS_AT_ONCE = 200;
const WRITTEN_AT_ONCE = 25;
/** The pause between two reads, so that the database has time for readers. */
const REST_MS = 5;

/** Makes all lists again when they are due; otherwise it costs one short read. To be called on one node at a time. */
export function createRenewal(pool: Pool, ports: RecommendPorts): (now: Date) => Promise<void> {
  return async (now) => {
    const made = await madeAt(pool);
    if (made && now.getTime() - made.getTime() < EVERY_MS && made <= now) return;
    const comics = await readComics(pool);
    const tastes = await readTastes(ports, comics, now);
    let waiting: RelatedList[] = [];
    const writeWaiting = async () => {
      await writeRelated(pool, waiting);
      waiting = [];
    };
    const general = await makeLists(comics, tastes, now, async (list) => {
      waiting.push(list);
      if (waiting.length === WRITTEN_AT_ONCE) await writeWaiting();
    });
    await writeWaiting();
    await deleteRelatedBut(
      pool,
      comics.map(({ id }) => id),
    );
    await writeGeneral(pool, general, now);
  };
}

async function readComics(pool: Pool): Promise<Recommendable[]> {
  const comics: Recommendable[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page = await listSearchableAfter(pool, after, COMICS_AT_ONCE);
    for (const { id, genres, authors, ageRating, views, createdAt, latestAt } of page)
      comics.push({ id, genres, authors, fromAge: fromAge(ageRating), views, createdAt, latestAt });
    after = page.length === COMICS_AT_ONCE ? (page.at(-1)?.id ?? null) : null;
    if (after !== null) await sleep(REST_MS);
  }
  return comics;
}

async function readTastes(ports: RecommendPorts, comics: readonly Recommendable[], now: Date): Promise<Tastes> {
  const stride = Math.max(1, Math.ceil((await ports.countTastes()) / MOST_READERS));
  const tastes = createTastes(new Map(comics.map(({ id }, index) => [id, index])), MOST_LIKED);
  for (let after: number | null = 0; after !== null && !tastes.isFull(); ) {
    const page = await ports.listTastes({ after, stride, perReader: PER_READER, now });
    for (const liked of page.tastes) tastes.add(liked);
    after = page.after;
    if (after !== null) await sleep(REST_MS);
  }
  return tastes.finish();
}
