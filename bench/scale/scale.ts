import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openPrivatePostgres } from '../../server/postgres/private-postgres.ts';
import { ROOT } from '../processes.ts';
import { percentile, ratiosOf, spreadOf } from '../spread.ts';
import { figureRow, markdownTable, type Row, ratioRow } from '../table.ts';
import { CALL_ROWS, type CallRow } from './calls.ts';
import { openService, type Service } from './service.ts';

export type ScaleOptions = { share: number; isFresh: boolean; isQuick: boolean; only: string | null };

const GOALS = { ms: 10, growth: 1.2, jobSeconds: 60, besideJobs: 1.2, memory: 1.1 };
const SMALL = 1 / 20;
const FORGOTTEN_WITHIN_MS = 400;
/** Longer than any ranking holds. */
const RANKING_OVER_MS = 6 * 60_000;

/** Every call on a grown service and on one of a twentieth, in turn; then both jobs and the memory of the grown one. */
export async function measureScale(options: ScaleOptions): Promise<string> {
  const { share, isFresh, isQuick, only } = options;
  const postgres = await openPrivatePostgres({
    dataDir: join(ROOT, '.cache/scale'),
    as: 'app',
    fsync: false,
    log: { info() {}, warn: console.error },
  });
  const open: Service[] = [];
  try {
    const { database: _own, ...server } = postgres.connection;
    const small = await openService(server, share * SMALL, isFresh);
    open.push(small);
    const large = await openService(server, share, isFresh);
    open.push(large);
    const rows: Row[] = [];
    const add = (row: Row) => {
      rows.push(row);
      console.error(`${row.name}: ${row.ours} | ${row.baseline} | ${row.ratio} ${row.verdict}`);
    };
    const rounds = isQuick ? { count: 5, turns: 60 } : { count: 7, turns: 200 };
    const wanted = CALL_ROWS.filter(({ name }) => !only || name.includes(only));
    for (const row of wanted) add(await measureRow(row, [small, large], rounds));
    const before = heldMegabytes();
    if (!only) for (const row of await measureJob(large)) add(row);
    for (const row of wanted) await measureRow(row, [small, large], { count: 1, turns: rounds.turns });
    if (!only)
      add(
        ratioRow('memory after all calls again', shownMemory(before), spreadOf([heldMegabytes() / before]), {
          atMost: GOALS.memory,
        }),
      );
    return markdownTable(rows);
  } finally {
    for (const service of open) await service.close();
    await postgres.release();
  }
}

type Rounds = { count: number; turns: number };

async function measureRow(row: CallRow, pair: readonly [Service, Service], { count, turns }: Rounds): Promise<Row> {
  const requests = [await row.requests(pair[0]), await row.requests(pair[1])] as const;
  const none = () => Array.from({ length: turns }, (): number[] => []);
  const times: Times = [none(), none()];
  // The first round only warms up.
  for (let round = 0; round <= count; round++) {
    for (const service of pair) await forget(row, service, turns);
    for (let turn = 0; turn < turns; turn++)
      for (const index of [0, 1] as const) {
        const { payload, token } = requests[index](turn);
        const ms = await pair[index].time(row.path, payload, token);
        if (round > 0) times[index][turn]?.push(ms);
      }
  }
  return rowOf(row.name, times);
}

/** As if these comics had changed: the app reads them anew. */
async function forget({ forgets }: CallRow, service: Service, turns: number): Promise<void> {
  if (!forgets) return;
  const ids = Array.from({ length: turns }, (_, index) => forgets(service, index));
  await service.pool.query(`select pg_notify('catalog', id::text) from unnest($1::bigint[]) id`, [ids]);
  await sleep(FORGOTTEN_WITHIN_MS);
}

/** Of the small service and of the large one: for each request its times, one a round. */
type Times = [small: number[][], large: number[][]];

/**
 * `p99` is by the clock on the wall; `quiet` the same of the fastest round of each request, which other work of the machine
 * has not disturbed: a request that is slow by itself is so in every round.
 */
function figuresOf(times: readonly number[][]) {
  const best = times.map((rounds) => Math.min(...rounds));
  return {
    p50: percentile(times.flat(), 0.5),
    p99: percentile(times.flat(), 0.99),
    quiet: percentile(best, 0.99),
    middle: percentile(best, 0.5),
  };
}

function rowOf(name: string, times: Times): Row {
  const [few, many] = [figuresOf(times[0]), figuresOf(times[1])];
  const shown = ({ p50, p99, quiet }: typeof few) =>
    `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, quiet ${quiet.toFixed(1)} ms`;
  const growth = many.quiet / few.quiet;
  return {
    name,
    ours: shown(many),
    baseline: shown(few),
    ratio: growth.toFixed(2),
    spread: `p50 ${(many.middle / few.middle).toFixed(2)}`,
    goal: `≤ ${GOALS.ms} ms, ≤ ${GOALS.growth}`,
    verdict: many.quiet <= GOALS.ms && growth <= GOALS.growth ? 'ok' : 'over',
  };
}

/** The jobs of every few seconds with a ranking that is due, and what readers wait meanwhile. */
async function measureJob(service: Service): Promise<Row[]> {
  const ask = await mixOf(service);
  const alone: number[] = [];
  const beside: number[] = [];
  let seconds = 0;
  for (let round = 0; round < 5; round++) {
    service.forward(RANKING_OVER_MS);
    let isOver = false;
    const started = performance.now();
    const job = service.keepUp().finally(() => {
      isOver = true;
      seconds = Math.max(seconds, (performance.now() - started) / 1000);
    });
    const during: number[] = [];
    while (!isOver) during.push(await ask());
    await job;
    beside.push(percentile(during, 0.99));
    const quiet: number[] = [];
    for (let turn = 0; turn < Math.max(100, during.length); turn++) quiet.push(await ask());
    alone.push(percentile(quiet, 0.99));
  }
  const shown = (times: number[]) => `p99 ${spreadOf(times).median.toFixed(1)} ms`;
  return [
    figureRow('ranking', seconds, { atMost: GOALS.jobSeconds }, (value) => `${value.toFixed(1)} s`),
    ratioRow(
      'calls while it runs',
      { ours: shown(beside), baseline: `${shown(alone)} (alone)` },
      ratiosOf(beside, alone),
      {
        atMost: GOALS.besideJobs,
      },
    ),
  ];
}

const MIX = ['home', 'new', 'rank', 'search, characters', 'comic/info', 'comic/read', 'my/shelf', 'user/info'];

async function mixOf(service: Service): Promise<() => Promise<number>> {
  const mixed = CALL_ROWS.filter(({ name }) => MIX.includes(name));
  const all = await Promise.all(mixed.map(async ({ path, requests }) => ({ path, at: await requests(service) })));
  let turn = 0;
  return () => {
    const { path, at } = all[turn % all.length] ?? { path: '', at: () => ({ payload: {} }) };
    const { payload, token }: { payload: object; token?: string } = at(turn++);
    return service.time(path, payload, token);
  };
}

function heldMegabytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed / 1_000_000;
}

function shownMemory(before: number) {
  return { ours: `${heldMegabytes().toFixed(0)} MB`, baseline: `${before.toFixed(0)} MB (before)` };
}
