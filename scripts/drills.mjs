import { ensureChromium } from './chromium.mjs';
import { installForDeveloping } from './install.mjs';
import { exitWith, runInPlace } from './run.mjs';

/** The tests that `npm test` runs in small. */
const DRILLS = [
  'bench/scale',
  'server/adapters/channels',
  'server/backup',
  'server/importer/crash',
  'server/importer/run-size',
  'server/modules/recommend',
  'server/modules/rewards',
  'server/modules/wallet',
  'server/modules/shop',
  'server/library',
  'server/start/killed',
  'server/start/channels-killed',
  'server/start/clock-set',
  'server/start/database-stopped',
  'server/start/full-disk',
  'server/start/postgres-killed',
  'server/start/read-only-store',
  'server/start/rolling-restart',
  'server/http/lost-answers',
  'server/testing/fuzz',
  'test/documented',
  'e2e/everybody',
  'e2e/looks',
  'e2e/seams',
];

await exitWith(async () => {
  const [node, chromium] = await Promise.all([installForDeveloping(), ensureChromium()]);
  const filters = process.argv.length > 2 ? process.argv.slice(2) : DRILLS;
  const env = { ...process.env, CHROMIUM_PATH: chromium, NODE_ENV: 'test', MANYU_DRILLS: '1' };
  return runInPlace(node, ['node_modules/vitest/vitest.mjs', 'run', ...filters], { env });
});
