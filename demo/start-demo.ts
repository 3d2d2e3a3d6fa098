import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { readDemoState } from './state.ts';

const CLI = fileURLToPath(new URL('../server/cli.ts', import.meta.url));
/** Readers come first: drawing takes what they leave of the processor. */
const PRIORITY = 10;
const STOPPED_WITHIN_MS = 2_000;

/** The drawing of the demo in a process of its own. */
export type DemoDrawing = { stop(): Promise<void> };

/** Whether the demo is to be drawn: at the first start on an empty data folder, or where an earlier drawing was cut off. */
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
      // A chapter in the making may take longer than whoever pressed Ctrl-C waits; the next start sweeps what it leaves.
      const timer = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}
