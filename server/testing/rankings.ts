import type { TestApp } from './app.ts';

/**
 * Moves the app's clock, writes the views that are noted and takes the ranking that is due then. The app does both by itself
 * too: what it is about at this moment may know nothing of what came last.
 */
export async function takeRankings(test: TestApp, at: Date): Promise<void> {
  await test.app.keepUp();
  test.setTime(at);
  do await test.app.keepUp();
  while ((await takenAt(test))?.getTime() !== at.getTime());
}

async function takenAt({ pool }: TestApp): Promise<Date | null | undefined> {
  const { rows } = await pool.query<{ at: Date | null }>(
    'select max(taken_at) as at from reading.ranking_snapshot where not closing',
  );
  return rows[0]?.at;
}
