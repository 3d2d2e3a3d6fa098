import type { BaselineTask, ImportBaseline } from '../import-baseline.ts';
import type { ImportRun } from '../import-run.ts';
import { output, removeFolder, temporaryFolder } from '../processes.ts';
import { ratiosOf, spreadOf } from '../spread.ts';
import { type Row, ratioRow } from '../table.ts';

const GOALS = { import: 0.95, again: 0.8 };

/**
 * Pages a second against the same pages from memory; the same sources again against hashing them. Each source that the importer refuses
 * is named to `report` and left out; no rows if nothing remains.
 */
export async function measureImport(
  sources: string[],
  rounds: number,
  report: (sentence: string) => void = console.error,
): Promise<Row[]> {
  const ours: ImportRun[] = [];
  const baselines: ImportBaseline[] = [];
  for (let round = 0; round < rounds; round++) {
    const dataDir = temporaryFolder();
    const run: ImportRun = JSON.parse(
      await output(null, process.execPath, ['testing/bench/import-run.ts', dataDir, ...sources]),
    );
    removeFolder(dataDir);
    if (round === 0) for (const { path, reason } of run.leftOut) report(`没有计入 ${path}：${reason}`);
    if (run.pages === 0) {
      report('没有可以导入的漫画，不测导入。');
      return [];
    }
    ours.push(run);
    const task: BaselineTask = { sources, leftOut: run.leftOut.map(({ path }) => path) };
    baselines.push(
      JSON.parse(await output(null, process.execPath, ['testing/bench/import-baseline.ts', JSON.stringify(task)])),
    );
  }
  const speed = ours.map((run) => (run.pages / run.importMs) * 1000);
  const drawn = baselines.map((run) => (run.pages / run.drawMs) * 1000);
  const megabytes = (baselines[0]?.bytes ?? 0) / 1e6;
  const again = ours.map((run) => (megabytes / run.againMs) * 1000);
  const hashed = baselines.map((run) => (megabytes / run.hashMs) * 1000);
  const shown = (values: number[], unit: string) =>
    `${spreadOf(values).median.toFixed(unit === 'MB/s' ? 0 : 1)} ${unit}`;
  return [
    ratioRow(
      'import',
      { ours: shown(speed, 'pages/s'), baseline: `${shown(drawn, 'pages/s')} (same recipe, memory)` },
      ratiosOf(speed, drawn),
      { atLeast: GOALS.import },
    ),
    ratioRow(
      'import, the same again',
      { ours: shown(again, 'MB/s'), baseline: `${shown(hashed, 'MB/s')} (SHA-256)` },
      ratiosOf(again, hashed),
      { atLeast: GOALS.again },
    ),
  ];
}
