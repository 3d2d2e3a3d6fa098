import type { Page, Request, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { openReader } from '../steps/reading.ts';

const page = { width: 800, height: 700, along: 'down' as const, from: 0, to: 1 };
const { openPage, url } = openReader([{ title: '封面', chapters: [[page], [page]] }]);

/** Records every request of an image. */
function imagesOf(reader: Page): Request[] {
  const requests: Request[] = [];
  reader.on('request', (request) => {
    if (request.method() === 'GET' && request.resourceType() === 'xhr') requests.push(request);
  });
  return requests;
}

test('an image is fetched by XMLHttpRequest and shown as a PNG data URI', async () => {
  const reader = await openPage();
  const requests = imagesOf(reader);
  await reader.goto(url('/new'));
  const image = reader.locator('img[data-image="loaded"]').first();
  await image.waitFor();
  expect(await image.getAttribute('src')).toMatch(/^data:image\/png;base64,/);
  expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(100);
  expect(requests[0]?.headers()['x-requested-with']).toBe('XMLHttpRequest');
});

test.each([
  { what: 'does not come', end: (route: Route) => route.abort() },
  // As from a captive portal.
  { what: 'is none', end: (route: Route) => route.fulfill({ contentType: 'text/html', body: '<h1>login</h1>' }) },
])('an image that $what is invisible and keeps its space', async ({ end }) => {
  const reader = await openPage();
  await reader.route('**/*', (route) =>
    route.request().method() === 'GET' && route.request().resourceType() === 'xhr' ? end(route) : route.fallback(),
  );
  await reader.goto(url('/new'));
  const image = reader.locator('img[data-image="failed"]').first();
  await image.waitFor({ state: 'attached' });
  expect(await image.evaluate((element) => getComputedStyle(element).visibility)).toBe('hidden');
  expect((await image.boundingBox())?.height).toBeGreaterThan(50);
});

test('a kept listing shown again does not load its images again', async () => {
  const reader = await openPage();
  const before = imagesOf(reader);
  await reader.goto(url('/new'));
  await reader.locator('img[data-image="loaded"]').first().waitFor();
  const shown = new Set(before.map((request) => request.url()));
  await reader.getByRole('link', { name: /封面/ }).first().click();
  await reader.getByRole('heading', { level: 1, name: '封面' }).waitFor();
  await reader.waitForFunction(() =>
    [...document.querySelectorAll('[data-image="waiting"]')].every((image) => {
      const { top, width } = image.getBoundingClientRect();
      return width === 0 || top >= innerHeight;
    }),
  );
  const requests = imagesOf(reader);
  await reader.goBack();
  await reader.getByRole('heading', { level: 1, name: '新作' }).waitFor();
  await reader.locator('img[data-image="loaded"]:visible').first().waitFor();
  await reader.waitForTimeout(500);
  // The previous comic may still prefetch its first page.
  expect(requests.map((request) => request.url()).filter((address) => shown.has(address))).toEqual([]);
});
