import { expect, test } from 'vitest';
import type { Bitmap } from '../steps/drawn-comics.ts';
import { shiftsOf } from '../steps/layout-shifts.ts';
import { imagesDrawn, openReader, PHONE, positionOf, readTo, showBars } from '../steps/reading.ts';

const page = (height: number): Bitmap => ({ width: 800, height, along: 'down', from: 0, to: 1 });
const many = (count: number): Bitmap[] => Array.from({ length: count }, () => page(700));

const { openPage, url, chapter, payloadOf } = openReader([
  {
    title: '流动',
    chapters: [[...many(7), page(90)], many(3), many(2)],
    options: ['--price', '12', '--free-first', '2'],
  },
  { title: '长长', chapters: [many(60)] },
]);
const key = (title: string, no: number, n: number) => `${chapter(title, no)}/${n}`;

test('reading continues into the next chapters up to a locked one, and going back is one step', async () => {
  const reader = await openPage();
  const reads: unknown[] = [];
  const sent: unknown[] = [];
  reader.on('request', (request) => {
    if (request.url().endsWith('/api/comic/read')) reads.push(payloadOf(request.postData()));
    if (request.url().endsWith('/api/my/progress')) sent.push(payloadOf(request.postData()));
  });
  const [first, second] = [chapter('流动', 1), chapter('流动', 2)];
  await reader.goto(url('/home'));
  // Without a session the page would contain the chapter, and the call would come later.
  await reader.waitForFunction(() => localStorage.getItem('userInfo') !== null);
  await reader.goto(url(`/chapter/${first}`));
  await imagesDrawn(reader);
  const entries = await reader.evaluate(() => history.length);
  await expect.poll(() => reader.locator('output').textContent()).toBe('1 / 8');
  await readTo(reader, key('流动', 1, 5), 0);
  await reader.getByRole('heading', { name: '第2话' }).waitFor();
  expect(reads).toEqual([{ id: first }, { id: second, ahead: true }]);
  // Its short last page finishes it.
  await readTo(reader, key('流动', 1, 6), 0);
  await expect.poll(() => reader.locator('output').textContent()).toBe('8 / 8');
  await expect
    .poll(() => sent, { timeout: 5000 })
    .toContainEqual(expect.objectContaining({ chapterId: first, finished: true }));
  await readTo(reader, key('流动', 2, 0), 0);
  await expect.poll(() => new URL(reader.url()).pathname).toBe(`/chapter/${second}`);
  // Only now it counts as being read.
  await expect.poll(() => reads).toEqual([{ id: first }, { id: second, ahead: true }, { id: second }]);
  expect(await reader.evaluate(() => history.length)).toBe(entries);
  await expect.poll(() => reader.locator('output').textContent()).toBe('1 / 3');
  expect(await shiftsOf(reader)).toEqual([]);
  // A locked chapter shows its price.
  const card = reader.getByRole('region', { name: '本话未解锁' });
  await card.scrollIntoViewIfNeeded();
  await expect.poll(() => card.textContent()).toContain('12 漫币');
  expect(await card.getByRole('link', { name: '返回目录' }).count()).toBe(1);
  // The bars show the locked chapter, without a page count.
  await reader.getByRole('heading', { name: '流动' }).locator('..').getByText('第3话').waitFor({ state: 'attached' });
  expect(await reader.locator('output').count()).toBe(0);
  expect(await reader.getByText('3/3').count()).toBe(0);
  expect(await reader.title()).toContain('第3话');
  await readTo(reader, key('流动', 2, 1), 0);
  await expect.poll(() => reader.locator('output').textContent()).toMatch(/ \/ 3$/);
  await reader.goBack();
  expect(new URL(reader.url()).pathname).toBe('/home');
  // A locked chapter opened directly shows its price too.
  await reader.goto(url(`/chapter/${chapter('流动', 3)}`));
  await card.waitFor();
  expect(await reader.locator('[data-page]').count()).toBe(0);
});

test('scrolling up continues into the previous chapter without a jump, and the chapter list can be closed', async () => {
  const reader = await openPage();
  await reader.goto(url(`/chapter/${chapter('流动', 2)}`));
  await imagesDrawn(reader);
  const top = async (no: number, n: number) =>
    (await reader.locator(`[data-page="${key('流动', no, n)}"]`).boundingBox())?.y ?? Number.NaN;
  const before = await top(2, 0);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await reader.route('**/api/comic/read', (route) => held.then(() => route.continue()));
  const asked = reader.waitForRequest('**/api/comic/read');
  await reader.evaluate(() => document.querySelector('[data-reader]')?.scrollBy(0, -120));
  await asked;
  await reader.locator('[data-room-before]').getByText('第1话').waitFor();
  const meanwhile = await top(2, 0);
  expect(meanwhile - before).toBeGreaterThan(100);
  letGo();
  await reader.locator(`[data-page="${key('流动', 1, 7)}"]`).waitFor();
  // Browsers scroll by whole pixels.
  expect(Math.abs((await top(2, 0)) - meanwhile)).toBeLessThan(1);
  expect(new URL(reader.url()).pathname).toBe(`/chapter/${chapter('流动', 2)}`);
  // Reading continues in the chapter above.
  await readTo(reader, key('流动', 1, 4), 0.2);
  await expect.poll(() => new URL(reader.url()).pathname).toBe(`/chapter/${chapter('流动', 1)}`);
  await expect.poll(() => reader.locator('output').textContent()).toBe('7 / 8');
  expect(await shiftsOf(reader)).toEqual([]);

  // The list of chapters opens over the page and closes again.
  await showBars(reader);
  const list = reader.getByRole('dialog', { name: '目录' });
  for (const close of [
    () => reader.keyboard.press('Escape'),
    () => list.getByRole('button', { name: '关闭' }).click(),
  ]) {
    await reader.getByRole('button', { name: '目录' }).click();
    // The rows have pictures, and the one of the chapter on the screen is marked.
    await list.getByRole('link', { name: '第2话' }).locator('img[data-image=loaded]').waitFor();
    expect(await list.locator('[aria-current=page]').textContent()).toContain('正在看');
    await close();
    await list.waitFor({ state: 'detached' });
    expect(await reader.locator('[data-page]').first().isVisible()).toBe(true);
  }
});

test('a long strip has at most thirty images and no layout shift, and its bars can be shown and hidden', async () => {
  const reader = await openPage();
  await reader.goto(url(`/chapter/${chapter('长长', 1)}`));
  await imagesDrawn(reader);
  const bar = reader.locator('header[data-bar]');
  await showBars(reader);
  // A tap toggles the bars, and scrolling hides them.
  await reader.touchscreen.tap(200, 400);
  await expect.poll(() => bar.getAttribute('data-bar')).toBe('hidden');
  await reader.touchscreen.tap(200, 400);
  await expect.poll(() => bar.getAttribute('data-bar')).toBe('shown');
  await reader.evaluate(() => document.querySelector('[data-reader]')?.scrollBy(0, 20));
  await reader.waitForTimeout(200);
  expect(await bar.getAttribute('data-bar')).toBe('shown');
  await reader.evaluate(() => document.querySelector('[data-reader]')?.scrollBy(0, 20));
  await expect.poll(() => bar.getAttribute('data-bar')).toBe('hidden');

  // Never more than thirty images.
  let most = 0;
  for (let n = 4; n < 60; n += 4) {
    await readTo(reader, key('长长', 1, n), 0);
    await imagesDrawn(reader);
    most = Math.max(most, await reader.locator('[data-source] img').count());
  }
  expect(most).toBeGreaterThan(8);
  expect(most).toBeLessThanOrEqual(30);
  expect(await shiftsOf(reader)).toEqual([]);
  // The end shows that it is the last chapter.
  await readTo(reader, key('长长', 1, 59), 0.5);
  await reader.getByRole('heading', { name: '已追到最新' }).waitFor();
});

test('the position is restored after a reload, after back and forward, and after rotating the phone twice', async () => {
  const reader = await openPage();
  await reader.goto(url('/home'));
  await reader.goto(url(`/chapter/${chapter('长长', 1)}`));
  await imagesDrawn(reader);
  await readTo(reader, key('长长', 1, 31), 0.4);
  const before = await positionOf(reader);
  expect(before.key).toBe(key('长长', 1, 31));
  await reader.reload();
  await imagesDrawn(reader);
  const reloaded = await positionOf(reader);
  expect(reloaded.key).toBe(before.key);
  expect(reloaded.offset).toBeCloseTo(before.offset, 2);
  await reader.goBack();
  await reader.goForward();
  await imagesDrawn(reader);
  const returned = await positionOf(reader);
  expect(returned.key).toBe(before.key);
  expect(returned.offset).toBeCloseTo(before.offset, 2);

  await readTo(reader, key('长长', 1, 23), 0.6);
  for (const viewport of [
    { width: 844, height: 390 },
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    await reader.setViewportSize(viewport);
    await imagesDrawn(reader);
    const place = await positionOf(reader);
    expect(place.key).toBe(key('长长', 1, 23));
    expect(place.offset).toBeCloseTo(0.6, 2);
  }
});

test('the visible page loads first, and at most five load at the same time', async () => {
  const reader = await openPage();
  await reader.goto(url(`/chapter/${chapter('长长', 1)}`));
  await imagesDrawn(reader);
  let running = 0;
  let most = 0;
  await reader.route('**/*', async (route) => {
    const request = route.request();
    if (request.method() !== 'GET' || request.resourceType() !== 'xhr') return route.fallback();
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 150));
    running -= 1;
    await route.continue();
  });
  await reader.evaluate(() => {
    const arrived: string[] = [];
    Object.assign(window, { arrived });
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        if (target instanceof HTMLElement && addedNodes.length > 0) arrived.push(target.dataset.source ?? '');
      }
    }).observe(document.querySelector('[data-reader]') ?? document, { childList: true, subtree: true });
  });
  await readTo(reader, key('长长', 1, 40), 0);
  await reader.waitForFunction((at) => document.querySelector(`[data-source="${at}/0"] img`), key('长长', 1, 46));
  const all = await reader.evaluate((): string[] => Reflect.get(window, 'arrived'));
  // Pictures around the first pages that were already loading are finished.
  const arrived = all.filter((source) => Number(source.split('/')[1]) > 20);
  expect(arrived.slice(0, 5)).toEqual(expect.arrayContaining([40, 41, 42].map((n) => `${key('长长', 1, n)}/0`)));
  expect(most).toBe(5);
});

test('a failed page keeps its space and offers 重试 in the visible part', async () => {
  const reader = await openPage({ ...PHONE, viewport: { width: 844, height: 390 } });
  let broken = true;
  await reader.route('**/*', (route) =>
    broken && route.request().method() === 'GET' && route.request().resourceType() === 'xhr'
      ? route.abort()
      : route.fallback(),
  );
  await reader.goto(url(`/chapter/${chapter('长长', 1)}`));
  const second = reader.locator(`[data-source="${key('长长', 1, 1)}/0"]`);
  const itsAgain = second.getByRole('button', { name: '重试' });
  await itsAgain.waitFor();
  // The top third of the page is in view, its middle is not.
  await reader.evaluate(() => document.querySelector('[data-reader]')?.scrollTo(0, 599));
  await expect.poll(async () => (await second.boundingBox())?.y).toBe(150);
  await expect.poll(async () => Math.round((await itsAgain.boundingBox())?.y ?? 0)).toBe((390 - 44) / 2);

  await reader.evaluate(() => document.querySelector('[data-reader]')?.scrollTo(0, 0));
  await reader.setViewportSize({ width: 390, height: 844 });
  const first = reader.locator(`[data-source="${key('长长', 1, 0)}/0"]`);
  await expect.poll(async () => (await first.boundingBox())?.width).toBe(390);
  const again = first.getByRole('button', { name: '重试' });
  await again.waitFor();
  const room = await first.boundingBox();
  broken = false;
  await again.click();
  await first.locator('img').waitFor();
  expect(await first.boundingBox()).toEqual(room);
});

test('keys scroll, and the chapter list opens another chapter', async () => {
  const reader = await openPage({ ...PHONE, isMobile: false, hasTouch: false, viewport: { width: 1280, height: 800 } });
  await reader.goto(url(`/chapter/${chapter('流动', 1)}`));
  await imagesDrawn(reader);
  const scrolled = () => reader.evaluate(() => document.querySelector('[data-reader]')?.scrollTop ?? 0);
  await reader.keyboard.press('Space');
  await expect.poll(scrolled).toBeGreaterThan(600);
  await reader.locator('header[data-bar="hidden"]').waitFor({ state: 'attached' });
  await reader.keyboard.press('Shift+Space');
  await expect.poll(scrolled).toBe(0);
  await reader.keyboard.press('Escape');
  // Going back closes the list first.
  const list = reader.getByRole('dialog');
  await reader.getByRole('button', { name: '目录' }).click();
  await list.getByRole('link', { name: '第2话' }).waitFor();
  await reader.goBack();
  await list.waitFor({ state: 'detached' });
  expect(new URL(reader.url()).pathname).toBe(`/chapter/${chapter('流动', 1)}`);
  await showBars(reader);
  await reader.getByRole('button', { name: '目录' }).click();
  await list.getByRole('link', { name: '第2话' }).click();
  await expect.poll(() => new URL(reader.url()).pathname).toBe(`/chapter/${chapter('流动', 2)}`);
  await imagesDrawn(reader);
  expect((await positionOf(reader)).key).toBe(key('流动', 2, 0));
  await reader.goBack();
  expect(reader.url()).toBe('about:blank');
});

test('an unknown chapter and a failed chapter show a message', async () => {
  const reader = await openPage();
  await reader.goto(url('/chapter/999999'));
  await reader.getByText('章节不存在或已下架').waitFor();
  await reader.getByRole('link', { name: '回首页' }).waitFor();
  let broken = true;
  await reader.route('**/api/comic/read', (route) => (broken ? route.abort() : route.fallback()));
  await reader.goto(url(`/chapter/${chapter('长长', 1)}`));
  const again = reader.getByRole('button', { name: '重试' });
  await again.waitFor();
  broken = false;
  await again.click();
  await imagesDrawn(reader);
});
