import type { Page } from 'playwright-core';

/** Counts every layout shift of the pages opened from now on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect };
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    const describeSource = ({ node, previousRect: from, currentRect: to }: Source) =>
      `${node?.nodeName} ${node?.textContent?.slice(0, 40)} ${from.x},${from.y} ${from.width}×${from.height} → ${to.x},${to.y} ${to.width}×${to.height}`;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: Source[] })[])
        shifts.push([entry.value, ...entry.sources.map(describeSource)].join(' | '));
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The layout shifts of the current page: their values, elements and positions. */
export function shiftsOf(page: Page): Promise<string[]> {
  return page.evaluate((): string[] => Reflect.get(window, 'shifts'));
}
