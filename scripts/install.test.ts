import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
let project: string;

/** A project with this installer, one package for running and one for tests. */
beforeAll(async () => {
  project = await mkdtemp(path.join(tmpdir(), 'manyu-install-'));
  for (const name of ['runs', 'tests']) await writePackage(path.join(project, name), { name, version: '1.0.0' });
  await cp(fileURLToPath(new URL('install.mjs', import.meta.url)), path.join(project, 'scripts/install.mjs'));
  await writeProject('1.0.0');
});
afterAll(() => rm(project, { recursive: true, force: true }));

async function writePackage(folder: string, content: object): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(content));
}

async function writeProject(version: string): Promise<void> {
  const dependencies = { runs: 'file:runs' };
  await writePackage(project, { name: 'project', version, dependencies, devDependencies: { tests: 'file:tests' } });
  await run('npm', ['install', '--package-lock-only', '--no-audit', '--no-fund'], { cwd: project });
}

/** The output of the installer and the installed packages. */
async function install(purpose: 'Running' | 'Developing') {
  const program = `import { installFor${purpose} as install } from './scripts/install.mjs'; await install();`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: project });
  const there = await readdir(path.join(project, 'node_modules'));
  return { said: stdout.split('\n')[0], there: there.filter((name) => !name.startsWith('.')).sort() };
}

test('starting installs the packages for running, testing adds the others, and a later start keeps them', async () => {
  const few = '正在安装依赖（首次约需一两分钟）…';
  const all = '正在安装依赖，连同测试要用的（首次约需一两分钟）…';
  expect(await install('Running')).toEqual({ said: few, there: ['runs'] });
  expect(await install('Running')).toEqual({ said: '', there: ['runs'] });
  expect(await install('Developing')).toEqual({ said: all, there: ['runs', 'tests'] });
  expect(await install('Running')).toEqual({ said: '', there: ['runs', 'tests'] });
  await writeProject('1.0.1');
  expect(await install('Running')).toEqual({ said: all, there: ['runs', 'tests'] });
  await rm(path.join(project, 'node_modules/runs'), { recursive: true });
  expect(await install('Developing')).toEqual({ said: all, there: ['runs', 'tests'] });
});
