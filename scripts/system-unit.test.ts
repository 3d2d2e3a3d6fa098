import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDeployed } from '../testing/drills/proxies.ts';
import { refuseBesideUnit } from './system-unit.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
let place: string;

beforeAll(() => {
  place = mkdtempSync(path.join(tmpdir(), 'manyu-service-'));
  for (const folder of ['program', 'elsewhere', 'bin']) mkdirSync(path.join(place, folder));
  writeFileSync(path.join(place, 'unit'), `[Service]\nUser=manyu\nWorkingDirectory=${place}/program\n`);
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

const DATA = { DATA_DIR: '/var/lib/manyu' };

test.each<[string, string, string, boolean, NodeJS.ProcessEnv, boolean]>([
  ['by npm in the checkout of a service', 'program', 'unit', true, {}, true],
  ['by npm there, with a data folder', 'program', 'unit', true, DATA, true],
  ['there without a data folder', 'program', 'unit', false, {}, true],
  ['there with a data folder, as the service itself', 'program', 'unit', false, DATA, false],
  ['in another checkout beside a service', 'elsewhere', 'unit', true, {}, false],
  ['where there is no service', 'program', 'no-unit', true, {}, false],
])(
  'a command %s is refused where it would work on other data: %s, %s, %s, %j, %s',
  (_what, root, unit, isByNpm, env, isRefused) => {
    const places = { env, root: path.join(place, root), unit: path.join(place, unit) };
    const refusing = () => refuseBesideUnit('manyu import …', isByNpm, places);
    if (isRefused) expect(refusing).toThrow('什么也没有做；请写：manyu import …');
    else expect(refusing).not.toThrow();
  },
);

/** Runs the service's `manyu` with these settings and a program that prints how it was called. */
async function typeManyu(settings: string, env: Record<string, string>, user = 'root') {
  const file = path.join(place, 'manyu.env');
  writeFileSync(file, settings);
  const program = path.join(place, 'program');
  const text = readDeployed('manyu').replaceAll('/srv/manyu', program).replaceAll('/etc/manyu/manyu.env', file);
  const bin = path.join(place, 'bin');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell fills it in.
  const says = 'echo "$DATA_DIR|${DATABASE_URL:-}|$PORT|$MANYU_TYPED_IN|${npm_lifecycle_event:-}|$PWD|$*"';
  const programs = {
    manyu: text,
    runuser: says,
    node: says,
    id: `echo ${user}`,
    getent: 'echo manyu:x:1:1::/var/lib/manyu:',
  };
  for (const [name, body] of Object.entries(programs))
    writeFileSync(path.join(bin, name), body.startsWith('#!') ? body : `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  const options = { cwd: path.join(place, 'elsewhere'), env: { PATH: `${bin}:${process.env.PATH}`, ...env } };
  return promisify(execFile)('manyu', ['import', '漫画'], options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout: stdout.trim().replaceAll(place, '~'), stderr: stderr.trim() }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr: String(stderr).trim() }),
  );
}

const SETTINGS = 'DATA_DIR=/var/lib/manyu\nPORT=3000\n';
const TYPED = '-u manyu -- node scripts/manyu.mjs import 漫画';

test('the service’s manyu uses its settings and user, and passes on the current folder', async () => {
  const { stdout, stderr } = await typeManyu(SETTINGS, { npm_lifecycle_event: 'nightly' });
  expect({ stdout, stderr }).toEqual({
    stdout: `/var/lib/manyu||3000|~/elsewhere||~/program|${TYPED}`,
    stderr: '',
  });
  expect((await typeManyu(SETTINGS, {}, 'manyu')).stdout).toMatch(/\|scripts\/manyu\.mjs import 漫画$/);
  expect((await typeManyu('PORT=3000\n', {})).stdout).toContain('~/program/data|');
});

test('settings given for one command win over those of the service; another site needs DATA_DIR and DATABASE_URL, or none', async () => {
  const ofService = `${SETTINGS}DATABASE_URL=postgres://service\n`;
  expect((await typeManyu(ofService, {})).stdout).toMatch(/^\/var\/lib\/manyu\|postgres:\/\/service\|3000/);
  expect((await typeManyu(ofService, { PORT: '3001' })).stdout).toContain('|postgres://service|3001|');
  expect((await typeManyu(ofService, DATA)).stdout).toContain('|postgres://service|');
  expect(await typeManyu(ofService, { DATA_DIR: 'new' })).toMatchObject({
    stdout: expect.stringMatching(/^~\/elsewhere\/new\|\|3000/),
    stderr: `用的是 DATA_DIR=${place}/elsewhere/new，不是服务的数据。`,
  });
  const both = { DATA_DIR: '/srv/new', DATABASE_URL: 'postgres://mine' };
  expect((await typeManyu(ofService, both)).stdout).toContain('/srv/new|postgres://mine|');
  expect(await typeManyu(ofService, { DATABASE_URL: 'postgres://mine' })).toMatchObject({ code: 2, stdout: '' });
});

test('other users than root get a message how to call it', async () => {
  const { code, stderr } = await typeManyu(SETTINGS, {}, 'bob');
  expect({ code, stderr }).toEqual({ code: 2, stderr: `要以 root 运行：sudo ${place}/bin/manyu import 漫画` });
});

async function launch(args: string[], env: Record<string, string>) {
  const options = { cwd: ROOT, env: { ...process.env, NO_COLOR: undefined, ...env } };
  return promisify(execFile)(process.execPath, ['scripts/manyu.mjs', ...args], options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

test('a relative name is refused if the current folder can’t be entered', async () => {
  const { code, stderr } = await launch(['backup', '备份'], { MANYU_TYPED_IN: '/nowhere', INIT_CWD: '/' });
  expect(stderr).toMatch(/^运行命令的用户进不了 \/nowhere：「备份」请写完整的路径/);
  expect(code).toBe(2);
});

test('npm variables of an outer script are ignored', async () => {
  const env = {
    DATA_DIR: '/nonexistent',
    INIT_CWD: '/nowhere',
    npm_lifecycle_event: 'nightly',
    npm_config_yes: 'true',
  };
  expect((await launch(['backup', '备份'], env)).stderr).toMatch(/^数据目录 \/nonexistent 里没有数据库/);
});

test('machine-readable output is refused through npm, which prints lines before it', async () => {
  const byNpm = (event: string, level: string) => ({ npm_lifecycle_event: event, npm_config_loglevel: level });
  const lines = [
    ['figures', 'day', '--csv'],
    ['doctor', '--json'],
    ['editorial', 'export'],
  ];
  const answers = await Promise.all(lines.map((line) => launch(line, byNpm(line[0] ?? '', 'notice'))));
  for (const [at, { code, stdout, stderr }] of answers.entries()) {
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`请写：./manyu ${lines[at]?.join(' ')}`);
  }
  expect((await launch(['doctor', '--json', '--help'], byNpm('doctor', 'silent'))).stdout).toMatch(
    /^用法：manyu doctor/,
  );
  expect((await launch(['doctor', '--json', '--help'], byNpm('nightly', 'notice'))).code).toBe(0);
});

test('help lists the commands, and explains one', async () => {
  expect((await launch(['help'], {})).stdout).toMatch(/^用法：manyu <命令>/);
  expect((await launch(['help', 'import'], {})).stdout).toMatch(/^用法：manyu import/);
});
