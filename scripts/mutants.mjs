import { ensureChromium } from './chromium.mjs';
import { installForDeveloping } from './install.mjs';
import { exitWith, runInPlace } from './run.mjs';

await exitWith(async () => {
  const [node, chromium] = await Promise.all([installForDeveloping(), ensureChromium()]);
  const env = { ...process.env, CHROMIUM_PATH: chromium, NODE_ENV: 'test' };
  return runInPlace(node, ['testing/mutants/main.ts', ...process.argv.slice(2)], { env });
});
