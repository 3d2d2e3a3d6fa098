import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { isDrill } from '../../drills/drill.ts';

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** That a page can't be zoomed is demanded by the specification; the size of a target is a rule that axe leaves out. */
const RULES = { 'meta-viewport': { enabled: false }, 'target-size': { enabled: true } };

/** What depends on colours: the elements of a page are the same in both themes. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

const ALL = { runOnly: STANDARDS, rules: RULES };
const COLOURS = { runOnly: OF_COLOURS };

/** Of a screen with a dialog the dialog: the screen was looked at before. Both by `npm run drills`. */
const LOOKED_AT = isDrill ? 'document' : "document.querySelector('dialog[open]') ?? document";

/** The one without comments: the other is more than twice as much to send and to parse. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const THEMES = ['light', 'dark'] as const;

/**
 * The faults of WCAG 2.2 A and AA that axe finds in the present page once it is at rest, in light and in dark; of the nth of many
 * places in one of them, in turn, since their colours are the same. In both by `npm run drills`.
 */
export async function accessibilityFaults(page: Page, nth?: number): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const themes = THEMES.filter((_, at) => isDrill || nth === undefined || at === nth % THEMES.length);
  const found: string[] = [];
  for (const [at, theme] of themes.entries()) found.push(...(await faultsIn(page, theme, at === 0 ? ALL : COLOURS)));
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
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
  return Array.isArray(found) ? found.map((fault) => `${colorScheme}: ${fault}`) : ['axe did not run'];
}
