import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { comicRead } from '#contract/calls/comic';
import { openReader } from '../steps/reading.ts';

const page = { width: 400, height: 500, along: 'down', from: 0, to: 1 } as const;
const { openPage, url, chapter, payloadOf } = openReader([
  { title: '免费', chapters: [[page, page, page]] },
  { title: '要买', chapters: [[page]], options: ['--price', '12'] },
]);

/** Records the payloads of comic/read. */
function watchReads(reader: Page): unknown[] {
  const reads: unknown[] = [];
  reader.on('request', (request) => {
    if (request.url().endsWith(`/api/${comicRead.path}`)) reads.push(payloadOf(request.postData()));
  });
  return reads;
}

/** Opens a comic from its card and waits until the network is idle. */
async function openComic(reader: Page, title: string): Promise<void> {
  await reader.goto(url('/new'));
  await reader.getByRole('link', { name: title }).first().click();
  await reader.getByRole('button', { name: '下载', exact: true }).waitFor();
}

test('开始阅读 is prefetched before the tap, and counts as read only after it', async () => {
  const reader = await openPage();
  const reads = watchReads(reader);
  const id = chapter('免费', 1);
  const picture = reader.waitForEvent('requestfinished', (request) => request.url().includes('/img/open/'));
  await openComic(reader, '免费');
  await picture;
  await expect.poll(() => reads).toEqual([{ id, ahead: true }]);
  // All further requests fail.
  for (const address of ['**/api/**', '**/img/**']) await reader.route(address, () => undefined);
  await reader.getByRole('link', { name: '开始阅读' }).click();
  await reader.locator(`[data-source="${id}/0/0"] img`).waitFor();
  await expect.poll(() => reads).toEqual([{ id, ahead: true }, { id }]);
  await reader.unrouteAll();
});

test('locked chapters are not prefetched, and nothing is prefetched with data saving', async () => {
  const [reader, sparing] = [await openPage(), await openPage()];
  const browser = await sparing.context().newCDPSession(sparing);
  await browser.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true });
  const asked = [reader, sparing].map(watchReads);
  await openComic(reader, '要买');
  await openComic(sparing, '免费');
  // Longer than the delay before prefetching.
  await Promise.all([reader, sparing].map((each) => each.waitForTimeout(1500)));
  expect(asked).toEqual([[], []]);
});
