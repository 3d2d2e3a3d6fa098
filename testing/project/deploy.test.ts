import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { FOR_BROWSERS } from '../../server/http/browser-headers.ts';
import { readConfig } from '../../server/start/config.ts';
import { checkProxy, isInstalled, PROXIES, readDeployed } from '../drills/proxies.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const UNITS = 'etc/systemd/system';
let place: string;

function setUp(): string {
  const env = { ...process.env, DESTDIR: place, PROGRAM: '/srv/manyu' };
  return execFileSync('sh', [path.join(ROOT, 'deploy/set-up.sh')], { env, encoding: 'utf8' });
}

function allFiles(): Record<string, string> {
  const entries = readdirSync(place, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const paths = entries.map((each) => path.join(each.parentPath, each.name)).sort();
  return Object.fromEntries(
    paths.map((file) => [path.relative(place, file), `${statSync(file).mode} ${readFileSync(file, 'utf8')}`]),
  );
}

beforeAll(() => {
  place = mkdtempSync(path.join(tmpdir(), 'manyu-deploy-'));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

test('the place that is set up has keys of its own, and setting up again changes nothing', () => {
  setUp();
  const first = allFiles();
  setUp();
  expect(allFiles()).toEqual(first);
  const lines = readFileSync(path.join(place, 'etc/manyu/manyu.env'), 'utf8').split('\n');
  const settings = lines.filter((line) => /^\w+=/.test(line)).map((line) => line.split('='));
  expect(statSync(path.join(place, 'etc/manyu/manyu.env')).mode & 0o777).toBe(0o640);
  expect(readConfig(Object.fromEntries(settings))).toMatchObject({
    production: true,
    dataDir: '/var/lib/manyu',
    cipher: { isDefault: false },
  });
});

test('a site may begin in the data folder of a new place, and where its own was lost not again', () => {
  const newSiteFile = path.join(place, 'var/lib/manyu/new-site');
  setUp();
  expect(existsSync(newSiteFile)).toBe(true);
  rmSync(newSiteFile);
  setUp();
  expect(existsSync(newSiteFile)).toBe(false);
});

test('a program in somebody’s home, which services can’t see, is refused', () => {
  const env = { ...process.env, DESTDIR: place, PROGRAM: '/home/somebody/manyu' };
  expect(() => execFileSync('sh', [path.join(ROOT, 'deploy/set-up.sh')], { env, stdio: 'pipe' })).toThrow('主目录');
});

test.runIf(isInstalled('systemd-analyze'))(
  'systemd finds nothing wrong with the units, and little that they expose',
  () => {
    setUp();
    const folder = path.join(place, UNITS);
    const env = { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` };
    const names = ['manyu.service', 'manyu-watch.service', 'manyu-backup.service'];
    const files = [...names, 'manyu-backup.timer'].map((name) => path.join(folder, name));
    expect(execFileSync('systemd-analyze', ['verify', ...files], { env, encoding: 'utf8' })).toBe('');
    for (const name of names) {
      const given = ['security', '--offline=true', '--threshold=25', '--no-pager', path.join(folder, name)];
      execFileSync('systemd-analyze', given, { env, stdio: 'pipe' });
    }
  },
);

test.runIf(isInstalled('logrotate'))('logrotate moves the access log away, and writes no file in its place', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'manyu-logs-'));
  const settings = readDeployed('logrotate/manyu').replaceAll('/var/log/manyu', folder).replace('su manyu manyu', '');
  writeFileSync(path.join(folder, 'settings'), settings, { mode: 0o644 });
  writeFileSync(path.join(folder, 'access.log'), 'a line\n');
  execFileSync('logrotate', ['--force', '--state', path.join(folder, 'state'), path.join(folder, 'settings')]);
  expect(readdirSync(folder).sort()).toEqual(['access.log.1', 'settings', 'state']);
  rmSync(folder, { recursive: true });
});

for (const kind of PROXIES) test.runIf(isInstalled(kind))(`${kind} takes its file`, () => checkProxy(kind));

test('pictures that nginx sends have the headers that the app gives to every answer', () => {
  const text = readDeployed('nginx/manyu-pictures.conf');
  const added = [...text.matchAll(/add_header (\S+) "?([^";]*?)"?(?: always)?;/g)];
  const headers = Object.fromEntries(added.map(([, name = '', value]) => [name.toLowerCase(), value]));
  expect(headers).toMatchObject(FOR_BROWSERS);
});

test('the services of compose.yaml are given no setting that the app does not take', () => {
  const compose: { services: { manyu: { environment: Record<string, string>; read_only: boolean } } } = parse(
    readFileSync(path.join(ROOT, 'compose.yaml'), 'utf8'),
  );
  const { environment, read_only } = compose.services.manyu;
  const bare = Object.entries(environment).map(([name, value]) => [
    name,
    value.replace(/\$\{\w+(?::-(.*?))?\}/, '$1').replace(/\$\{\w+:\?.*?\}/, 'secret'),
  ]);
  expect(readConfig(Object.fromEntries(bare))).toMatchObject({ publicUrl: null, libraryDirs: ['/library'] });
  expect(read_only).toBe(true);
});
