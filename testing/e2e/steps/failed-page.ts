import type { Page } from 'playwright-core';

/** Events of a page that are kept, newest last. */
const KEPT = 60;
const TEXT_LENGTH = 400;
/** A page that does not answer must not delay the end of its test. */
const WAIT = { timeout: 5000 };

const events = new WeakMap<Page, string[]>();

/** Records the events of a page: messages of the console, errors, answers of calls and failed requests. */
export function recordPage(page: Page): void {
  const kept: string[] = [];
  events.set(page, kept);
  const openedAt = Date.now();
  const keep = (event: string) => {
    kept.push(`${((Date.now() - openedAt) / 1000).toFixed(1)} s  ${event}`);
    if (kept.length > KEPT) kept.shift();
  };
  page.on('console', (message) => keep(`${message.type()}: ${message.text().slice(0, TEXT_LENGTH)}`));
  page.on('pageerror', (error) => keep(`error: ${error.message.slice(0, TEXT_LENGTH)}`));
  page.on('framenavigated', (frame) => frame === page.mainFrame() && keep(`shows ${frame.url()}`));
  page.on('requestfailed', (request) => keep(`failed: ${request.url()} ${request.failure()?.errorText ?? ''}`));
  page.on('response', (response) => {
    if (response.url().includes('/api/') || response.status() >= 400) keep(`${response.status()} ${response.url()}`);
  });
}

/** The content and the events of a page, for the log of a failed test. */
export async function describePage(page: Page): Promise<string> {
  const root = page.locator('#root');
  const shown = await Promise.all([
    root.evaluate(() => `${scrollY} of ${document.documentElement.scrollHeight} px scrolled`, null, WAIT),
    root.textContent(WAIT).then((text) => `${text?.slice(0, TEXT_LENGTH)}\n…\n${text?.slice(-TEXT_LENGTH)}`),
  ]).catch((error: unknown) => [String(error)]);
  return [page.url(), ...(events.get(page) ?? []), ...shown].join('\n');
}
