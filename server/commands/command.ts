import { once } from 'node:events';
import type { Pool } from 'pg';
import type { CommandOutput } from '../core/command-line.ts';
import type { Room } from '../importer/limits/room.ts';

export const INTERRUPTED = 130;

type Output = NodeJS.WritableStream;

/** What a command works with; `stop` aborts at Ctrl-C. */
export type CommandContext = {
  pool: Pool;
  /** The folder of the image store. */
  storeDir: string;
  /** Where readers reach the site; null where that is not set. */
  publicUrl?: string | null;
  /** What an import must leave on the disks. */
  room?: Room | undefined;
  stop: AbortSignal;
  stdout: Output;
  stderr: Output;
  isTTY: boolean;
  /** Where a progress bar moves the cursor: `stdout` and `stderr` take only what is printable. */
  terminal?: Output | undefined;
  clock: () => Date;
};

/** A command of the operator; it works whether the app runs or not. */
export type Command<Usage> = {
  /** Parses the command line before the database is opened. A number is an exit code: help or a mistake was answered. */
  readUsage(
    args: string[],
    output: CommandOutput & Pick<CommandContext, 'stdout' | 'stderr' | 'clock'>,
  ): Usage | number;
  /** Returns the exit code. */
  run(usage: Usage, context: CommandContext): Promise<number>;
};

/** Ends with the exit code of an interruption as soon as `stop` aborts. */
export async function unlessStopped(stop: AbortSignal, work: Promise<number>): Promise<number> {
  const stopped = once(stop, 'abort').then(() => INTERRUPTED);
  return Promise.race([work, stopped]);
}
