import { compare, type Rounds } from '../cost.ts';
import type { Stage } from '../stage.ts';
import { type Row, ratioRow } from '../table.ts';

const CONNECTIONS = 16;
/** Held against the same AES and the SELECTs they need. */
const GOALS = { 'user/info': 1.5, 'comic/info': 1.5, 'comic/read': 1.5 };

export type MeasuredCall = keyof typeof GOALS;
export const CALL_ROWS = Object.keys(GOALS) as MeasuredCall[];

/** One call: CPU of app and PostgreSQL a request. */
export async function measureCall(stage: Stage, path: MeasuredCall, rounds: Rounds): Promise<Row> {
  const payloads = {
    'user/info': {},
    'comic/info': { id: stage.filled.comicId },
    'comic/read': { id: stage.filled.chapterId },
  };
  const targets = await stage.pair(stage.request(path, payloads[path]));
  const { micros, ratios } = await compare(targets, CONNECTIONS, rounds);
  const [ratio] = ratios;
  if (!ratio) throw new Error('Nothing was compared');
  const shown = (cost = Number.NaN) => `${cost.toFixed(0)} µs`;
  const figures = { ours: shown(micros[0]), baseline: `${shown(micros[1])} (bare, AES, SELECTs)` };
  return ratioRow(path, figures, ratio, { atMost: GOALS[path] });
}
