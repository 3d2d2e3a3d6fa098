import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { isDrill } from '../server/testing/drill.ts';

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What depends on colours: the elements of a page are the same in the dark. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];
/** That a page can't be zoomed is demanded by the specification; the size of a target is a rule that axe leaves out. */
const RULES = { 'meta-viewport': { enabled: false }, 'target-size': { enabled: true } };

const IN_LIGHT = { runOnly: STANDARDS, rules: RULES };
const IN_DARK = { runOnly: OF_COLOURS };

/** Of a screen with a dialog the dialog: the screen was looked at before. Both by `npm run drills`. */
const LOOKED_AT = isDrill ? 'document' : "document.querySelector('dialog[open]') ?? document";

/** The one without comments: the other is more than twice as much to send and to parse. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The faults of WCAG 2.2 A and AA that axe finds in the present page once it is at rest, in light and in dark. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const inLight = await faultsIn(page, 'light', IN_LIGHT);
  const inDark = await faultsIn(page, 'dark', IN_DARK);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...inLight, ...inDark.map((fault) => `in the dark: ${fault}`)];
}

async function faultsIn(page: Page, colorScheme: 'light' | 'dark', rules: object): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  // There is no media to load ahead, and no rule of these looks into style sheets.
  const options = { ...rules, resultTypes: ['violations'], selectors: false, preload: false };
  const found: unknown = await page.evaluate(
    `axe.run(${LOOKED_AT}, ${JSON.stringify(options)})` +
      '.then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map((node) => node.html).join(" ")))',
  );
  return Array.isArray(found) ? found.map(String) : ['axe did not run'];
}
