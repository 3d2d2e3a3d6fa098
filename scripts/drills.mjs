import { existsSync } from 'node:fs';
import { aptInstall, ensureChromium, isProgram } from './chromium.mjs';
import { installForDeveloping } from './install.mjs';
import { exitWith, runInPlace } from './run.mjs';

/** The tests that `npm test` runs with small sizes. */
const DRILLS = [
  'testing/bench/scale',
  'server/adapters/channels',
  'server/operator/backup',
  'server/importer/crash',
  'server/importer/shared-hostile',
  'server/importer/run-size',
  'server/importer/formats/hostile-containers',
  'server/modules/membership',
  'server/modules/recommend',
  'server/modules/rewards',
  'server/modules/wallet',
  'server/modules/shop',
  'server/operator/library',
  'server/start/killed',
  'server/start/channels-killed',
  'server/start/clock-set',
  'server/start/database-stopped',
  'server/start/full-disk',
  'server/start/postgres-killed',
  'server/start/read-only-storage',
  'server/start/rolling-restart',
  'server/start/starting',
  'server/http/lost-answers',
  'testing/fuzz',
  'testing/container',
  'testing/project/documented',
  'testing/e2e',
];

/** The reverse proxies of the drills and their packages. */
const PROXIES = { nginx: 'nginx-light', haproxy: 'haproxy' };

async function installProxies() {
  const missing = Object.keys(PROXIES).filter((name) => !isProgram(name));
  if (missing.length === 0) return;
  // With systemd, Debian's packages would start the proxies on ports that may be in use.
  const mayInstall = !existsSync('/run/systemd/system');
  if (mayInstall && (await aptInstall([missing.map((name) => PROXIES[name])]))) return;
  console.warn(`没有 ${missing.join('、')}，在它们之后的演练略过；装上它们（不必让它们运行）就会做。`);
}

await exitWith(async () => {
  const [node, chromium] = await Promise.all([installForDeveloping(), ensureChromium()]);
  await installProxies();
  const filters = process.argv.length > 2 ? process.argv.slice(2) : DRILLS;
  const env = { ...process.env, CHROMIUM_PATH: chromium, NODE_ENV: 'test', MANYU_DRILLS: '1' };
  return runInPlace(node, ['node_modules/vitest/vitest.mjs', 'run', ...filters], { env });
});
