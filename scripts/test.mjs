import { ensureChromium } from './chromium.mjs';
import { installForDeveloping } from './install.mjs';
import { exitWith, runInPlace } from './run.mjs';
import { takeSlowest } from './slowest-option.mjs';

await exitWith(async () => {
  const [node, chromium] = await Promise.all([installForDeveloping(), ensureChromium()]);
  const { count, rest } = takeSlowest(process.argv.slice(2));
  const env = { ...process.env, CHROMIUM_PATH: chromium, NODE_ENV: 'test', SLOWEST: String(count) };
  return runInPlace(node, ['node_modules/vitest/vitest.mjs', 'run', ...rest], { env });
});
