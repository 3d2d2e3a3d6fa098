import type { Page } from 'playwright-core';

/** Events of a page that are kept, newest last. */
const KEPT = 60;
const TEXT_LENGTH = 400;
/** A page that does not answer must not delay the end of its test. */
const ANSWERS_WITHIN_MS = 5000;

const events = new WeakMap<Page, string[]>();

/** Keeps what happens in a page: messages of the console, errors, answers of calls and failed requests. */
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

/** What a page has shown and what happened in it, for the log of a failed test. */
export async function describePage(page: Page): Promise<string> {
  const late = new Promise<string>((resolve) => setTimeout(resolve, ANSWERS_WITHIN_MS, '(the page does not answer)'));
  const shown = page
    .evaluate((length) => {
      const text = document.body.innerText;
      const { scrollHeight } = document.documentElement;
      return `${scrollY} of ${scrollHeight} px scrolled\n${text.slice(0, length)}\n…\n${text.slice(-length)}`;
    }, TEXT_LENGTH)
    .catch(String);
  return [page.url(), ...(events.get(page) ?? []), await Promise.race([shown, late])].join('\n');
}
