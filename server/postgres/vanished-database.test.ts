import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { scratchRoot } from '../../testing/database/scratch.ts';
import { isRunning, readPidFile } from './pid-file.ts';
import { openPrivatePostgres } from './private-postgres.ts';

/** A data folder with a running database, as an app has it. */
async function openApp() {
  const dataDir = mkdtempSync(join(scratchRoot(), 'manyu-vanished-'));
  // As root it must let the unprivileged account of PostgreSQL in.
  chmodSync(dataDir, 0o755);
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  const warnings: string[] = [];
  const log = { info() {}, warn: (message: string) => void warnings.push(message) };
  const app = await openPrivatePostgres({ dataDir, as: 'app', log, fsync: false });
  onTestFinished(() => app.release());
  return { dataDir, app, warnings, pid: readPidFile(app.where)?.pid ?? 0 };
}

test('a database whose files disappear while the app runs is not created again', async () => {
  const { app, warnings, pid } = await openApp();
  renameSync(app.where, `${app.where}.gone`);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => warnings.join(), { timeout: 10_000 }).toContain('不见了');
  expect(existsSync(app.where)).toBe(false);
});

test('an app whose data folder disappears stops its PostgreSQL and exits normally', async () => {
  const { dataDir, app, pid } = await openApp();
  rmSync(dataDir, { recursive: true });
  await app.release();
  // A process that has ended keeps its number until its parent, here this process, has taken its exit status.
  await expect.poll(() => isRunning(pid)).toBe(false);
  expect(existsSync(dataDir)).toBe(false);
});
