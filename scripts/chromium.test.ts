import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const CHROMIUM = fileURLToPath(new URL('chromium.mjs', import.meta.url));

let machine: string;

beforeEach(() => {
  machine = mkdtempSync(join(tmpdir(), 'manyu-path-'));
  symlinkSync('/usr/bin/env', join(machine, 'env'));
});

afterEach(() => rmSync(machine, { recursive: true, force: true }));

function offer(name: string, script: string): void {
  writeFileSync(join(machine, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(machine, name), 0o755);
}

/** Runs with a PATH that contains only the offered programs. */
function ensureChromium(env: Record<string, string> = {}): string {
  const code = `
    const { ensureChromium } = await import(${JSON.stringify(CHROMIUM)});
    try { console.log('found ' + await ensureChromium()); } catch (error) { console.log(error.message); }
  `;
  const given = ['--input-type=module', '-e', code];
  return spawnSync(process.execPath, given, { encoding: 'utf8', env: { PATH: machine, ...env } }).stdout;
}

test('a Chromium on the path is taken', () => {
  offer('fc-list', 'echo a font');
  offer('chromium-browser', 'exit 0');
  expect(ensureChromium()).toBe(`found ${join(machine, 'chromium-browser')}\n`);
});

test('a browser that can not run is skipped, and the message says how to get one', () => {
  offer('fc-list', 'echo a font');
  offer('chromium-browser', 'exit 1');
  expect(ensureChromium()).toMatch(/没有找到.*apt-get install chromium/);
});

test('a wrong CHROMIUM_PATH is named', () => {
  expect(ensureChromium({ CHROMIUM_PATH: '/nowhere/chromium' })).toMatch('/nowhere/chromium 不存在');
});

/** An apt-get that fails at the first install and has only one browser. */
function offerApt(known: string): string {
  offer('sudo', 'shift; exec "$@"');
  const browser = join(machine, known);
  offer(
    'apt-get',
    `case "$1" in install)
      [ -e ${machine}/once ] || { : > ${machine}/once; exit 100; }
      case " $* " in *' ${known} '*) ;; *) exit 100;; esac
      printf '#!/bin/sh\\n' > ${browser}; /bin/chmod 755 ${browser};;
    esac`,
  );
  return browser;
}

test.each(['chromium-headless-shell', 'chromium'])('a missing browser is installed by apt-get: %s', (known) => {
  const browser = offerApt(known);
  expect(ensureChromium()).toContain(`found ${browser}\n`);
});

test('the headless shell is preferred', () => {
  offer('fc-list', 'echo a font');
  offer('chromium', 'exit 0');
  offer('chromium-headless-shell', 'exit 0');
  expect(ensureChromium()).toBe(`found ${join(machine, 'chromium-headless-shell')}\n`);
});
