import { setPriority } from 'node:os';
import path from 'node:path';
import type { Pool } from 'pg';
import type { Clock } from '../../core/dispatch/ctx.ts';
import { createLog } from '../../core/log/log.ts';
import { keepWithoutOutput } from '../../core/log/log-output.ts';
import { endTask, noteTaskProgress } from '../../modules/operations/operations.ts';
import { type Config, readConfig } from '../../start/config.ts';
import { openDatabase } from '../../start/database.ts';
import { refuseToStart, sentenceFor } from '../../start/refuse-to-start.ts';
import { readVersion } from '../../start/version.ts';
import { runBackup } from '../commands/backup.ts';
import { examineSite, viewDiagnosis } from '../doctor/doctor.ts';
import type { TaskOrder } from './start-task.ts';

/** Lower priority than the app, as the commands have. */
const LOW_PRIORITY = 10;
const clock = () => new Date();

type Site = { config: Config; pool: Pool; databaseFolder: string | null; imageDir: string };
type Result = { state: 'done' | 'failed'; result: unknown };

/** Does one task that the app has recorded, and writes its result. Ends if the app ends. */
async function main(order: TaskOrder): Promise<void> {
  keepWithoutOutput();
  endWithTheApp();
  setPriority(LOW_PRIORITY);
  const config = readConfig(process.env);
  const { pool, where, close } = await openDatabase(config, 'command', createLog(config.logLevel));
  try {
    const progress = reportProgress(pool, order.id, clock);
    const site = { config, pool, databaseFolder: where, imageDir: path.join(config.dataDir, 'store') };
    const { state, result } = await work(order, site, progress).catch(failed);
    await progress.stop();
    await endTask(pool, order.id, clock(), state, JSON.stringify(result));
  } finally {
    await close();
  }
}

async function work(order: TaskOrder, site: Site, progress: Progress): Promise<Result> {
  if (order.kind === 'backup') return makeBackup(order.folder, site, progress);
  const context = { ...site, version: await readVersion(), now: clock() };
  const findings = await examineSite(context, 'all', (title, done, of) => progress.note(title, done, of));
  return { state: 'done', result: { findings: findings.map(viewDiagnosis) } };
}

async function makeBackup(folder: string, { pool, imageDir }: Site, progress: Progress): Promise<Result> {
  let text = '';
  const output = {
    write(more: string) {
      text += more;
    },
  };
  const onProgress: Parameters<typeof runBackup>[1]['onProgress'] = (step, done, of) =>
    progress.note(step === 'pictures' ? '图片' : '数据库', done, of);
  const args = { folder, verify: false, rotation: null, yes: false };
  const code = await runBackup(args, { pool, imageDir, clock, stdout: output, stderr: output, onProgress });
  return { state: code === 0 ? 'done' : 'failed', result: { text } };
}

function failed(error: unknown): Result {
  const text = sentenceFor(error) ?? (error instanceof Error ? error.message : String(error));
  return { state: 'failed', result: { text } };
}

/** The app holds the other end of the input. The system closes it even if the app is killed. */
function endWithTheApp(): void {
  const end = () => process.exit(1);
  process.stdin.on('end', end).on('error', end);
  process.stdin.resume();
}

main(JSON.parse(process.argv[2] ?? '')).then(() => process.exit(0), refuseToStart);

const EVERY_MS = 1_000;

type Progress = {
  /** `of`: null if the number is not known. */
  note(step: string, done: number, of: number | null): void;
  /** Resolves when nothing is being written any more. */
  stop(): Promise<void>;
};

/** Writes the progress of a task once a second, also while there is none: so it is known to be alive. */
function reportProgress(pool: Pool, id: number, clock: Clock): Progress {
  let latest: { step: string | null; done: number; of: number | null } = { step: null, done: 0, of: null };
  let writing = Promise.resolve();
  const write = () => {
    const { step, done, of } = latest;
    writing = writing.then(() => noteTaskProgress(pool, id, clock(), step, done, of)).catch(() => {});
  };
  const timer = setInterval(write, EVERY_MS);
  return {
    note(step, done, of) {
      latest = { step, done, of };
    },
    async stop() {
      clearInterval(timer);
      await writing;
    },
  };
}
