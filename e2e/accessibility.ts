import axe from 'axe-core';
import type { Page } from 'playwright-core';

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What depends on colours: the elements of a page are the same in the dark. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** The faults that axe finds in the present page. That it can't be zoomed is demanded by the specification. */
export async function accessibilityFaults(page: Page, colorScheme: 'light' | 'dark' = 'light'): Promise<string[]> {
  await page.evaluate(axe.source);
  const options = {
    runOnly: colorScheme === 'dark' ? OF_COLOURS : STANDARDS,
    ...(colorScheme === 'light' && { rules: { 'meta-viewport': { enabled: false } } }),
    resultTypes: ['violations'],
    selectors: false,
  };
  const found: unknown = await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)})` +
      '.then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map((node) => node.html).join(" ")))',
  );
  return Array.isArray(found) ? found.map(String) : ['axe did not run'];
}
