import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The faults that axe finds in the present page. That it can't be zoomed is demanded by the specification. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found: unknown = await page.evaluate(
    'axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"], rules: { "meta-viewport": { enabled: false } } })' +
      '.then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map((node) => node.html).join(" ")))',
  );
  return Array.isArray(found) ? found.map(String) : ['axe did not run'];
}
