import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { setSms } from '#contract/console/sms';
import { ensureBuilt } from '../../scripts/build.ts';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { type AppProcess, addressOf, startAppProcess } from '../../testing/app/app-process.ts';
import { scratchFolder } from '../../testing/database/scratch.ts';
import { firstOwner } from '../../testing/factories/staff.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const PRELOAD = fileURLToPath(new URL('../../testing/drills/kill-at.ts', import.meta.url));
const GATEWAY = {
  kind: 'aliyun',
  fields: {
    access_key_id: 'LTAI5tAaaaaaaaaaaaaaaaaa',
    access_key_secret: 'Geheim000000000000000000000000',
    signature: '漫屿',
    'templates.default': 'SMS_154950909',
  },
} as const;

const made = new AsyncDisposableStack();
let folder: string;
let site: TestApp;
let cookie: string;

beforeAll(async () => {
  await ensureBuilt();
  folder = scratchFolder(made, 'manyu-settings-killed');
  site = await startTestApp({ dataDir: folder });
  made.defer(() => site.close());
  cookie = (await firstOwner(site, new Date())).cookie;
});
afterAll(() => made.disposeAsync());

async function start(killAt = ''): Promise<AppProcess> {
  const app = await startAppProcess(
    { DATABASE_URL: addressOf(site.database.connection), DATA_DIR: folder, MANYU_KILL_AT: killAt },
    PRELOAD,
  );
  made.defer(async () => {
    app.kill('SIGKILL');
    await app.ended;
  });
  return app;
}

/** Saves the gateway, or deletes the file. */
async function save({ url }: AppProcess, gateways: readonly (typeof GATEWAY)[]): Promise<{ mistakes: unknown[] }> {
  const response = await fetch(`${url}/console/api/${setSms.path}`, {
    method: 'POST',
    headers: {
      origin: url,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      cookie: `manyu-console=${cookie}`,
    },
    body: JSON.stringify({ gateways, dailyBudget: null }),
  });
  return (await response.json()).data;
}

const files = async () => (await readdir(folder)).filter((name) => name.startsWith('sms.yaml'));
async function countEntries(): Promise<number> {
  const { rows } = await site.pool.query("select count(*)::int as count from audit.entry where action = 'set-sms'");
  return rows[0].count;
}

test('settings change with their audit entry and never without it if the app is killed at the commit', async () => {
  const beforeCommit = await start('before commit of operations.lock-settings');
  await expect(save(beforeCommit, [GATEWAY])).rejects.toThrow();
  expect(await beforeCommit.ended).toBe('SIGKILL');
  expect(await files()).toEqual([expect.stringMatching(/^sms\.yaml\.entry-\d+$/)]);
  await (await start()).stop();
  expect({ files: await files(), entries: await countEntries() }).toEqual({ files: [], entries: 0 });

  const afterCommit = await start('after commit of operations.lock-settings');
  await expect(save(afterCommit, [GATEWAY])).rejects.toThrow();
  expect(await afterCommit.ended).toBe('SIGKILL');
  expect(await files()).not.toContain('sms.yaml');
  const next = await start();
  expect({ files: await files(), entries: await countEntries() }).toEqual({ files: ['sms.yaml'], entries: 1 });
  expect(await readFile(path.join(folder, 'sms.yaml'), 'utf8')).toContain(GATEWAY.fields.access_key_secret);
  await next.stop();

  const whileDeleting = await start('after commit of operations.lock-settings');
  await expect(save(whileDeleting, [])).rejects.toThrow();
  expect(await whileDeleting.ended).toBe('SIGKILL');
  expect(await files()).toContain('sms.yaml');
  await start();
  expect({ files: await files(), entries: await countEntries() }).toEqual({ files: [], entries: 2 });
});
