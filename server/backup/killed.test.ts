import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runRestore } from '../commands/restore.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { addressOf } from '../testing/app-process.ts';
import { collectOutput, emptyPlace, everyRow } from '../testing/backups.ts';
import { howMany, isDrill } from '../testing/drill.ts';
import { signedIn } from '../testing/readers.ts';
import { giveTo } from '../testing/wallets.ts';
import { backupFolder, listBackups } from './backup-folder.ts';

// Each run is a start of the program.
vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 120_000 });

const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url));
const PRELOAD = fileURLToPath(new URL('../testing/kill-at.ts', import.meta.url));

let site: TestApp;
let folder: string;
let backups: string;

beforeAll(async () => {
  site = await startTestApp();
  folder = await mkdtemp(path.join(tmpdir(), 'manyu-backup-killed-'));
  backups = path.join(folder, 'backups');
  await giveTo(site, (await signedIn(site)).id, { coins: 10 });
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a command in a process of its own, which kills itself at a step; answers how it ended. */
async function run(args: string[], env: Record<string, string>) {
  const { NODE_ENV: _kind, ...inherited } = process.env;
  const child = spawn(process.execPath, ['--import', PRELOAD, CLI, ...args], {
    env: { ...inherited, ...env },
    stdio: 'ignore',
  });
  await once(child, 'exit');
  return child.signalCode ?? child.exitCode;
}

function backUp(killAt: string, more: Record<string, string> = {}) {
  const env = { DATABASE_URL: addressOf(site.database.connection), DATA_DIR: path.join(folder, 'data') };
  return run(['backup', backups], { ...env, MANYU_KILL_AT: killAt, ...more });
}

/** The steps to die at: the most dangerous, and in a drill every one that a run takes. */
async function stepsOf(dangerous: string[], record: (steps: string) => Promise<unknown>): Promise<string[]> {
  if (!isDrill) return dangerous;
  const file = path.join(folder, `steps-${Math.random()}`);
  await appendFile(file, '');
  await record(file);
  return [...new Set((await readFile(file, 'utf8')).trim().split('\n'))].slice(0, howMany({ test: 1, drill: 40 }));
}

test('a backup that is killed leaves the one before, and the next one clears what is left of it', async () => {
  expect(await backUp('')).toBe(0);
  const whole = () => listBackups(backupFolder(backups));
  const before = await whole();
  expect(before).toHaveLength(1);
  const steps = await stepsOf(['after backup.sequences'], (file) => backUp('', { MANYU_STEPS: file }));
  for (const step of steps) {
    const [last] = (await whole()).slice(-1);
    expect(await backUp(step), step).toBe('SIGKILL');
    // Killed only after it was finished, it is one more.
    if (!step.includes('backup.note')) expect((await whole()).at(-1), step).toBe(last);
  }
  expect((await readdir(backups)).some((name) => name.endsWith('.unfinished'))).toBe(true);
  expect(await backUp('')).toBe(0);
  expect((await readdir(backups)).some((name) => name.endsWith('.unfinished'))).toBe(false);
  expect((await whole()).length).toBeGreaterThanOrEqual(2);
});

test('a restore that is killed leaves the database empty, and is done again', async () => {
  const rows = await everyRow(site.pool);
  const place = await emptyPlace();
  try {
    const copy = path.join(folder, 'copy');
    await cp(backups, copy, { recursive: true });
    const env = { DATABASE_URL: place.url, DATA_DIR: place.dataDir };
    const killed = await run(['restore', copy], { ...env, MANYU_KILL_AT: 'before commit of backup.tables' });
    expect(killed).toBe('SIGKILL');
    // The server notices a moment later that nobody is there any more.
    await expect.poll(() => everyRow(place.pool), { timeout: 20_000 }).toEqual({ sequences: [] });
    const out = collectOutput();
    const context = { ...place, ...out, isTTY: false, clock: () => new Date() };
    expect(await runRestore({ folder: copy }, context)).toBe(0);
    const { 'public.backup_made': _notes, ...restored } = await everyRow(place.pool);
    const { 'public.backup_made': _more, ...backedUp } = rows;
    expect(restored).toEqual(backedUp);
  } finally {
    await place.close();
  }
});
