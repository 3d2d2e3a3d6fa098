import { ensureChromium } from './chromium.mjs';
import { install } from './install.mjs';
import { exitWith, runInPlace } from './run.mjs';

await exitWith(async () => {
  const node = await install();
  const env = { ...process.env, CHROMIUM_PATH: ensureChromium(), NODE_ENV: 'test' };
  return runInPlace(node, ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)], { env });
});
