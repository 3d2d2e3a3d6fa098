import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const STOPPED_WITHIN_MS = 30_000;

const running = new Set<ChildProcess>();
const folders = new Set<string>();

/** The app side has one core, the loader another; null if they can't be kept apart. */
const PINNABLE = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;
export const CORES = { app: PINNABLE ? 0 : null, loader: PINNABLE ? 1 : null };

export function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', 'command -v "$1"', 'sh', program]).status === 0;
}

/** Starts a program on a core; it is ended with the benchmark in any case. */
export function launch(
  core: number | null,
  command: string,
  given: string[],
  options: SpawnOptions = {},
): ChildProcess {
  // taskset becomes the program itself, so that the process id is the program's.
  const [first, all] = core === null ? [command, given] : ['taskset', ['-c', String(core), command, ...given]];
  const child = spawn(first, all, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'], ...options });
  running.add(child);
  child.once('exit', () => running.delete(child));
  child.once('error', () => running.delete(child));
  return child;
}

/** Runs a program to its end and returns its output. */
export function output(core: number | null, command: string, given: string[]): Promise<string> {
  const child = launch(core, command, given, { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  let complaint = '';
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk));
  child.stderr?.on('data', (chunk: Buffer) => (complaint += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(text);
      else reject(new Error(`${command} ended with ${code}: ${complaint.trim() || text.trim()}`));
    });
  });
}

/** Asks a program to stop and waits until it has. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN_MS);
  await gone;
  clearTimeout(timer);
}

/** A temporary folder that an unprivileged PostgreSQL or nginx can enter; removed with the benchmark. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'manyu-bench-'));
  chmodSync(folder, 0o711);
  folders.add(folder);
  return folder;
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  folders.delete(folder);
}

/** Ends all started processes and removes all made files; the last one first. */
export async function endAll(): Promise<void> {
  for (const child of [...running].reverse()) await stop(child);
  for (const folder of folders) removeFolder(folder);
}
