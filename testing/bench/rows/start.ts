import { removeFolder, temporaryFolder } from '../processes.ts';
import { startApp } from '../running-app.ts';
import { spreadOf } from '../spread.ts';
import { figureRow, type Row } from '../table.ts';

const GOALS_SECONDS = { fresh: 4, warm: 1.5 };

/** From `npm start` on an installed and built checkout to the first response: on an empty data folder, and again on it. */
export async function measureStart(rounds: number): Promise<Row[]> {
  const times = { fresh: [] as number[], warm: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const dataDir = temporaryFolder();
    for (const kind of ['fresh', 'warm'] as const) {
      // On all cores, as in production.
      const app = await startApp({ dataDir, script: 'scripts/start.mjs', core: null });
      await app.stop();
      times[kind].push(app.startMs / 1000);
    }
    removeFolder(dataDir);
  }
  return (['fresh', 'warm'] as const).map((kind) => {
    const goal = { atMost: GOALS_SECONDS[kind] };
    return figureRow(`start, ${kind}`, spreadOf(times[kind]).median, goal, (seconds) => `${seconds.toFixed(2)} s`);
  });
}
