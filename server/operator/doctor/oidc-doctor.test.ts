import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { type OidcProvider, startOidcProvider } from '../../../testing/gateways/oidc-provider.ts';
import { readConfig } from '../../start/config.ts';
import { examineSite } from './doctor.ts';

let site: TestApp;
let provider: OidcProvider;
let dataDir: string;
beforeAll(async () => {
  site = await startTestApp({ publicUrl: 'https://manyu.example' });
  provider = await startOidcProvider();
  dataDir = await mkdtemp(path.join(tmpdir(), 'manyu-doctor-oidc-'));
  await writeFile(path.join(dataDir, 'oidc-secret.txt'), 'secret', { mode: 0o600 });
});
afterAll(async () => {
  await site.close();
  await provider.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function findings(checks: readonly string[]) {
  const { pool, imageDir } = site;
  const config = readConfig({ DATA_DIR: dataDir, DISK_LOW_MB: '0' });
  const found = await examineSite({ config, pool, imageDir, databaseFolder: null, version: 'test', now: new Date() });
  return found.filter(({ check }) => checks.includes(check)).map(({ state, found: text }) => `${state} ${text}`);
}
const ACCOUNTS = ['公司账号', '公司账号的服务'];

function write(issuer: string, role = '作者'): Promise<void> {
  const file = `issuer: ${issuer}\nclient_id: manyu\nclient_secret_file: oidc-secret.txt\nroles:\n  artists: ${role}\n`;
  return writeFile(path.join(dataDir, 'oidc.yaml'), file, { mode: 0o600 });
}

test('the doctor checks oidc.yaml, and asks the provider', async () => {
  expect(await findings(ACCOUNTS)).toEqual([]);
  await write(provider.issuer);
  expect(await findings(ACCOUNTS)).toEqual([
    `good 员工可以用 ${provider.issuer} 的账号登录`,
    `good ${provider.issuer} 可以用`,
  ]);
  await write('http://127.0.0.1:9/realm');
  expect((await findings(ACCOUNTS))[1]).toMatch(/^fault http:\/\/127\.0\.0\.1:9\/realm\/.* 打不开/);
  await write(`${provider.issuer}/other`);
  expect((await findings(ACCOUNTS))[1]).toMatch(/^fault /);
  await write(provider.issuer, '老板');
  expect(await findings(ACCOUNTS)).toEqual([expect.stringMatching(/^fault oidc\.yaml 第 5 行.*角色要写/)]);
});

test('oidc.yaml that others can read is a fault', async () => {
  await write(provider.issuer);
  const file = path.join(dataDir, 'oidc.yaml');
  await chmod(file, 0o640);
  expect(await findings(['权限'])).toEqual([`fault 别的用户能读 ${file}`]);
  expect(await findings(['公司账号'])).toEqual([expect.stringContaining('chmod 600 oidc.yaml')]);
});
