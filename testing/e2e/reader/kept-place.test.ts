import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Bitmap } from '../steps/drawn-comics.ts';
import { shiftsOf } from '../steps/layout-shifts.ts';
import { chooseMode, imagesDrawn, openReader, PHONE, positionOf, readTo, showBars } from '../steps/reading.ts';

const page: Bitmap = { width: 400, height: 600, along: 'down', from: 0, to: 1 };
const framed: Bitmap = { ...page, margin: 40 };
const pages = (count: number, one = page): Bitmap[] => Array.from({ length: count }, () => one);

const { openPage, url, chapter, payloadOf } = openReader([
  { title: '长长', chapters: [pages(40)] },
  { title: '两话', chapters: [pages(6), pages(6)] },
  { title: '白边', chapters: [pages(12, framed)], options: ['--direction', 'rtl'] },
]);
const key = (title: string, n: number) => `${chapter(title, 1)}/${n}`;

test('white margins are cut off in a strip and on single pages, and the reader stays where they are', async () => {
  const reader = await openPage();
  await reader.goto(url(`/chapter/${chapter('白边', 1)}`));
  await chooseMode(reader, 'strip');
  await reader.reload();
  await imagesDrawn(reader);
  await readTo(reader, key('白边', 6), 0.5);
  const height = () => reader.locator(`[data-page="${key('白边', 6)}"]`).evaluate((box) => box.clientHeight);
  // The position in the whole page, including hidden margins.
  const offset = () =>
    reader.locator(`[data-source="${key('白边', 6)}/0"] img`).evaluate((image) => {
      const { top, height: whole } = image.getBoundingClientRect();
      return -top / whole;
    });
  expect(await height()).toBe(585);
  expect(await pixel(reader, 8, 422)).toEqual([255, 255, 255]);
  expect(await offset()).toBeCloseTo(0.5, 2);
  await showBars(reader);
  await reader.getByRole('button', { name: '设置' }).click();
  await reader.getByRole('button', { name: '更多设置' }).click();
  await reader.getByRole('switch', { name: '裁掉白边' }).check();
  await expect.poll(height).toBe(Math.round(((600 - 80) * 390) / (400 - 80)));
  await reader.keyboard.press('Escape');
  await imagesDrawn(reader);
  expect((await pixel(reader, 8, 422))[1]).toBeLessThan(30);
  const after = await offset();
  expect(after).toBeCloseTo(0.5, 2);
  await reader.reload();
  await imagesDrawn(reader);
  expect(Math.abs((await offset()) - after) * 731).toBeLessThan(2);
  expect(await shiftsOf(reader)).toEqual([]);
  await showBars(reader);
  await reader.getByRole('button', { name: '设置' }).click();
  await reader.getByRole('button', { name: '翻页', exact: true }).click();
  await reader.keyboard.press('Escape');
  await imagesDrawn(reader);
  // As wide as the screen, without white at its sides.
  const room = await reader.locator('[data-panel] [data-page]').nth(6).boundingBox();
  expect(room?.width).toBe(389.5);
  expect((await pixel(reader, 8, 422))[1]).toBeLessThan(30);
});

test('the last page stays in view when the layout changes and changes back', async () => {
  const reader = await openPage({ ...PHONE, viewport: { width: 1280, height: 800 } });
  await reader.goto(url(`/chapter/${chapter('白边', 1)}`));
  await imagesDrawn(reader);
  const shown = () => reader.locator('output').textContent();
  await reader.keyboard.press('End');
  await expect.poll(shown).toBe('12 / 12');
  for (const mode of ['横卷', '日漫翻页', '条漫', '翻页']) {
    await showBars(reader);
    await reader.getByRole('button', { name: '设置' }).click();
    await reader.getByRole('button', { name: mode, exact: true }).click();
    await reader.keyboard.press('Escape');
    await imagesDrawn(reader);
    expect([mode, await shown()]).toEqual([mode, '12 / 12']);
  }
});

const address = () => url(`/chapter/${chapter('长长', 1)}`);

/** Another page of the same reader, in the same browser or, with `context`, on another device. */
async function again(of: Page, context = of.context()): Promise<Page> {
  if (context !== of.context()) await context.addCookies(await of.context().cookies());
  const reader = context === of.context() ? await context.newPage() : (context.pages()[0] ?? (await context.newPage()));
  await reader.goto(address());
  await imagesDrawn(reader);
  return reader;
}

/** The difference of the position in CSS pixels. */
async function movedBy(reader: Page, before: { key: string; offset: number }): Promise<number> {
  const after = await positionOf(reader);
  expect(after.key).toBe(before.key);
  const height = await reader.locator(`[data-page="${before.key}"]`).evaluate((box) => box.clientHeight);
  return Math.abs(after.offset - before.offset) * height;
}

test('the position is kept to two pixels after a reload, a crash, and when the app is put in the background and ended', async () => {
  const reader = await openPage();
  await reader.goto(address());
  await imagesDrawn(reader);
  await readTo(reader, key('长长', 12), 0.37);
  const before = await positionOf(reader);
  await reader.reload();
  await imagesDrawn(reader);
  expect(await movedBy(reader, before)).toBeLessThan(2);

  // Neither the server call nor unload handlers can run.
  await reader.context().route('**/api/my/progress', (route) => route.abort());
  await readTo(reader, key('长长', 23), 0.61);
  const second = await positionOf(reader);
  const phone = await reader.context().newCDPSession(reader);
  const crashed = reader.waitForEvent('crash');
  void phone.send('Page.crash').catch(() => undefined);
  await crashed;
  const next = await again(reader);
  expect(await movedBy(next, second)).toBeLessThan(2);

  // Hidden during a scroll.
  await next.evaluate(() => {
    const strip = document.querySelector('[data-reader]');
    strip?.scrollBy(0, 1234);
    strip?.dispatchEvent(new Event('scroll'));
  });
  await next.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const third = await positionOf(next);
  await next.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await next.close();
  expect(await movedBy(await again(reader), third)).toBeLessThan(2);
});

test('a finished chapter opens at its top, and a chapter read again opens at its last position', async () => {
  const reader = await openPage();
  const page = (n: number) => `${chapter('两话', 1)}/${n}`;
  const output = () => reader.locator('output').textContent();
  const leaveAndOpen = async () => {
    await showBars(reader);
    await reader.getByRole('button', { name: '返回' }).click();
    await reader.getByRole('link', { name: '读 第2话' }).waitFor();
    await reader.locator('main:visible li[data-no="1"]').getByRole('link').click();
    await imagesDrawn(reader);
  };
  await reader.goto(url(`/chapter/${chapter('两话', 1)}`));
  await imagesDrawn(reader);
  await readTo(reader, page(5), 0);
  await expect.poll(output).toBe('6 / 6');
  const end = await positionOf(reader);
  await reader.reload();
  await imagesDrawn(reader);
  expect(await movedBy(reader, end)).toBeLessThan(2);
  // Opening its address again in the same tab is a new visit.
  await reader.goto(url('/robots.txt'));
  await reader.goto(url(`/chapter/${chapter('两话', 1)}`));
  await imagesDrawn(reader);
  expect((await positionOf(reader)).key).toBe(page(0));

  await leaveAndOpen();
  expect((await positionOf(reader)).key).toBe(page(0));
  await expect.poll(output).toBe('1 / 6');
  expect(await reader.title()).toContain('两话 第1话');
  await readTo(reader, page(3), 0.5);
  const again = await positionOf(reader);
  await leaveAndOpen();
  expect(await movedBy(reader, again)).toBeLessThan(2);
});

test('a position read offline is sent when the network is back, and restored on a wider device', async () => {
  const reader = await openPage();
  const sent: unknown[] = [];
  await reader.goto(address());
  await imagesDrawn(reader);
  await reader.context().setOffline(true);
  await readTo(reader, key('长长', 31), 0.44);
  const before = await positionOf(reader);
  reader.on('requestfinished', (request) => {
    if (request.url().endsWith('/api/my/progress')) sent.push(payloadOf(request.postData()));
  });
  await reader.context().setOffline(false);
  await expect.poll(() => sent.at(-1)).toMatchObject({ page: 31 });
  const other = await openPage({ ...PHONE, viewport: { width: 768, height: 1024 } });
  const wide = await again(reader, other.context());
  const after = await positionOf(wide);
  expect(after.key).toBe(before.key);
  expect(Math.abs(after.offset - before.offset)).toBeLessThan(0.005);
});

test('rotating a phone during a scroll keeps the position, and two tabs share the last position', async () => {
  const reader = await openPage();
  await reader.goto(address());
  await imagesDrawn(reader);
  await readTo(reader, key('长长', 5), 0);
  await reader.evaluate(() => {
    // Before the resize event, the pages still have their old size.
    const note = () => {
      const boxes = [...document.querySelectorAll('[data-page]')];
      const box = boxes.find((one) => one.getBoundingClientRect().bottom > 0.5);
      const { top, height } = box?.getBoundingClientRect() ?? new DOMRect();
      Object.assign(window, { turnedAt: { key: box?.getAttribute('data-page'), offset: -top / height } });
    };
    window.addEventListener('resize', note, { capture: true, once: true });
    const strip = document.querySelector('[data-reader]');
    strip?.scrollBy({ top: 9000, behavior: 'smooth' });
    return new Promise<void>((resolve) => {
      strip?.addEventListener('scroll', () => strip.scrollTop > 5500 && resolve());
    });
  });
  await reader.setViewportSize({ width: 844, height: 500 });
  await reader.waitForFunction(() => Reflect.has(window, 'turnedAt'));
  await imagesDrawn(reader);
  const turnedAt = await reader.evaluate((): { key: string; offset: number } => Reflect.get(window, 'turnedAt'));
  const after = await positionOf(reader);
  expect(after.key).toBe(turnedAt.key);
  expect(Math.abs(after.offset - turnedAt.offset)).toBeLessThan(0.005);
  const other = await again(reader);
  const sent = other.waitForResponse((response) => {
    const payload = response.url().endsWith('/api/my/progress') && payloadOf(response.request().postData());
    return Object(payload).page === 2;
  });
  await readTo(other, key('长长', 2), 0.2);
  await sent;
  await reader.reload();
  await imagesDrawn(reader);
  // The stored position is the last one of any tab.
  expect((await positionOf(reader)).key).toBe(key('长长', 2));
});

/** The colour of a point of the screen. */
async function pixel(reader: Page, x: number, y: number): Promise<number[]> {
  const { default: sharp } = await import('sharp');
  const shot = await reader.screenshot({ scale: 'css' });
  const { data } = await sharp(shot)
    .extract({ left: x, top: y, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}
