import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { newComics } from '#contract/calls/listings';
import type { TestApp } from '../../app/app.ts';
import { addComic } from '../../factories/comics.ts';
import { editPart, PICTURE } from '../../factories/editorial.ts';
import { addPromotion } from '../../factories/promotions.ts';
import { openSite } from '../steps/app.ts';
import { drag } from '../steps/fingers.ts';
import { goWithin } from '../steps/walking.ts';

const HOUR_MS = 3_600_000;
const ever = { start: null, end: null };
const comics: number[] = [];
let site: TestApp;

const { openPage, url, answerWith } = openSite(async (app) => {
  site = app;
  for (let n = 1; n <= 24; n += 1) {
    const title = `途 ${String(n).padStart(2, '0')}`;
    const wish = { title, genres: n % 2 ? ['冒险'] : ['日常'], chapters: [{ price: 10 }, { price: 10 }] };
    comics.push((await addComic(app, wish)).comicId);
  }
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date());
  for (const [index, id] of comics.entries()) {
    const views = [day, id, 123_456 - index * 5_000];
    await app.pool.query('insert into reading.comic_day (day, comic_id, views) values ($1, $2, $3)', views);
  }
  // The app may have made an empty ranking already, so the clock is advanced to the next one.
  app.setTime(soon(10 * 60_000));
  await app.app.runFrequentJobs();
  app.setTime(null);
});

afterEach(() => site.setTime(null));

const main = (page: Page) => page.locator('main:visible');
const rows = (page: Page) => main(page).getByRole('listitem');
const section = (page: Page, name: string) => page.getByRole('region', { name });
const ok = (data: unknown) => ({ status: 1, message: 'success', code: 0, data });
const soon = (ms: number) => new Date(Date.now() + ms);
/** Some minutes less than full hours, so that a test never crosses the hour. */
const within = (hours: number) => soon(hours * HOUR_MS - 5 * 60_000);

test('a ranking loads to its end and shows changes of ranks, for each genre and type', async () => {
  const page = await openPage();
  await page.goto(url('/ranking'));
  // In order, with abbreviated numbers.
  await expect.poll(() => rows(page).first().textContent()).toMatch(/^1途 01冒险12\.3万次阅读/);
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 1500);
      return rows(page).count();
    })
    .toBe(24);
  await page.getByText('没有更多了').waitFor();
  expect(await rows(page).nth(23).textContent()).toMatch(/^24途 24日常8456次阅读/);

  // A rank shows its change.
  const one = { url: '/img/none', width: 600, height: 800, color: '#888888' };
  const comic = { id: 1, cover: one, authors: [], genres: [], status: 'serial', weekdays: [], latest: null, views: 1 };
  const card = { ...comic, flags: { new: false, up: false, free: false }, sale: null };
  const list = [3, -2, 0, null].map((change, index) => ({
    rank: index + 1,
    change,
    score: 10,
    comic: { ...card, id: index + 1, title: `动 ${index}` },
  }));
  const letThrough = await answerWith(page, 'rank', ok({ list, next: null }));
  await main(page).getByRole('tab', { name: '周榜' }).click();
  await main(page).getByRole('link', { name: '动 0' }).waitFor();
  const moves = (await rows(page).allInnerTexts()).map((text) => text.split('\n').slice(3).join('').replace(/\s/g, ''));
  expect(moves).toEqual(['上升▲3', '下降▼2', '–名次不变', '新上榜']);
  // Genres and types have their own rankings.
  await letThrough();
  await main(page).getByLabel('题材').selectOption('日常');
  await expect.poll(() => rows(page).first().textContent()).toMatch(/^1途 /);
  await expect.poll(() => rows(page).count()).toBe(12);
  await main(page).getByRole('tab', { name: '畅销' }).click();
  await main(page).getByLabel('题材').selectOption('');
  await expect.poll(() => main(page).textContent()).toMatch(/畅销还没有漫画，先看看|话售出/);
});

test('a sale shows its discount and remaining time, and disappears when it ends', async () => {
  await addPromotion(site, { title: '很快就完', comicIds: comics.slice(22), percent: 70, endsAt: within(1) });
  await addPromotion(site, { title: '周末限免', comicIds: comics.slice(19, 22), percent: 0, endsAt: within(5) });
  await addPromotion(site, {
    title: '还早',
    comicIds: comics.slice(5, 6),
    percent: 75,
    startsAt: soon(2 * HOUR_MS),
    endsAt: soon(3 * HOUR_MS),
  });
  const page = await openPage();
  await page.clock.install();
  await page.goto(url('/freesale'));
  const ending = section(page, '很快就完');
  await expect.poll(() => ending.textContent()).toMatch(/^很快就完7折距结束 00:5\d:\d\d/);
  expect(await section(page, '周末限免').textContent()).toMatch(/^周末限免限时免费距结束 04:5\d:\d\d/);
  expect(await section(page, '还早').count()).toBe(0);
  await page.getByRole('link', { name: '新作', exact: true }).click();
  const card = (n: string) => main(page).getByRole('link', { name: `途 ${n}` });
  await expect.poll(() => card('24').textContent()).toMatch(/^7折途 24剩 00:5\d:\d\d/);
  expect(await card('20').textContent()).toMatch(/^限免途 20剩 04:5\d:\d\d/);
  await page.getByRole('link', { name: '优惠', exact: true }).click();
  await ending.waitFor();
  site.setTime(soon(HOUR_MS + 5_000));
  await page.clock.fastForward(HOUR_MS + 5_000);
  await ending.waitFor({ state: 'detached' });
  await section(page, '周末限免').waitFor();
  await page.getByRole('link', { name: '新作', exact: true }).click();
  await expect.poll(() => card('24').textContent()).not.toContain('7折');
});

test('a countdown is right on a device with a wrong clock', async () => {
  await addPromotion(site, { title: '准点', comicIds: comics.slice(8, 9), percent: 50, endsAt: within(3) });
  const page = await openPage();
  await page.clock.install({ time: new Date(Date.now() - 26 * HOUR_MS) });
  await page.goto(url('/freesale'));
  await expect.poll(() => section(page, '准点').textContent()).toMatch(/^准点5折距结束 02:5\d:\d\d/);
});

test('themes and events can be opened, and ended or unknown ones show a message', async () => {
  const theme = { title: '看海去', description: '风从海上来。', image: PICTURE, comics: comics.slice(0, 3) };
  await editPart(site, 'themes', [
    { ...theme, id: 1, ...ever },
    { ...theme, id: 2, start: null, end: '2026-01-01T00:00:00.000Z' },
  ]);
  const page = await openPage();
  await page.goto(url('/theme/1'));
  await page.getByRole('heading', { level: 1, name: '看海去' }).waitFor();
  await expect.poll(() => rows(page).count()).toBe(3);
  // An ended or unknown theme shows a message.
  for (const id of ['2', '99', 'abc', '0']) {
    await goWithin(page, `/theme/${id}`);
    await page.getByText('专题不存在或已结束').waitFor();
    if (id === '0') break;
    await goWithin(page, '/theme/1');
    await page.getByRole('heading', { level: 1, name: '看海去' }).waitFor();
  }
  await main(page).getByRole('link', { name: '回首页' }).click();
  await page.waitForURL('**/home');

  // An event opens from the list, and its text is not executed.
  const body =
    '# 怎么参加\n\n- **每天**来\n\n见[条款](/service)、[坏的](javascript:alert(1))\n\n<img src=x onerror=alert(1)>';
  const start = '2026-01-01T00:00:00.000Z';
  await editPart(site, 'events', [
    { id: 1, title: '签到', image: PICTURE, link: 'javascript:alert(1)', body, start, end: null },
  ]);
  await goWithin(page, '/event');
  await main(page).getByRole('link', { name: /签到/ }).click();
  await page.getByRole('heading', { level: 2, name: '怎么参加' }).waitFor();
  expect(await main(page).getByRole('listitem').textContent()).toBe('每天来');
  expect(
    await main(page)
      .getByRole('link')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href'))),
  ).toEqual(['/service']);
  expect(await main(page).locator('img[src=x]').count()).toBe(0);
  await page.getByText('<img src=x').waitFor();
  await page.getByRole('button', { name: '返回' }).click();
  await main(page).getByRole('link', { name: /签到/ }).waitFor();
  // An unknown event shows a message.
  for (const id of ['99', 'x']) {
    await goWithin(page, `/event?id=${id}`);
    await page.getByText('活动不存在或已结束').waitFor();
    await goWithin(page, '/event');
    await main(page).getByRole('link', { name: /签到/ }).waitFor();
  }
});

test('terms and privacy policy can be opened, show their date, and show an error if they fail', async () => {
  const page = await openPage();
  const letThrough = await answerWith(page, 'text', 'down');
  await page.goto(url('/service'));
  await page.getByRole('alert').waitFor();
  await letThrough();
  await page.getByRole('button', { name: '重试' }).click();
  const readable = async (name: string) => {
    await page.locator('h1', { hasText: name }).waitFor();
    await main(page)
      .getByText(/^更新于 20\d\d-\d\d-\d\d$/)
      .waitFor();
    expect((await main(page).locator('article').textContent())?.length).toBeGreaterThan(200);
  };
  await readable('服务');
  await page.goto(url('/privacy'));
  await readable('隐私');
});

test('banners are shown on their screens, whatever they link to, independent of other calls', async () => {
  const links = ['javascript:alert(1)', '/nowhere', '//example.com', '/theme/1', 'https://example.com/'];
  await editPart(site, 'banners', [
    ...links.map((link) => ({ slot: 4, title: link, image: PICTURE, link, ...ever })),
    { slot: 1, title: '先到', image: PICTURE, link: '/theme/1', ...ever },
  ]);
  const page = await openPage();
  const banners = main(page).getByRole('region', { name: '推荐' });
  await page.goto(url('/complete'));
  await banners.waitFor();
  // An invalid link and a missing picture cause no error.
  await expect.poll(() => banners.locator('img').first().getAttribute('data-image')).toBe('failed');
  expect(await banners.locator('img').count()).toBe(5);
  expect(await banners.getByText('javascript:alert(1)').isVisible()).toBe(true);
  expect(await banners.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual([
    '/theme/1',
    'https://example.com/',
  ]);
  // A screen without banners shows none.
  await page.getByRole('link', { name: '新作', exact: true }).click();
  await page.locator('h1:visible', { hasText: '新作' }).waitFor();
  await rows(page).first().waitFor();
  expect(await banners.count()).toBe(0);

  // Banners of home don't wait for its sections.
  await answerWith(page, 'home', 'silent');
  await page.getByRole('link', { name: '首页' }).first().click();
  await main(page).getByRole('link', { name: '先到' }).waitFor();
  expect(await main(page).getByRole('heading', { level: 2 }).count()).toBe(0);
  await editPart(site, 'banners', []);
});

test('a pull at the top refetches and keeps the current list, also without a network', async () => {
  const page = await openPage();
  // The page has the list already. The app requests it again without the reader, after it has a session.
  const requestedAgain = Promise.all(['new', 'genre'].map((call) => page.waitForResponse(`**/api/${call}`)));
  await page.goto(url('/new'));
  await rows(page).first().waitFor();
  await requestedAgain;
  const requested: string[] = [];
  page.on(
    'request',
    (request) => request.url().includes('/api/') && requested.push(request.url().replace(/^.*api\//, '')),
  );
  // A short pull does nothing.
  await drag(page, { x: 200, y: 300 }, { x: 0, y: 60 });
  await page.waitForTimeout(400);
  expect(requested).toEqual([]);
  // A long pull refetches and keeps the current list during the refetch.
  await addComic(site, { title: '刚刚来的' });
  const newest = async () => (await site.call(newComics, {})).data?.list[0]?.title;
  await expect.poll(newest).toBe('刚刚来的');
  const seen = Promise.withResolvers<void>();
  await page.route('**/api/new', (route) => seen.promise.then(() => route.continue()));
  await drag(page, { x: 200, y: 250 }, { x: 10, y: 400 });
  await page.getByRole('status', { name: '正在刷新' }).waitFor();
  expect(await rows(page).count()).toBeGreaterThan(10);
  seen.resolve();
  await main(page).getByRole('link', { name: '刚刚来的' }).waitFor();
  await page.getByRole('status', { name: '正在刷新' }).waitFor({ state: 'detached' });
  expect(requested).toEqual(expect.arrayContaining(['new', 'banner']));

  // Without a network it keeps the list and shows an error.
  await page.context().setOffline(true);
  await drag(page, { x: 200, y: 250 }, { x: 0, y: 400 });
  await page.getByText('网络异常').waitFor();
  expect(await rows(page).count()).toBeGreaterThan(10);
  await page.context().setOffline(false);
});
