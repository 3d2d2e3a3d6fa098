import { type LoadRequest, load } from './loader.ts';
import { cpuMicrosOf, readProcesses } from './proc-stat.ts';
import { ratiosOf, type Spread, spreadOf } from './spread.ts';
import { type Goal, type Row, ratioRow } from './table.ts';

/** A request and the processes whose CPU time counts. */
export type Target = { request: LoadRequest; processes: number[] };

export type Rounds = { count: number; seconds: number; warmUpSeconds: number };

/** Median cost of each target, and the ratios of the first to the others. */
export type Compared = { micros: number[]; ratios: Spread[] };

/** CPU microseconds of the server's processes a request; independent of the speed of the loader. */
async function costOf({ request, processes }: Target, connections: number, seconds: number): Promise<number> {
  const spent = () => cpuMicrosOf(processes, readProcesses());
  const before = spent();
  const answered = await load(request, connections, seconds);
  return (spent() - before) / answered;
}

/** Loads all targets in turn, round by round, so that other work of the machine affects them equally. */
export async function compare(targets: Target[], connections: number, rounds: Rounds): Promise<Compared> {
  for (const { request } of targets) await load(request, connections, rounds.warmUpSeconds);
  const costs: number[][] = targets.map(() => []);
  for (let round = 0; round < rounds.count; round++) {
    for (const [index, target] of targets.entries()) {
      costs[index]?.push(await costOf(target, connections, rounds.seconds));
    }
  }
  const [ours = [], ...baselines] = costs;
  return {
    micros: costs.map((each) => spreadOf(each).median),
    ratios: baselines.map((baseline) => ratiosOf(ours, baseline)),
  };
}

/** The row of a comparison of two targets. `what`: the name of the baseline. */
export async function costRow(
  name: string,
  targets: [Target, Target],
  how: { connections: number; rounds: Rounds; what: string; goal: Goal },
): Promise<Row> {
  const { micros, ratios } = await compare(targets, how.connections, how.rounds);
  const [ratio] = ratios;
  if (!ratio) throw new Error('Nothing was compared');
  const figures = { ours: microsText(micros[0]), baseline: `${microsText(micros[1])} (${how.what})` };
  return ratioRow(name, figures, ratio, how.goal);
}

export function microsText(micros = Number.NaN): string {
  return `${micros.toFixed(0)} µs`;
}
