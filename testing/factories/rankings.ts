import type { TestApp } from '../app/app.ts';
import { addComic, addViews } from './comics.ts';

/**
 * Saves the counted views, moves the app's clock and makes the ranking that is due at that time. It retries, because a job of the
 * app that is already running possibly does not see the latest views.
 */
export async function takeRankings(test: TestApp, at: Date): Promise<void> {
  await test.app.runFrequentJobs();
  test.setTime(at);
  for (let taken = 0; taken !== at.getTime(); ) {
    await test.app.runFrequentJobs();
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

/** Adds comics with views, the first with the most. Returns their ids. */
export async function addRanked(site: TestApp, howMany: number, genres: string[] = []): Promise<number[]> {
  const ids: number[] = [];
  for (let i = 1; i <= howMany; i++) {
    const { comicId } = await addComic(site, { title: `第${i}名`, createdAt: new Date('2026-01-01'), genres });
    await addViews(site, comicId, 1000 - i);
    ids.push(comicId);
  }
  return ids;
}
