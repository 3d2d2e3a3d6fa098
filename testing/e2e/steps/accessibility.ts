import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { isDrill } from '../../drills/drill.ts';

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The specification demands that a page can't be zoomed. axe does not check target sizes by default. */
const RULES = { 'meta-viewport': { enabled: false }, 'target-size': { enabled: true } };

/** Rules about colours. Other rules have the same result in both themes. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

const ALL = { runOnly: STANDARDS, rules: RULES };
const COLOURS = { runOnly: OF_COLOURS };

/** If a dialog is open, only the dialog is checked, because the screen was checked before. `npm run drills` checks both. */
const LOOKED_AT = isDrill ? 'document' : "document.querySelector('dialog[open]') ?? document";

/** The minified build, which is less than half the size. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const THEMES = ['light', 'dark'] as const;

/**
 * The violations of WCAG 2.2 A and AA that axe finds in the current page, in the light and dark theme. With `nth`, in
 * alternating themes, because many screens share their colours; `npm run drills` checks both.
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
  // Faster: no media are preloaded, and no rule needs style sheets.
  const options = { ...rules, resultTypes: ['violations'], selectors: false, preload: false };
  const found: unknown = await page.evaluate(
    `axe.run(${LOOKED_AT}, ${JSON.stringify(options)})` +
      '.then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map((node) => node.html).join(" ")))',
  );
  return Array.isArray(found) ? found.map((fault) => `${colorScheme}: ${fault}`) : ['axe did not run'];
}
