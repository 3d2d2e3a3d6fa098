import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { readConfig } from '../../../server/start/config.ts';
import { addBatch } from '../../factories/redeeming.ts';
import { addBuyers, addLongComic, fillLedger, PRICE } from '../buying-catalogue.ts';
import type { LoopOrders, LoopRound } from '../buying-loop.ts';
import type { Rounds } from '../cost.ts';
import { cpuMicrosOf, readProcesses } from '../proc-stat.ts';
import { CORES, launch, stop } from '../processes.ts';
import { percentile, ratiosOf, spreadOf } from '../spread.ts';
import type { Stage } from '../stage.ts';
import { figureRow, type Row, ratioRow } from '../table.ts';

const DAY_MS = 24 * 3600 * 1000;
const CONNECTIONS = 32;
const BUYERS = 128;
const GOALS = { bare: 0.85, full: 1.2, p99Ms: 200, redeem: 1.2 };
/** More than all rounds use. */
const CODES = 100_000;
/** Each may use thirty codes in ten minutes. */
const REDEEMERS = 2_000;

type Loop = { round(seconds: number): Promise<LoopRound>; processes: number[]; close(): Promise<void> };

/** Purchases through HTTP against a loop with the same statements, on a nearly empty ledger and on a full one. */
export async function measureBuying(stage: Stage, rounds: Rounds, ledgerRows: number): Promise<Row[]> {
  const pool = new pg.Pool({ ...stage.app.connection, max: 4 });
  const loops: Loop[] = [];
  try {
    const { http, bare, redeem } = await openLoops(stage, pool);
    loops.push(http, bare, redeem);
    const deadlocks = await countDeadlocks(pool);
    const first = await measureAgainst(pool, { http, bare }, rounds);
    const redeeming = await measureAgainst(pool, { http: redeem, bare: http }, rounds);
    await fillLedger(pool, ledgerRows);
    const full = await measureAgainst(pool, { http, bare }, rounds);
    const ratio = ratiosOf(full.httpMicros, first.httpMicros);
    const shown = (micros: number[]) => `${spreadOf(micros).median.toFixed(0)} µs`;
    const rate = `${spreadOf(first.perSecond).median.toFixed(0)}/s`;
    return [
      ratioRow(
        'comic/pay',
        { ours: `${shown(first.httpMicros)}, ${rate}`, baseline: `${shown(first.bareMicros)} (bare, same statements)` },
        ratiosOf(first.bareMicros, first.httpMicros),
        { atLeast: GOALS.bare },
      ),
      figureRow(
        'comic/pay, p99',
        percentile(first.latenciesMs, 0.99),
        { atMost: GOALS.p99Ms },
        (ms) => `${ms.toFixed(0)} ms`,
      ),
      ratioRow(
        'charge/redeem beside comic/pay',
        { ours: shown(redeeming.httpMicros), baseline: `${shown(redeeming.bareMicros)} (comic/pay)` },
        ratiosOf(redeeming.httpMicros, redeeming.bareMicros),
        { atMost: GOALS.redeem },
      ),
      figureRow('comic/pay, deadlocks', (await countDeadlocks(pool)) - deadlocks, { atMost: 0 }, String),
      ratioRow(
        `comic/pay, ${ledgerRows.toLocaleString('en')} transfers`,
        { ours: shown(full.httpMicros), baseline: `${shown(first.httpMicros)} (hardly any)` },
        ratio,
        { atMost: GOALS.full },
      ),
    ];
  } finally {
    for (const loop of loops) await loop.close();
    await pool.end();
  }
}

async function openLoops(stage: Stage, pool: pg.Pool): Promise<{ http: Loop; bare: Loop; redeem: Loop }> {
  const { cipher } = readConfig(process.env);
  const buyers = await addBuyers(pool, BUYERS);
  const common = { connections: CONNECTIONS, buyers };
  const api = { url: stage.app.url, key: cipher.key.toString('utf8'), iv: cipher.iv.toString('utf8') };
  const ofApp = [stage.app.pid, stage.app.postmasterPid];
  const http = openLoop(
    CORES.loader,
    {
      ...common,
      way: { http: api },
      comic: await addLongComic(pool, stage.filled, PRICE),
    },
    ofApp,
  );
  const [validFrom, validUntil] = [new Date(Date.now() - DAY_MS), new Date(Date.now() + DAY_MS)];
  const { codes } = await addBatch({ pool }, { count: CODES, coins: PRICE, validFrom, validUntil });
  const comic = await addLongComic(pool, stage.filled, PRICE);
  const readers = await addBuyers(pool, REDEEMERS);
  const redeem = openLoop(CORES.loader, { ...common, buyers: readers, way: { http: api, codes }, comic }, ofApp);
  const bare = openLoop(
    CORES.app,
    { ...common, way: { bare: stage.app.connection }, comic: await addLongComic(pool, stage.filled, PRICE) },
    [stage.app.postmasterPid],
  );
  bare.processes.push(bare.pid);
  return { http, bare, redeem };
}

function openLoop(core: number | null, orders: LoopOrders, processes: number[]): Loop & { pid: number } {
  const child: ChildProcess = launch(core, process.execPath, ['testing/bench/buying-loop.ts'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.send(orders);
  // Once for all rounds: each round would leave a listener behind.
  const ended = once(child, 'exit').then(() => {
    throw new Error('The purchases ended');
  });
  ended.catch(() => {});
  return {
    pid: child.pid ?? 0,
    processes,
    async round(seconds) {
      child.send(seconds);
      const [result] = (await Promise.race([once(child, 'message'), ended])) as [LoopRound];
      return result;
    },
    close: () => stop(child),
  };
}

async function measureAgainst(
  pool: pg.Pool,
  { http, bare }: { http: Loop; bare: Loop },
  { count, seconds, warmUpSeconds }: Rounds,
) {
  for (const loop of [http, bare]) await loop.round(warmUpSeconds);
  // PostgreSQL planned the statements while the tables were almost empty, and would scan them. Its own analysis runs only once a
  // minute.
  await pool.query('analyze');
  for (const loop of [http, bare]) await loop.round(warmUpSeconds);
  const httpMicros: number[] = [];
  const bareMicros: number[] = [];
  const perSecond: number[] = [];
  const latenciesMs: number[] = [];
  for (let turn = 0; turn < count; turn++) {
    const ours = await costOf(http, seconds);
    httpMicros.push(ours.micros);
    perSecond.push(ours.count / seconds);
    latenciesMs.push(...ours.latenciesMs);
    bareMicros.push((await costOf(bare, seconds)).micros);
  }
  return { httpMicros, bareMicros, perSecond, latenciesMs };
}

/** CPU microseconds a purchase. */
async function costOf({ round, processes }: Loop, seconds: number) {
  const spent = () => cpuMicrosOf(processes, readProcesses());
  const before = spent();
  const result = await round(seconds);
  return { ...result, micros: (spent() - before) / result.count };
}

async function countDeadlocks(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0]?.deadlocks);
}
