import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openPrivatePostgres } from '../../../server/postgres/private-postgres.ts';
import { ROOT } from '../processes.ts';
import { percentile, ratiosOf, spreadOf } from '../spread.ts';
import { figureRow, markdownTable, type Row, ratioRow } from '../table.ts';
import { CALL_ROWS, type CallRow } from './calls.ts';
import { openCpuClock } from './cpu-time.ts';
import { type GrownSite, openGrownSite } from './grown-site.ts';

export type ScaleOptions = { share: number; isFresh: boolean; isQuick: boolean; only: string | null };

const GOALS = { ms: 10, growth: 1.2, jobSeconds: 60, besideJobs: 1.2, memory: 1.1 };
const SMALL = 1 / 20;
const FORGOTTEN_WITHIN_MS = 400;

/** `overMs`: longer than the job's interval. */
type TimedJob = { name: string; rounds: number; overMs: number; run(site: GrownSite): Promise<void> };

const JOBS: readonly TimedJob[] = [
  { name: 'ranking', rounds: 5, overMs: 6 * 60_000, run: (site) => site.runFrequentJobs() },
  // The other hourly work is small.
  {
    name: 'recommendations',
    rounds: 3,
    overMs: 4 * 3_600_000,
    run: (site) => site.sweep(site.clock()),
  },
];

/**
 * Measures every call in turn on the large site and on a site of a twentieth of its size, then the jobs of both and the memory of
 * the large one.
 */
export async function measureScale(options: ScaleOptions): Promise<string> {
  const { share, isFresh, isQuick, only } = options;
  const postgres = await openPrivatePostgres({
    dataDir: join(ROOT, '.cache/scale'),
    as: 'app',
    fsync: false,
    log: { info() {}, warn: console.error },
  });
  const open: GrownSite[] = [];
  try {
    const { database: _own, ...server } = postgres.connection;
    const small = await openGrownSite(server, share * SMALL, isFresh);
    open.push(small);
    const large = await openGrownSite(server, share, isFresh);
    open.push(large);
    const rows: Row[] = [];
    const add = (row: Row) => {
      rows.push(row);
      console.error(`${row.name}: ${row.ours} | ${row.baseline} | ${row.ratio} ${row.verdict}`);
    };
    const rounds = isQuick ? { count: 3, turns: 60 } : { count: 5, turns: 150 };
    const wanted = CALL_ROWS.filter(({ name }) => !only || name.includes(only));
    for (const row of wanted) add(await measureRow(row, [small, large], rounds));
    const before = heldMegabytes();
    for (const job of JOBS)
      if (!only || job.name.includes(only)) for (const row of await measureJob(large, job)) add(row);
    for (const row of wanted) await measureRow(row, [small, large], { count: 1, turns: rounds.turns });
    if (!only)
      add(
        ratioRow('memory after all calls again', shownMemory(before), spreadOf([heldMegabytes() / before]), {
          atMost: GOALS.memory,
        }),
      );
    return markdownTable(rows);
  } finally {
    for (const site of open) await site.close();
    await postgres.release();
  }
}

type Rounds = { count: number; turns: number };

async function measureRow(row: CallRow, pair: readonly [GrownSite, GrownSite], { count, turns }: Rounds): Promise<Row> {
  const requests = [await row.requests(pair[0]), await row.requests(pair[1])] as const;
  const none = () => Array.from({ length: turns }, (): TimeTaken[] => []);
  const taken: [TimeTaken[][], TimeTaken[][]] = [none(), none()];
  // The first round only warms up.
  for (let round = 0; round <= count; round++) {
    for (const site of pair) await forget(row, site, turns);
    const clocks = [await openCpuClock(pair[0].pool), await openCpuClock(pair[1].pool)] as const;
    for (let turn = 0; turn < turns; turn++)
      for (const index of [0, 1] as const) {
        const { payload, token } = requests[index](turn);
        const before = clocks[index]();
        const ms = await pair[index].time(row.path, payload, token);
        const cpuMs = clocks[index]() - before;
        if (round > 0) taken[index][turn]?.push({ ms, cpuMs });
      }
  }
  return rowOf(row.name, taken);
}

/** Sends change notifications, so that the app reads these comics again. */
async function forget({ forgets }: CallRow, site: GrownSite, turns: number): Promise<void> {
  if (!forgets) return;
  const ids = Array.from({ length: turns }, (_, index) => forgets(site, index));
  await site.pool.query(`select pg_notify('catalog', id::text) from unnest($1::bigint[]) id`, [ids]);
  await sleep(FORGOTTEN_WITHIN_MS);
}

/** Elapsed time and CPU time. */
type TimeTaken = { ms: number; cpuMs: number };

/**
 * `p99` is elapsed time, which depends on other work of the machine. `cpu` is the 99th percentile of the CPU time of app and
 * database, with the median of the rounds for each request.
 */
function figuresOf(taken: readonly TimeTaken[][]) {
  const ms = taken.flat().map((each) => each.ms);
  const cpu = taken.map((rounds) => spreadOf(rounds.map(({ cpuMs }) => cpuMs)).median);
  return {
    p50: percentile(ms, 0.5),
    p99: percentile(ms, 0.99),
    cpu: percentile(cpu, 0.99),
    middle: percentile(cpu, 0.5),
  };
}

function rowOf(name: string, [small, large]: readonly [TimeTaken[][], TimeTaken[][]]): Row {
  const [few, many] = [figuresOf(small), figuresOf(large)];
  const shown = ({ p50, p99, cpu, middle }: typeof few) =>
    `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms; cpu ${middle.toFixed(1)}, p99 ${cpu.toFixed(1)} ms`;
  const growth = many.cpu / few.cpu;
  return {
    name,
    ours: shown(many),
    baseline: shown(few),
    ratio: growth.toFixed(2),
    spread: `p50 ${(many.middle / few.middle).toFixed(2)}`,
    goal: `≤ ${GOALS.ms} ms, ≤ ${GOALS.growth}`,
    verdict: many.cpu <= GOALS.ms && growth <= GOALS.growth ? 'ok' : 'over',
  };
}

/** Requests without a job, before and after each round. */
const ASKED_ALONE = 400;

/** Runs a due job and measures the response times while it runs. */
async function measureJob(site: GrownSite, { name, rounds, overMs, run }: TimedJob): Promise<Row[]> {
  const ask = await mixOf(site);
  const alone: number[][] = [];
  const beside: number[][] = [];
  let seconds = 0;
  for (let round = 0; round < rounds; round++) {
    const quiet: number[] = [];
    while (quiet.length < ASKED_ALONE) quiet.push(await ask());
    site.forward(overMs);
    let isOver = false;
    const started = performance.now();
    const job = run(site).finally(() => {
      isOver = true;
      seconds = Math.max(seconds, (performance.now() - started) / 1000);
    });
    const during: number[] = [];
    while (!isOver) during.push(await ask());
    await job;
    while (quiet.length < 2 * ASKED_ALONE) quiet.push(await ask());
    beside.push(during);
    alone.push(quiet);
  }
  const slowest = (times: readonly number[][]) => times.map((each) => percentile(each, 0.99));
  const shown = (times: readonly number[][]) =>
    `p50 ${percentile(times.flat(), 0.5).toFixed(1)}, p99 ${spreadOf(slowest(times)).median.toFixed(1)} ms`;
  return [
    figureRow(name, seconds, { atMost: GOALS.jobSeconds }, (value) => `${value.toFixed(1)} s`),
    ratioRow(
      `calls beside ${name}`,
      { ours: shown(beside), baseline: `${shown(alone)} (alone)` },
      ratiosOf(slowest(beside), slowest(alone)),
      { atMost: GOALS.besideJobs },
    ),
  ];
}

const MIX = ['home', 'new', 'rank', 'search, characters', 'comic/info', 'comic/read', 'my/shelf', 'user/info'];

async function mixOf(site: GrownSite): Promise<() => Promise<number>> {
  const mixed = CALL_ROWS.filter(({ name }) => MIX.includes(name));
  const all = await Promise.all(mixed.map(async ({ path, requests }) => ({ path, at: await requests(site) })));
  let turn = 0;
  return () => {
    const { path, at } = all[turn % all.length] ?? { path: '', at: () => ({ payload: {} }) };
    const { payload, token }: { payload: object; token?: string } = at(turn++);
    return site.time(path, payload, token);
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
