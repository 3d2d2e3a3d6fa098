import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds wrong with the page as it is now. That it can't be zoomed is the specification's wish. */
export async function faults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found: unknown = await page.evaluate(
    'axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"], rules: { "meta-viewport": { enabled: false } } })' +
      '.then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map((node) => node.html).join(" ")))',
  );
  return Array.isArray(found) ? found.map(String) : ['axe did not run'];
}
