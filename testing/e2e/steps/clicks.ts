import type { Page } from 'playwright-core';

/**
 * Counts every press of the pointer on the pages opened from now on, a drag as one, and every choice in a list. Typed keys,
 * Enter included, is not counted.
 */
export async function countClicks(page: Page): Promise<() => number> {
  let count = 0;
  await page.exposeFunction('noteClick', () => {
    count += 1;
  });
  await page.addInitScript(() => {
    const note = Reflect.get(window, 'noteClick');
    addEventListener('pointerdown', note, true);
    addEventListener('change', ({ target }) => target instanceof HTMLSelectElement && note(), true);
  });
  return () => count;
}
