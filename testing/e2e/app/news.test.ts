import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addSubscribe } from '#contract/calls/library';
import { feedbackSubmit } from '#contract/calls/support';
import { addReply } from '../../../server/modules/support/support.ts';
import type { TestApp } from '../../app/app.ts';
import { addChapter, addComic } from '../../factories/comics.ts';
import { openSite } from '../steps/app.ts';

let app: TestApp;
let comicId = 0;
const { openPage, url } = openSite(async (site) => {
  app = site;
  comicId = (await addComic(site, { title: '海上的岛' })).comicId;
});

const NOTIFICATION_MS = 3000;
const news = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true });

/** A page with a session and an installed clock, after the news code was loaded. */
async function open(pathname: string): Promise<{ page: Page; token: string }> {
  const token = await app.visitor();
  await app.call(addSubscribe, { id: comicId }, { token });
  const page = await openPage();
  await page.context().addCookies([{ name: 'token', value: token, url: app.url }]);
  await page.clock.install();
  const watching = page.waitForResponse('**/assets/idle-work-*.js');
  await page.goto(url(pathname));
  await page.clock.fastForward(3000);
  await watching;
  await page.waitForLoadState('networkidle');
  return { page, token };
}

let lastNo = 1;
async function publishNext() {
  lastNo += 1;
  await addChapter(app, comicId, { no: lastNo, publishedAt: new Date() });
}

test('new items show a notification for three seconds; items from before the visit do not', async () => {
  const { page, token } = await open('/my');
  await page.getByText('· ID').waitFor();
  // A reply, and a new chapter of a subscribed comic.
  const { data } = await app.call(feedbackSubmit, { type: 4, content: '有一页是黑的' }, { token });
  await addReply(app.pool, data?.id ?? 0, '已修好。', new Date());
  await publishNext();
  await page.clock.fastForward(60_000);
  await news(page, '你的反馈有新回复').waitFor();
  await news(page, '订阅的漫画有更新').waitFor();
  await page.clock.fastForward(NOTIFICATION_MS);
  await news(page, '你的反馈有新回复').waitFor({ state: 'detached' });
  // Unchanged counts cause no notification.
  const refetched = page.waitForResponse('**/api/user/info');
  await page.clock.fastForward(60_000);
  await refetched;
  expect(await news(page, '订阅的漫画有更新').count()).toBe(0);

  // Items from before the visit cause no notification.
  await publishNext();
  await page.reload();
  await page.getByText('· ID').waitFor();
  await page.getByRole('link', { name: /有更新\s*书架/ }).waitFor();
  await page.clock.runFor(500);
  expect(await news(page, '订阅的漫画有更新').count()).toBe(0);
});
