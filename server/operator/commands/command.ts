import { once } from 'node:events';
import type { Pool } from 'pg';
import type { CommandOutput } from '../../core/command-line/command-line.ts';
import type { Room } from '../../importer/limits/room.ts';
import type { Confirm } from './confirm.ts';

export const INTERRUPTED = 130;

type Output = NodeJS.WritableStream;

/** The input of a command. `stop` aborts at Ctrl-C. */
export type CommandContext = {
  pool: Pool;
  /** The folder of the image storage. */
  imageDir: string;
  /** The address of the site; null if it is not set. */
  publicUrl?: string | null;
  /** The free space that an import must leave on the disks. */
  room?: Room | undefined;
  stop: AbortSignal;
  stdout: Output;
  stderr: Output;
  isTTY: boolean;
  /** The progress bar writes here because it moves the cursor. `stdout` and `stderr` accept only printable text. */
  terminal?: Output | undefined;
  clock: () => Date;
};

/** A command of the operator. It works whether the app runs or not. */
export type Command<Args> = {
  /** Parses the command line before the database is opened. A number is the exit code after help or a mistake was printed. */
  readArgs(argv: string[], output: CommandOutput & Pick<CommandContext, 'stdout' | 'stderr' | 'clock'>): Args | number;
  /** Returns the exit code. */
  run(args: Args, context: CommandContext & { confirm: Confirm }): Promise<number>;
};

/** Ends with the exit code of an interruption as soon as `stop` aborts. */
export async function unlessStopped(stop: AbortSignal, work: Promise<number>): Promise<number> {
  const stopped = once(stop, 'abort').then(() => INTERRUPTED);
  return Promise.race([work, stopped]);
}
