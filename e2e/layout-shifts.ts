import type { Page } from 'playwright-core';

/** Counts every layout shift of the pages opened from now on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) shifts.push(Number(entry.value));
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Every layout shift of the present page so far. */
export function shiftsOf(page: Page): Promise<number[]> {
  return page.evaluate((): number[] => Reflect.get(window, 'shifts'));
}
