import { spawn, spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileExists, SetUpError } from './install.mjs';

/** The headless shell comes first: the same engine, and the browser tests take half the time. */
const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
/** Retries a failing mirror and waits for another apt, which may run after the start of a machine. */
const PATIENTLY = ['-o', 'Acquire::Retries=3', '-o', 'DPkg::Lock::Timeout=300'];
const HOW =
  '请安装 Chromium（Debian、Ubuntu：sudo apt-get install chromium fonts-noto-cjk），或用环境变量 CHROMIUM_PATH 指定它的位置。';

/** Finds Chromium and a Chinese font for the tests. On Debian-like systems they are installed if possible. */
export async function ensureChromium() {
  const found = findChromium();
  const font = hasChineseFont() ? [] : ['fonts-noto-cjk'];
  const choices = found ? [font] : [SHELL, 'chromium'].map((browser) => [browser, ...font]);
  const missing = choices.some((packages) => packages.length > 0);
  const installed = missing && (await aptInstall(choices));
  const chromium = found ?? findChromium();
  if (!chromium)
    throw new SetUpError(`浏览器测试需要 Chromium，但没有找到${installed === false ? '，也无法自动安装' : ''}。${HOW}`);
  if (font.length > 0 && !installed) console.warn('没有中文字体，页面上的汉字会显示为方块：建议安装 fonts-noto-cjk。');
  return chromium;
}

function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (fileExists(given)) return given;
    throw new SetUpError(`CHROMIUM_PATH 指向的 ${given} 不存在。`);
  }
  const candidates = NAMES.flatMap((name) => foldersOfPrograms().map((folder) => join(folder, name)));
  return [...candidates, MAC].find((path) => fileExists(path) && runs(path));
}

/** Whether a program is on the PATH; it need not run. */
export function isProgram(name) {
  return foldersOfPrograms().some((folder) => fileExists(join(folder, name)));
}

function foldersOfPrograms() {
  return (process.env.PATH ?? '').split(delimiter).filter(Boolean);
}

/** Ubuntu's chromium-browser may be a script that only asks to install a snap. The first start is slow. */
function runs(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 120_000 }).status === 0;
}

function hasChineseFont() {
  if (process.platform !== 'linux') return true;
  return (spawnSync('fc-list', [':lang=zh'], { encoding: 'utf8' }).stdout ?? '').trim() !== '';
}

/** Installs the first of these lists of packages that is available on the distribution. */
export async function aptInstall(choices) {
  if (spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0) return false;
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (asRoot.length > 0 && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status !== 0) return false;
  const apt = (...given) =>
    run([...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...given, ...PATIENTLY]);
  let last;
  for (let tried = 0; tried < 2; tried += 1) {
    await apt('update');
    for (const packages of choices) {
      console.log(`正在安装 ${packages.join('、')}…`);
      last = await apt('install', '-y', '--no-install-recommends', ...packages);
      if (last.code === 0) return true;
    }
  }
  console.error((last?.complaints ?? '').trim().split('\n').slice(-10).join('\n'));
  return false;
}

/** Asynchronous, because npm installs at the same time. */
function run([command, ...given]) {
  const child = spawn(command, given, { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaints += text;
  });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, complaints: error.message }));
    child.on('close', (code) => resolve({ code, complaints }));
  });
}
