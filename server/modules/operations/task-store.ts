import { allRows, type Db, execute, firstRow, row, statement, type Tx } from '../../core/db/db.ts';
import type { JobRun } from '../../core/jobs/job-runs.ts';

export type TaskKind = 'backup' | 'doctor';
export type TaskState = 'running' | 'done' | 'failed';

/** Work that a member of staff started. The type of `result` depends on the kind. */
export type Task = {
  id: number;
  kind: TaskKind;
  actor: string;
  state: TaskState;
  startedAt: Date;
  seenAt: Date;
  endedAt: Date | null;
  step: string | null;
  done: number;
  total: number | null;
  result: unknown;
};

const TASK = `id, kind, actor, state, started_at as "startedAt", seen_at as "seenAt", ended_at as "endedAt", step, done, total,
  result`;

/** The latest task of a kind. */
export const findTask = firstRow<Task, [kind: TaskKind]>(
  'operations.task',
  `select ${TASK} from operations.task where kind = $1 order by id desc limit 1`,
);

/** Ends tasks that have reported nothing since then: their process was killed. */
const END_SILENT = statement<never, [kind: TaskKind, silentSince: Date, now: Date]>(
  'operations.end-silent-task',
  `update operations.task set state = 'failed', ended_at = $3 where kind = $1 and state = 'running' and seen_at < $2`,
);
const BEGIN = statement<{ id: number }, [kind: TaskKind, actor: string, now: Date]>(
  'operations.begin-task',
  `insert into operations.task (kind, actor, state, started_at, seen_at) values ($1, $2, 'running', $3, $3)
   on conflict (kind) where state = 'running' do nothing returning id`,
);

/** Starts a task and returns its id; null while another one of the kind is running. */
export async function beginTask(
  tx: Tx,
  { kind, actor, silentSince }: { kind: TaskKind; actor: string; silentSince: Date },
  now: Date,
): Promise<number | null> {
  await row(tx, END_SILENT, [kind, silentSince, now]);
  return (await row(tx, BEGIN, [kind, actor, now]))?.id ?? null;
}

export const noteTaskProgress = execute<
  [id: number, now: Date, step: string | null, done: number, total: number | null]
>(
  'operations.note-task-progress',
  `update operations.task set seen_at = $2, step = $3, done = $4, total = $5 where id = $1 and state = 'running'`,
);

/** Has no effect on a task that has ended already. */
export const endTask = execute<[id: number, now: Date, state: Exclude<TaskState, 'running'>, result: string]>(
  'operations.end-task',
  `update operations.task set state = $3, ended_at = $2, seen_at = $2, result = $4::jsonb where id = $1 and state = 'running'`,
);

const NOTE_JOB = statement<never, [name: string, doneAt: Date | null, failedAt: Date | null, failure: string | null]>(
  'operations.note-job-run',
  `insert into operations.job (name, done_at, failed_at, failure) values ($1, $2, $3, $4)
   on conflict (name) do update set done_at = coalesce(excluded.done_at, job.done_at),
     failed_at = coalesce(excluded.failed_at, job.failed_at), failure = coalesce(excluded.failure, job.failure)`,
);

export async function noteJobRun(db: Db, run: JobRun): Promise<void> {
  await row(db, NOTE_JOB, [run.name, run.doneAt, run.failedAt, run.failure]);
}

export const listJobStates = allRows<JobRun, []>(
  'operations.jobs',
  'select name, done_at as "doneAt", failed_at as "failedAt", failure from operations.job order by name',
);
