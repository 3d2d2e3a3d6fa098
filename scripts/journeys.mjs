import { aptInstall } from './chromium.mjs';
import { fileExists, installForDeveloping } from './install.mjs';
import { exitWith, runInPlace } from './run.mjs';

/** The browsers of the journeys. The journeys report missing ones. */
const PACKAGES = {
  'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
  xvfb: '/usr/bin/Xvfb',
  'firefox-esr': '/usr/bin/firefox-esr',
};

await exitWith(async () => {
  const node = await installForDeveloping();
  const missing = Object.keys(PACKAGES).filter((name) => !fileExists(PACKAGES[name]));
  if (missing.length > 0) await aptInstall([missing]);
  return runInPlace(node, ['testing/e2e/journeys/main.ts', ...process.argv.slice(2)]);
});
