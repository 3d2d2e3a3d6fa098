import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { refuse } from '../../core/refusal/refusal.ts';
import { UNUSABLE_EXIT_CODE } from './exit-code.ts';

const PROGRAM = fileURLToPath(new URL('main.ts', import.meta.url));
const MOST_MS = 20_000;
/** Uploads that wait while another is drawn. */
const MOST_WAITING = 8;
const RETRY_AFTER_SECONDS = 5;
const HEAD_BYTES = 8;

export type RedrawnPicture = { bytes: Buffer; width: number; height: number };

/** Draws an uploaded picture again, so that only its pixels are kept; null if it can't be used. */
export type Redraw = (picture: Buffer) => Promise<RedrawnPicture | null>;

/**
 * Draws in a process of its own for each picture, one at a time: a decoder may crash or hang on a hostile file. Too many at
 * once are refused.
 */
export function createRedraw(program = PROGRAM, mostMs = MOST_MS): Redraw {
  const run = createPictureProgram(program, mostMs);
  return async (picture) => {
    const drawn = await run(picture, []);
    return drawn && { width: drawn.readUInt32BE(0), height: drawn.readUInt32BE(4), bytes: drawn.subarray(HEAD_BYTES) };
  };
}

/** Runs a program with a picture as its input; the result is its output, null if the picture can't be used. */
export function createPictureProgram(program: string, mostMs = MOST_MS) {
  const inTurn = pLimit(1);
  return async (picture: Buffer, args: readonly string[]): Promise<Buffer | null> => {
    if (inTurn.pendingCount >= MOST_WAITING) refuse('tooManyRequests', { retryAfter: RETRY_AFTER_SECONDS });
    return inTurn(() => runOnce([program, ...args], picture, mostMs));
  };
}

async function runOnce(args: readonly string[], picture: Buffer, mostMs: number): Promise<Buffer | null> {
  // It needs none of the settings, which hold secrets.
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
    timeout: mostMs,
    killSignal: 'SIGKILL',
  });
  // It may have ended before it has read everything.
  child.stdin.on('error', () => {});
  child.stdin.end(picture);
  const [[code, signal], drawn] = await Promise.all([once(child, 'close'), buffer(child.stdout)]);
  if (code === 0) return drawn;
  // A decoder that crashed or took too long has met a picture that is not usable.
  if (code === UNUSABLE_EXIT_CODE || signal !== null) return null;
  throw new Error(`the program that draws uploads ended with ${code}`);
}
