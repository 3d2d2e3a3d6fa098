import { join } from 'node:path';
import { chooseAccount } from '../../../server/postgres/account.ts';
import { createCluster } from '../../../server/postgres/cluster.ts';
import { startPostmaster, stopPostmaster } from '../../../server/postgres/postmaster.ts';
import { findPrograms } from '../../../server/postgres/programs.ts';
import { removeSocketFolder, socketFolder } from '../../../server/postgres/socket-folder.ts';
import { removeFolder, temporaryFolder } from '../processes.ts';
import { startApp } from '../running-app.ts';
import { type Spread, spreadOf } from '../spread.ts';
import { goalText, type Row, verdictOf } from '../table.ts';

const GOALS = { fresh: 3, warm: 1 };

/** From `npm start` on an installed and built checkout to the first answer: on an empty data folder, and again on it. */
export async function measureStart(rounds: number): Promise<Row[]> {
  const times = { initdb: [] as number[], postgres: [] as number[], fresh: [] as number[], warm: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const bare = await timeBarePostgres();
    const ours = await timeApp();
    times.initdb.push(bare.initdb);
    times.postgres.push(bare.start);
    times.fresh.push(ours.fresh);
    times.warm.push(ours.warm);
  }
  return [
    row('start, fresh', times.fresh, times.initdb, 'initdb', GOALS.fresh),
    row('start, warm', times.warm, times.postgres, "PostgreSQL's own start", GOALS.warm),
  ];
}

function row(name: string, ours: number[], baseline: number[], what: string, goalSeconds: number): Row {
  const more: Spread = spreadOf(ours.map((value, round) => (value - (baseline[round] ?? Number.NaN)) / 1000));
  const seconds = (values: number[]) => `${(spreadOf(values).median / 1000).toFixed(2)} s`;
  const shown = (value: number) => `+${value.toFixed(2)}`;
  const goal = { atMost: goalSeconds };
  return {
    name,
    ours: seconds(ours),
    baseline: `${seconds(baseline)} (${what})`,
    ratio: `${shown(more.median)} s`,
    spread: `${shown(more.low)}–${shown(more.high)}`,
    goal: goalText(goal, (value) => `+${value} s`),
    verdict: verdictOf(more.median, goal),
  };
}

async function timeBarePostgres(): Promise<{ initdb: number; start: number }> {
  const folder = temporaryFolder();
  const note = join(folder, 'socket');
  const account = chooseAccount([]);
  const programs = findPrograms(account, folder);
  const cluster = join(folder, 'postgres');
  try {
    const began = performance.now();
    await createCluster(cluster, programs, account, true);
    const initdb = performance.now() - began;
    const socketDir = socketFolder(note, account);
    const logFile = join(folder, 'postgres.log');
    // The second start: the first one after initdb finds every file in the page cache as well, but not yet its own.
    let start = 0;
    for (let time = 0; time < 2; time++) {
      const from = performance.now();
      const { pid } = await startPostmaster({ cluster, programs, account, socketDir, logFile, fsync: true });
      start = performance.now() - from;
      await stopPostmaster(pid, cluster);
    }
    return { initdb, start };
  } finally {
    removeSocketFolder(note);
    removeFolder(folder);
  }
}

async function timeApp(): Promise<{ fresh: number; warm: number }> {
  const dataDir = temporaryFolder();
  const timed = async () => {
    // Not pinned: initdb and the start may use what the machine has, as the baseline does.
    const app = await startApp({
      dataDir,
      script: 'scripts/start.mjs',
      given: ['--no-demo', '--new-site'],
      core: null,
    });
    await app.stop();
    return app.startMs;
  };
  try {
    return { fresh: await timed(), warm: await timed() };
  } finally {
    removeFolder(dataDir);
  }
}
