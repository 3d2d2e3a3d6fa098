import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { scratchRoot } from '../../testing/database/scratch.ts';
import { openPrivatePostgres } from './private-postgres.ts';

const PROCESS = fileURLToPath(new URL('../../testing/database/postgres-process.ts', import.meta.url));
/** As a container does it: processes of its own, which see no others and are all ended with the first. */
const APART = ['--pid', '--fork', '--mount-proc', '--ipc', '--kill-child'];
const canBeApart = spawnSync('unshare', [...APART, 'true']).status === 0;
const quiet = { info() {}, warn() {} };

function newDataDir(): string {
  const folder = mkdtempSync(join(scratchRoot(), 'manyu-hidden-'));
  // As root it must let the unprivileged account of PostgreSQL in.
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return join(folder, 'data');
}

/** The answer of a process that uses the folder in a container of its own, until `end`. */
async function openApart(dataDir: string): Promise<{ answer: object; end(): Promise<void> }> {
  const given = [...APART, process.execPath, PROCESS, dataDir, 'command'];
  const child = spawn('unshare', given, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [line] = await once(createInterface(child.stdout), 'line');
  return {
    answer: JSON.parse(String(line)),
    async end() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

test.runIf(canBeApart)('beside a PostgreSQL of another container no second one is started on its files', async () => {
  const dataDir = newDataDir();
  const open = () => openPrivatePostgres({ dataDir, as: 'app', log: quiet, fsync: false });
  const app = await open();
  const refused = await openApart(dataDir);
  await refused.end();
  expect(refused.answer).toEqual({ refusal: expect.stringMatching(/^漫屿正在运行，但从这里看不到它的数据库/) });
  const client = new pg.Client(app.connection);
  await client.connect();
  await client.query('checkpoint');
  await client.end();
  await app.release();

  const alone = await openApart(dataDir);
  expect(alone.answer).toMatchObject({ started: 'warm' });
  await expect(open()).rejects.toThrow('从这里看不到它的数据库');
  await alone.end();
  const again = await open();
  expect(again.started).toBe('warm');
  await again.release();
});
