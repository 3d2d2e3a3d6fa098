import { expect, test } from 'vitest';
import type { Bitmap } from '../steps/drawn-comics.ts';
import { dragFinger } from '../steps/fingers.ts';
import { shiftsOf } from '../steps/layout-shifts.ts';
import { imagesDrawn, openReader, positionOf, readTo, showBars } from '../steps/reading.ts';
import { settledBox } from '../steps/scrolling.ts';

const page = (height: number): Bitmap => ({ width: 800, height, along: 'down', from: 0, to: 1 });
const scroll: Bitmap = { width: 1300, height: 900, along: 'left', from: 0, to: 1 };

const { openPage, url, chapter, payloadOf } = openReader([
  { title: '长长', chapters: [Array.from({ length: 40 }, () => page(700))] },
  { title: '一条', chapters: [[page(6000)]] },
  { title: '横卷', chapters: [[scroll, scroll, scroll]], options: ['--direction', 'rtl'] },
  { title: '完结', chapters: [[page(700)], [page(700)]], options: ['--status', 'complete'] },
]);
const key = (title: string, no: number, n: number) => `${chapter(title, no)}/${n}`;

test('a fling loads pictures only at its start and end, and going back shows the beginning', async () => {
  const reader = await openPage();
  await reader.goto(url(`/chapter/${chapter('长长', 1)}`));
  await imagesDrawn(reader);
  // The first page begins below the top bar.
  const bar = await reader.locator('header[data-bar]').boundingBox();
  const top = async () => (await reader.locator(`[data-page="${key('长长', 1, 0)}"]`).boundingBox())?.y;
  expect(await top()).toBe(bar?.height);
  // The colour of its upper edge goes on behind the bar.
  const above = () => reader.locator('[data-bar-room]').evaluate((room) => getComputedStyle(room).backgroundImage);
  await expect.poll(above).toMatch(/^linear-gradient\(rgb\(2\d\d, \d, 4\d\), /);
  const fetched: string[] = [];
  reader.on('request', (request) => {
    if (request.method() === 'GET' && request.resourceType() === 'xhr') fetched.push(request.url());
  });
  await reader.evaluate(fling);
  await imagesDrawn(reader);
  expect((await positionOf(reader)).key).toBe(key('长长', 1, 36));
  // Pictures near the start and the end.
  expect(fetched.length).toBeGreaterThan(5);
  expect(fetched.length).toBeLessThan(22);
  // Going back to the beginning shows it whole.
  await reader.keyboard.press('Home');
  await expect.poll(top).toBe(bar?.height);
  expect(await shiftsOf(reader)).toEqual([]);
});

test('the end of a serial offers a subscription, that of a complete comic offers to read it again', async () => {
  const reader = await openPage();
  await reader.goto(url(`/chapter/${chapter('长长', 1)}`));
  await imagesDrawn(reader);
  const number = reader.getByText(/^\d+\/40$/);
  await readTo(reader, key('长长', 1, 20), 0.5);
  await number.waitFor();
  await reader.keyboard.press('End');
  await reader.getByRole('heading', { name: '已追到最新 连载中' }).waitFor();
  // The ending has no page number.
  await expect.poll(() => number.count()).toBe(0);
  await reader.getByRole('button', { name: '订阅，有新话时提醒我' }).click();
  await reader.getByRole('button', { name: '已订阅，有新话会提醒' }).waitFor();
  await reader.getByRole('region', { name: '相关推荐' }).getByRole('link').first().waitFor();
  await reader.goto(url(`/chapter/${chapter('完结', 1)}`));
  await reader.getByRole('heading', { name: '第2话' }).waitFor();
  await readTo(reader, key('完结', 2, 0), 0.4);
  await reader.getByRole('heading', { name: '全书完' }).waitFor();
  await reader.getByRole('link', { name: '重看' }).click();
  await reader.waitForURL(`**/chapter/${chapter('完结', 1)}`);
  await imagesDrawn(reader);
  expect(await positionOf(reader)).toEqual({ key: key('完结', 1, 0), offset: 0 });
});

test('the reader shows its tap zones once, has a night mode, a preview while dragging the progress, and auto-scroll', async () => {
  const reader = await openPage(undefined, { hint: true });
  await reader.goto(url(`/chapter/${chapter('长长', 1)}`));
  await imagesDrawn(reader);
  // The tap zones are shown once and ignore taps.
  const hint = reader.getByRole('note');
  await hint.getByText('轻触页面，显示或收起菜单').waitFor();
  await reader.touchscreen.tap(200, 400);
  await hint.waitFor({ state: 'detached' });
  await reader.reload();
  await imagesDrawn(reader);
  expect(await hint.count()).toBe(0);
  // A strip has no zones. They are shown with the first pages that are turned.
  const stored = await reader.evaluate(() => localStorage.getItem('reader'));
  expect(JSON.parse(stored ?? '')).toEqual({ device: { menuHinted: true } });
  const paged = JSON.stringify({ device: { mode: 'paged-ltr', menuHinted: true } });
  await reader.evaluate((chosen) => localStorage.setItem('reader', chosen), paged);
  await reader.reload();
  await hint.getByText('下一页').waitFor();
  await reader.touchscreen.tap(200, 400);
  await hint.waitFor({ state: 'detached' });
  await reader.evaluate((chosen) => localStorage.setItem('reader', chosen), stored ?? '');
  await reader.reload();
  await imagesDrawn(reader);

  // 夜间 makes the reader dark, not the site, and back.
  await showBars(reader);
  const themes = () =>
    reader.evaluate(() => ['html', 'main'].map((name) => document.querySelector(name)?.getAttribute('data-theme')));
  await reader.getByRole('button', { name: '夜间' }).click();
  expect(await themes()).toEqual([null, 'dark']);
  await reader.getByRole('button', { name: '设置' }).click();
  await reader.locator('[data-theme=dark] > dialog').waitFor();
  await reader.keyboard.press('Escape');
  await reader.getByRole('dialog').waitFor({ state: 'detached' });
  // So it is after a reload, when the page begins dark too.
  await reader.reload();
  await imagesDrawn(reader);
  expect(await themes()).toEqual([null, 'dark']);
  await showBars(reader);
  await reader.getByRole('button', { name: '日间' }).click();
  expect(await themes()).toEqual([null, null]);

  // While the progress is dragged, the page's picture is shown above it.
  const bar = reader.getByRole('navigation', { name: '阅读' });
  const track = await bar.getByRole('slider').boundingBox();
  if (!track) throw new Error('no track');
  await reader.mouse.move(track.x + 8, track.y + 22);
  await reader.mouse.down();
  await reader.mouse.move(track.x + track.width / 2, track.y + 22);
  await expect.poll(() => bar.locator('output').textContent()).toMatch(/^2[01] \/ 40$/);
  await bar.locator('img').waitFor();
  await reader.mouse.up();
  await bar.locator('img').waitFor({ state: 'detached' });
  expect(await reader.locator('header[data-bar]').getAttribute('data-bar')).toBe('shown');

  // Auto-scroll stops at a touch, which does nothing else.
  await reader.getByRole('button', { name: '设置' }).click();
  const scrolled = () => reader.locator('[data-reader]').evaluate((strip) => strip.scrollTop);
  const from = await scrolled();
  await reader.getByRole('group', { name: '自动滚动' }).getByRole('button', { name: '快' }).click();
  await expect.poll(scrolled).toBeGreaterThan(from + 120);
  const hidden = reader.locator('header[data-bar="hidden"]');
  await hidden.waitFor({ state: 'attached' });
  await reader.touchscreen.tap(200, 400);
  const stopped = await scrolled();
  await reader.waitForTimeout(200);
  expect(await scrolled()).toBe(stopped);
  await hidden.waitFor({ state: 'attached' });
});

test('the bars disappear by themselves after opening, and stay if the reader touches the page first', async () => {
  const reader = await openPage();
  await reader.goto(url(`/chapter/${chapter('长长', 1)}`));
  await imagesDrawn(reader);
  await readTo(reader, key('长长', 1, 20), 0.3);
  await reader.clock.install();
  const bar = reader.locator('header[data-bar]');
  for (const open of [() => reader.reload(), () => reader.goto(url(`/chapter/${chapter('横卷', 1)}`))]) {
    await open();
    // The clock goes on while the pictures load, so the bars may be hidden by the time they are drawn.
    await reader.locator('header[data-bar="shown"]').waitFor();
    await imagesDrawn(reader);
    await reader.clock.runFor(3100);
    await expect.poll(() => bar.getAttribute('data-bar')).toBe('hidden');
  }
  await reader.reload();
  await reader.locator('[data-source]').first().waitFor();
  await reader.touchscreen.tap(200, 400);
  await reader.touchscreen.tap(200, 400);
  await expect.poll(() => bar.getAttribute('data-bar')).toBe('shown');
  await reader.clock.runFor(5000);
  expect(await bar.getAttribute('data-bar')).toBe('shown');
});

test('a chapter of one long page shows percent, and page settings are stored, also for one comic', async () => {
  const reader = await openPage();
  const finished: unknown[] = [];
  reader.on('request', (request) => {
    if (!request.url().endsWith('/api/my/progress')) return;
    finished.push(JSON.stringify(payloadOf(request.postData())).includes('"finished":true'));
  });
  await reader.goto(url(`/chapter/${chapter('一条', 1)}`));
  await imagesDrawn(reader);
  // Its progress is in percent.
  const output = reader.locator('output');
  const slider = reader.getByRole('slider', { name: '阅读进度' });
  expect(await output.textContent()).toBe('0%');
  await expect.poll(() => finished.length).toBeGreaterThan(0);
  expect(finished).not.toContain(true);
  // It can be dragged by percent.
  await slider.fill('50');
  await expect.poll(() => output.textContent()).toBe('50%');
  expect(await slider.getAttribute('aria-valuetext')).toBe('50%');
  const strip = await reader.evaluate(() => document.querySelector('[data-reader]')?.scrollTop ?? 0);
  expect(strip).toBeCloseTo(57 + ((6000 * 390) / 800 - 844) / 2, -1);
  // It is finished only at its end.
  await slider.fill('100');
  await expect.poll(() => output.textContent()).toBe('100%');
  await expect.poll(() => finished.at(-1), { timeout: 5000 }).toBe(true);

  // Page settings are chosen in a sheet.
  const ground = () => reader.locator('[data-reader]').evaluate((strip) => getComputedStyle(strip).backgroundColor);
  await reader.goto(url(`/chapter/${chapter('长长', 1)}`));
  await imagesDrawn(reader);
  await readTo(reader, key('长长', 1, 6), 0.5);
  await showBars(reader);
  await reader.getByRole('button', { name: '设置' }).click();
  const sheet = reader.getByRole('dialog', { name: '阅读设置' });
  // The page stays in view while its settings change.
  expect((await settledBox(sheet)).height).toBeLessThanOrEqual(844 * 0.45);
  await sheet.getByRole('button', { name: '更多设置' }).click();
  await sheet.getByRole('button', { name: '纸色' }).click();
  await expect.poll(ground).toBe('rgb(244, 236, 216)');
  const brightness = sheet.getByRole('slider', { name: '亮度' });
  const knob = await settledBox(brightness);
  const middle = { x: knob.x + knob.width / 2, y: knob.y + knob.height / 2 };
  // Scrolling over a slider or tapping it does not change it.
  await dragFinger(reader, middle, { x: 4, y: -40 });
  const there = await settledBox(brightness);
  expect(there.y).toBeLessThan(knob.y);
  await dragFinger(reader, { x: there.x + 40, y: there.y + 22 }, { x: 0, y: 0 });
  expect(await brightness.inputValue()).toBe('100');
  await dragFinger(reader, { x: there.x + there.width - 8, y: there.y + 22 }, { x: 8 - there.width / 2, y: 10 });
  await expect.poll(() => brightness.inputValue()).toBe('60');
  await sheet.getByRole('slider', { name: '两侧留白' }).fill('20');
  await sheet.getByRole('button', { name: '小' }).click();
  const box = (n: number) => reader.locator(`[data-page="${key('长长', 1, n)}"]`).boundingBox();
  await expect.poll(async () => (await box(6))?.width).toBe(390 - 2 * 78);
  const [sixth, seventh] = [await box(6), await box(7)];
  expect((seventh?.y ?? 0) - (sixth?.y ?? 0) - (sixth?.height ?? 0)).toBeCloseTo(8, 1);
  const place = await positionOf(reader);
  expect(place.key).toBe(key('长长', 1, 6));
  expect(place.offset).toBeCloseTo(0.5, 1);
  // It is stored on the device, or for one comic.
  await sheet.getByRole('switch', { name: '只用于这部漫画' }).check();
  await sheet.getByRole('button', { name: '纯黑' }).click();
  await expect.poll(ground).toBe('rgb(0, 0, 0)');
  await reader.reload();
  await imagesDrawn(reader);
  expect(await ground()).toBe('rgb(0, 0, 0)');
  await reader.goto(url(`/chapter/${chapter('一条', 1)}`));
  await imagesDrawn(reader);
  expect(await ground()).toBe('rgb(244, 236, 216)');
});

/** Runs in the page: scrolls 12,600 px in less than two seconds, measured in frames. */
async function fling(): Promise<void> {
  const { now } = performance;
  let time = performance.now();
  performance.now = () => time;
  for (let frame = 0; frame < 70; frame++) {
    time += 20;
    document.querySelector('[data-reader]')?.scrollBy(0, 180);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  performance.now = now;
}
