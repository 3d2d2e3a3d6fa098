import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';

const STOPPED_WITHIN_MS = 30_000;

/**
 * Runs a program of this project in another process, with less priority, until it ends or `stop` aborts. Returns how it ended:
 * its exit code or signal. The program is to end with its input, which ends even if this process is killed.
 */
export async function runProgram(program: string, stop: AbortSignal): Promise<string> {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'inherit', 'inherit'] });
  // The process may end before it has read the end of its input.
  child.stdin?.on('error', () => {});
  const ended = once(child, 'exit').then(
    ([code, signal]) => String(signal ?? code),
    (error) => String(error),
  );
  giveWay(child);
  let patience: NodeJS.Timeout | undefined;
  const end = () => {
    child.kill('SIGTERM');
    patience = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN_MS);
  };
  stop.addEventListener('abort', end);
  const how = await ended;
  stop.removeEventListener('abort', end);
  clearTimeout(patience);
  return how;
}

/** Lowers its priority. Its later threads inherit the priority. */
function giveWay({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has ended, or the system has no priorities.
  }
}

/** For the program: aborts when the process that started it is gone. */
export function endOfInput(): AbortSignal {
  const gone = new AbortController();
  process.stdin.on('end', () => gone.abort()).on('error', () => gone.abort());
  process.stdin.resume();
  return gone.signal;
}
