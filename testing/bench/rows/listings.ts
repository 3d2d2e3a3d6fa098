import type pg from 'pg';
import { compare, type Rounds } from '../cost.ts';
import { type ListingApp, openListingApp } from '../listing-app.ts';
import { LISTINGS } from '../listing-requests.ts';
import { percentile, ratiosOf, spreadOf } from '../spread.ts';
import type { Stage } from '../stage.ts';
import { figureRow, type Row, ratioRow } from '../table.ts';

const CONNECTIONS = 16;
const GOALS = { sealed: 1.6, unknownFields: 0.8, growth: 1.5, ms: 20 };
const [FEW, MANY] = [1_000, 20_000];
const ASKS_A_ROUND = 150;
const RANDOM_BODIES = 5_000;

/** Each listing from where it is kept: CPU of the app a request. */
export async function measureSealedListings(stage: Stage, rounds: Rounds): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [path, payload] of Object.entries(LISTINGS)) {
    const { micros, ratios } = await compare(await stage.pair(stage.request(path, payload)), CONNECTIONS, rounds);
    const [ratio] = ratios;
    if (!ratio) throw new Error('Nothing was compared');
    const shown = (cost = Number.NaN) => `${cost.toFixed(0)} µs`;
    const figures = { ours: shown(micros[0]), baseline: `${shown(micros[1])} (bare, same bytes)` };
    rows.push(ratioRow(path, figures, ratio, { atMost: GOALS.sealed }));
  }
  return rows;
}

/** The cost of a request as the client sends it, over that of one with a random unknown field. */
export async function measureUnknownFields(stage: Stage, rounds: Rounds): Promise<Row> {
  const ordinary = stage.request('home');
  const processes = [stage.app.pid, stage.app.postmasterPid];
  const bodies = Array.from({ length: RANDOM_BODIES }, () => stage.request('home', { z: Math.random() }).body);
  const targets = [ordinary, { ...ordinary, bodies }].map((request) => ({ request, processes }));
  const { micros, ratios } = await compare(targets, CONNECTIONS, rounds);
  const [ratio] = ratios;
  if (!ratio) throw new Error('Nothing was compared');
  const shown = (cost = Number.NaN) => `${cost.toFixed(0)} µs`;
  const figures = { ours: shown(micros[1]), baseline: `${shown(micros[0])} (ordinary)` };
  return ratioRow('home, random unknown fields', figures, ratio, { atLeast: GOALS.unknownFields });
}

/**
 * Each listing computed for every request: how much longer the slowest one in a hundred takes where there are many
 * comics.
 */
export async function measureListings(server: pg.PoolConfig, rounds: number): Promise<Row[]> {
  const apps: ListingApp[] = [];
  try {
    const [few, many] = [await openListingApp(server, FEW), await openListingApp(server, MANY)];
    apps.push(few, many);
    const rows: Row[] = [];
    const slowest = { path: '', ms: 0 };
    for (const path of Object.keys(LISTINGS)) {
      const { ofFew, ofMany } = await takeTurns(path, few, many, rounds);
      const ms = spreadOf(ofMany).median;
      if (ms > slowest.ms) Object.assign(slowest, { path, ms });
      const figures = {
        ours: `${ms.toFixed(1)} ms`,
        baseline: `${spreadOf(ofFew).median.toFixed(1)} ms (1,000 comics)`,
      };
      rows.push(ratioRow(`${path}, 20,000 comics`, figures, ratiosOf(ofMany, ofFew), { atMost: GOALS.growth }));
    }
    const shown = (ms: number) => `${ms.toFixed(1)} ms`;
    return [...rows, figureRow(`slowest of these: ${slowest.path}`, slowest.ms, { atMost: GOALS.ms }, shown)];
  } finally {
    for (const app of apps) await app.close();
  }
}

/**
 * The 99th percentile of every round for both, measured request by request in turn, so that other work of the machine
 * affects both equally.
 */
async function takeTurns(path: string, few: ListingApp, many: ListingApp, rounds: number) {
  const requests = [await few.requests(path), await many.requests(path)] as const;
  const slow: { ofFew: number[]; ofMany: number[] } = { ofFew: [], ofMany: [] };
  // The first round only warms up.
  for (let round = 0; round <= rounds; round++) {
    const took: [number[], number[]] = [[], []];
    for (let turn = 0; turn < ASKS_A_ROUND; turn++) {
      for (const [index, app] of [few, many].entries()) {
        const list = requests[index] ?? [];
        took[index]?.push(await app.time(path, list[turn % list.length] ?? {}));
      }
    }
    if (round === 0) continue;
    slow.ofFew.push(percentile(took[0], 0.99));
    slow.ofMany.push(percentile(took[1], 0.99));
  }
  return slow;
}
