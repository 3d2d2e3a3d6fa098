import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { readDemoState } from './state.ts';

const CLI = fileURLToPath(new URL('../server/cli.ts', import.meta.url));
/** Low priority: readers come first. */
const PRIORITY = 10;
const STOPPED_WITHIN_MS = 2_000;

/** The child process that draws the demo. */
export type DemoDrawing = { stop(): Promise<void> };

/** Whether to draw the demo: at the first start on an empty data folder, or after an interrupted drawing. */
export async function wantsDemo(dataDir: string, isEmpty: boolean): Promise<boolean> {
  const state = await readDemoState(dataDir);
  return state === 'drawing' || (state === null && isEmpty);
}

/** Draws the demo beside the running app. */
export function startDemo(): DemoDrawing {
  const child = spawn(process.execPath, [CLI, 'demo', 'add'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit').catch(() => undefined);
  if (child.pid !== undefined) setPriority(child.pid, PRIORITY);
  return {
    async stop() {
      child.kill('SIGTERM');
      // A chapter may take longer than Ctrl-C may wait. The next start cleans up.
      const timer = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}
