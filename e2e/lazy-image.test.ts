import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { openReader } from './reading.ts';

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

test('an image that fails is invisible and keeps its room; one that comes by XMLHttpRequest is shown as a PNG data URI, and a kept listing shown again does not load it again', async () => {
  const reader = await openPage();
  await reader.route('**/*', (route) =>
    route.request().method() === 'GET' && route.request().resourceType() === 'xhr' ? route.abort() : route.fallback(),
  );
  await reader.goto(url('/new'));
  const image = reader.locator('img[data-image="failed"]').first();
  await image.waitFor({ state: 'attached' });
  expect(await image.evaluate((element) => getComputedStyle(element).visibility)).toBe('hidden');
  expect((await image.boundingBox())?.height).toBeGreaterThan(50);

  await reader.unrouteAll();
  const requests = imagesOf(reader);
  await reader.reload();
  const shown = reader.locator('img[data-image="loaded"]').first();
  await shown.waitFor();
  expect(await shown.getAttribute('src')).toMatch(/^data:image\/png;base64,/);
  expect(await shown.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(100);
  expect(requests[0]?.headers()['x-requested-with']).toBe('XMLHttpRequest');

  await reader.getByRole('link', { name: /封面/ }).first().click();
  await reader.getByRole('heading', { level: 1, name: '封面' }).waitFor();
  await reader.waitForFunction(() =>
    [...document.querySelectorAll('[data-image="waiting"]')].every((image) => {
      const { top, width } = image.getBoundingClientRect();
      return width === 0 || top >= innerHeight;
    }),
  );
  const later = imagesOf(reader);
  await reader.goBack();
  await reader.getByRole('heading', { level: 1, name: '新作' }).waitFor();
  await reader.locator('img[data-image="loaded"]:visible').first().waitFor();
  await reader.waitForTimeout(500);
  expect(later).toHaveLength(0);
});
