import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** `drawing`, then `whole` when it is complete; `kept` after the operator was asked; `removed`. */
export type DemoState = 'drawing' | 'whole' | 'kept' | 'removed';

const STATES: readonly DemoState[] = ['drawing', 'whole', 'kept', 'removed'];

/** The state of the demo in this data folder; null if there never was one. */
export async function readDemoState(dataDir: string): Promise<DemoState | null> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => '');
  return STATES.find((state) => state === text.trim()) ?? null;
}

export async function writeDemoState(dataDir: string, state: DemoState): Promise<void> {
  await mkdir(dirname(fileIn(dataDir)), { recursive: true });
  await writeFile(fileIn(dataDir), `${state}\n`);
}

const fileIn = (dataDir: string) => join(dataDir, 'demo-state');
