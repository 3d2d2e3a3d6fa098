import path from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TestApp } from '../../app/app.ts';
import { firstOwner } from '../../factories/staff.ts';
import { accessibilityFaults } from './accessibility.ts';
import type { openSite } from './app.ts';

export const CONSOLE_FOLDER = path.join(import.meta.dirname, '../../../dist/console');
export const DESK: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };

/** The number of checks of a page. */
const checks = new WeakMap<Page, number>();

/**
 * The page has no accessibility violation, does not scroll sideways, and has no small targets on a phone. The theme alternates
 * from one check of a page to the next; `npm run drills` checks both.
 */
export async function expectSoundPage(page: Page): Promise<void> {
  const nth = checks.get(page) ?? 0;
  checks.set(page, nth + 1);
  expect(await accessibilityFaults(page, nth)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const small = await page.evaluate(() => {
    const targets = [...document.querySelectorAll<HTMLElement>('a, button, input, select, summary')];
    const isSmall = (each: HTMLElement) => each.offsetParent !== null && each.getBoundingClientRect().height < 43.5;
    return innerWidth < 600 ? targets.filter(isSmall).map(({ outerHTML }) => outerHTML) : [];
  });
  expect(small).toEqual([]);
}

/** Opens the console as its first owner, logged in with a fresh second factor. */
export async function openConsole(site: ReturnType<typeof openSite>, app: TestApp, options = DESK): Promise<Page> {
  return openConsoleAs(site, (await firstOwner(app, new Date())).cookie, options);
}

/** Opens the console with the cookie of a session. */
export async function openConsoleAs(site: ReturnType<typeof openSite>, cookie: string, options = DESK): Promise<Page> {
  const page = await site.openPage({ locale: 'zh-CN', ...options });
  await page.context().addCookies([{ name: 'manyu-console', value: cookie, url: site.url('/') }]);
  return page;
}

/** Types a search on the overview, and opens the first result. */
export async function findFirst(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text);
  await page.keyboard.press('Enter');
  await page.getByRole('searchbox').waitFor({ state: 'detached' });
}

/** Opens a section by the navigation. On a phone some sections are behind 更多. */
export async function openSection(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: '总览' }).waitFor();
  const link = page.getByRole('link', { name: title });
  if (!(await link.isVisible())) await page.getByRole('button', { name: '更多' }).click();
  await link.click();
}
