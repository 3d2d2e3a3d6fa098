import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { ROOT, SetUpError } from './install.mjs';

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** npm, the terminal and a process manager may each forward the same stop signal. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Runs a program with this process's input and output, forwards signals, and returns its exit code. Ctrl-C in a terminal
 * reaches the program directly, because it is in the same process group. A second, later one kills it.
 */
export function runInPlace(command, given, options = {}) {
  const child = spawn(command, given, { cwd: ROOT, stdio: 'inherit', ...options, env: withCompileCache(options.env) });
  let stoppedAt = 0;
  const forward = (signal) => {
    const again = stoppedAt > 0 && Date.now() - stoppedAt > SAME_SIGNAL_MS;
    const isFirst = stoppedAt === 0;
    if (isFirst) stoppedAt = Date.now();
    if (signal === 'SIGINT' && process.stdin.isTTY) {
      if (again) child.kill('SIGKILL');
    } else if (isFirst || again) {
      child.kill(signal);
    }
  };
  for (const signal of FORWARDED) process.on(signal, forward);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      for (const each of FORWARDED) process.off(each, forward);
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

/** Enables Node's compile cache for faster starts. Without write access there is no cache. */
function withCompileCache(env = process.env) {
  return { NODE_COMPILE_CACHE: join(ROOT, '.cache', 'compiled'), ...env };
}

/** Runs a script: sets the exit code, or prints a message if it can't start. */
export async function exitWith(work) {
  try {
    process.exitCode = await work();
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
