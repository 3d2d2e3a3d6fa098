import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import type { Clock } from '../../core/dispatch/ctx.ts';
import { endTask } from '../../modules/operations/operations.ts';

const PROGRAM = fileURLToPath(new URL('main.ts', import.meta.url));

/** The task, as it is passed to its process. */
export type TaskOrder = { id: number; kind: 'doctor' } | { id: number; kind: 'backup'; folder: string };

/**
 * Runs a task in a process of its own: it reads every picture, which would delay readers. The process writes its progress and
 * its result into the database. It ends when this process ends. Resolves when it has ended.
 */
export async function startTask(
  order: TaskOrder,
  { pool, clock, env }: { pool: Pool; clock: Clock; env?: NodeJS.ProcessEnv | undefined },
): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(order)], {
    stdio: ['pipe', 'ignore', 'inherit'],
    env,
  });
  // The process may end before it has read the end of its input.
  child.stdin?.on('error', () => {});
  const how = await once(child, 'exit').then(
    ([code, signal]) => String(signal ?? code),
    (error) => String(error),
  );
  // Has no effect if the process has written its result.
  await endTask(pool, order.id, clock(), 'failed', JSON.stringify({ text: `没有做完就停了（${how}），原因看日志。` }));
}
