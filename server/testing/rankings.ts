import type { TestApp } from './app.ts';
import { addComic, addViews } from './comics.ts';

/**
 * Moves the app's clock, writes the views that are noted and takes the ranking that is due then. The app does both by itself
 * too: what it is about at this moment may know nothing of what came last.
 */
export async function takeRankings(test: TestApp, at: Date): Promise<void> {
  await test.app.keepUp();
  test.setTime(at);
  for (let taken = 0; taken !== at.getTime(); ) {
    await test.app.keepUp();
    taken = (await takenAt(test))?.getTime() ?? 0;
    if (taken > at.getTime()) throw new Error('A later ranking has been taken: time only goes forward');
  }
}

async function takenAt({ pool }: TestApp): Promise<Date | null | undefined> {
  const { rows } = await pool.query<{ at: Date | null }>(
    'select max(taken_at) as at from reading.ranking_snapshot where not closing',
  );
  return rows[0]?.at;
}

/** Adds comics with so many views that the first has most of them; returns their ids. */
export async function addRanked(site: TestApp, howMany: number, genres: string[] = []): Promise<number[]> {
  const ids: number[] = [];
  for (let i = 1; i <= howMany; i++) {
    const { comicId } = await addComic(site, { title: `第${i}名`, createdAt: new Date('2026-01-01'), genres });
    await addViews(site, comicId, 1000 - i);
    ids.push(comicId);
  }
  return ids;
}
