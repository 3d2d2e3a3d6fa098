import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { scratchRoot } from '../testing/scratch.ts';
import { readPidFile } from './pid-file.ts';
import { openPrivatePostgres } from './private-postgres.ts';

test('a database whose files are gone while the app runs is not made anew', async () => {
  const dataDir = mkdtempSync(join(scratchRoot(), 'manyu-vanished-'));
  // As root it must let the unprivileged account of PostgreSQL in.
  chmodSync(dataDir, 0o755);
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  const warnings: string[] = [];
  const log = { info() {}, warn: (message: string) => void warnings.push(message) };
  const app = await openPrivatePostgres({ dataDir, as: 'app', log, fsync: false });
  onTestFinished(() => app.release());
  const killed = readPidFile(app.where)?.pid ?? 0;
  renameSync(app.where, `${app.where}.gone`);
  process.kill(killed, 'SIGKILL');
  await expect.poll(() => warnings.join(), { timeout: 10_000 }).toContain('不见了');
  expect(existsSync(app.where)).toBe(false);
});
