import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { progress } from '#contract/calls/library';
import type { TestApp } from '../../app/app.ts';
import { addComic } from '../../factories/comics.ts';
import { addPromotion } from '../../factories/promotions.ts';
import { logIn, loginOf, openLogin, openMy, rowOf, toastOf, unfoldAccount } from '../steps/account-steps.ts';
import { openSite } from '../steps/app.ts';
import { longPress } from '../steps/fingers.ts';
import { goWithin } from '../steps/walking.ts';

const HOUR_MS = 3_600_000;
let app: TestApp;
let locked = 0;
const read: number[] = [];
const { openPage, url, answerWith } = openSite(async (site) => {
  app = site;
  for (let n = 1; n <= 6; n += 1) {
    const { chapters } = await addComic(site, { title: `岛 ${n}`, chapters: [{ pages: 128 }, {}] });
    read.push(chapters[0]?.id ?? 0);
  }
  const paid = await addComic(site, { title: '要买的', chapters: [{ price: 12 }] });
  locked = paid.chapters[0]?.id ?? 0;
  await addPromotion(site, { comicIds: [1, 2, paid.comicId], percent: 70, endsAt: new Date(Date.now() + HOUR_MS) });
});

const main = (page: Page) => page.locator('main:visible');

/** A reader with positions in the first four comics, who has finished the first chapter of the fifth. */
async function reader(): Promise<Page> {
  const token = await app.visitor();
  for (const [n, chapterId] of read.slice(0, 5).entries()) {
    const place = { chapterId, page: 111, offset: 0.5, ageMs: n * 26 * HOUR_MS };
    await app.call(progress, n === 4 ? { ...place, finished: true } : place, { token });
  }
  const page = await openPage();
  await page.context().addCookies([{ name: 'token', value: token, url: app.url }]);
  return page;
}

test('history, shelf and detail show the same position, and the shelf continues there', async () => {
  const page = await reader();
  await page.goto(url('/library?tab=history'));
  await expect.poll(() => main(page).getByRole('listitem').count()).toBe(5);
  // No line of the history is cut off on a phone, and each is under its day.
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const cards = await main(page)
      .getByRole('listitem')
      .evaluateAll((all) =>
        all.map((card) =>
          [...card.querySelectorAll('h2, a[href^="/comic"] span.text-xs')].map((line) => ({
            text: line.textContent,
            cut: line.scrollWidth > line.clientWidth,
          })),
        ),
      );
    expect(
      cards.flat().filter(({ cut }) => cut),
      `${width}`,
    ).toEqual([]);
    expect(cards.map((lines) => lines.map(({ text }) => text))).toEqual([
      ['今天', '第1话 112/128 页 · 刚刚'],
      [expect.stringMatching(/^昨天$|月/), expect.stringMatching(/^第1话 112\/128 页 · \d\d:\d\d$/)],
      [expect.stringMatching(/月/), expect.stringMatching(/^第1话 112\/128 页 · \d\d:\d\d$/)],
      [expect.stringMatching(/月/), expect.stringMatching(/^第1话 112\/128 页 · \d\d:\d\d$/)],
      [expect.stringMatching(/月/), expect.stringMatching(/^看完第1话 · \d\d:\d\d$/)],
    ]);
    // The text of the button differs for the chapter of the line and the one after it.
    expect(await main(page).locator('.history-row > a:last-child').allTextContents()).toEqual([
      ...Array.from({ length: 4 }, () => '续看'),
      '下一话',
    ]);
  }

  // Shelf and detail show the same position, and a long press on the shelf opens the detail.
  const card = (name: string) => main(page).getByRole('link', { name });
  await page.getByRole('tab', { name: '书架', exact: true }).click();
  await card('岛 5').getByText('看完第1话').waitFor();
  await card('岛 4').getByText('看到第1话').waitFor();
  const readOn = page.getByRole('link', { name: '读 第2话' });
  // The click after the touch goes to the new element under the finger.
  await longPress(page, card('岛 5'), async () => {
    await page.waitForURL('**/comic/5');
    await readOn.evaluate((link: HTMLElement) =>
      addEventListener('pointerup', () => setTimeout(() => link.click()), { capture: true, once: true }),
    );
  });
  await page.getByRole('heading', { name: '岛 5' }).waitFor();
  expect(await readOn.getAttribute('href')).toBe(`/chapter/${(read[4] ?? 0) + 1}`);
  await page.goBack();
  await longPress(page, card('岛 4'), () => page.waitForURL('**/comic/4'));
  await page.getByRole('link', { name: '续看 第1话 第 112 页，共 128 页' }).waitFor();
  await page.goBack();
  // A tap on the shelf continues reading.
  await card('岛 4').tap();
  await page.waitForURL(`**/chapter/${read[3]}`);
  await page.goBack();
  // After a finished chapter, it opens the next one.
  await card('岛 5').tap();
  await page.waitForURL(`**/chapter/${(read[4] ?? 0) + 1}`);
});

test('phones show all days of the week and all six rankings, and that a row can be scrolled', async () => {
  const page = await openPage();
  await page.goto(url('/weekly'));
  const days = main(page).getByRole('group', { name: '星期' }).getByRole('button');
  await expect.poll(() => days.count()).toBe(8);
  // At 360 to 430 px all days are in view.
  for (const width of [360, 390, 430]) {
    await page.setViewportSize({ width, height: 844 });
    for (const chosen of ['周日', '周一', '全部']) {
      await main(page).getByRole('button', { name: chosen }).click();
      const boxes = await days.evaluateAll((all) => all.map((day) => day.getBoundingClientRect().toJSON()));
      expect(Math.min(...boxes.map(({ left }) => left)), `${width}`).toBeGreaterThanOrEqual(0);
      expect(Math.max(...boxes.map(({ right }) => right)), `${width}`).toBeLessThanOrEqual(width);
      expect(Math.min(...boxes.map(({ width: wide }) => wide)), `${width}`).toBeGreaterThanOrEqual(44);
    }
  }
  // All six rankings are in view.
  await page.setViewportSize({ width: 360, height: 640 });
  await page.getByRole('navigation', { name: '频道' }).getByRole('link', { name: '排行' }).click();
  const rankings = main(page).getByRole('tablist', { name: '榜单' });
  await expect.poll(() => rankings.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);

  await page.goBack();
  await days.first().waitFor();
  await main(page).getByRole('link', { name: '岛 1' }).click();
  // From 320 px on, a row shows that it can be scrolled.
  const row = page.getByRole('region', { name: '相关推荐' }).getByRole('listitem');
  await row.nth(3).waitFor();
  for (const width of [320, 360, 390, 430]) {
    await page.setViewportSize({ width, height: 844 });
    const fourth = await row.nth(3).evaluate((card) => card.getBoundingClientRect().left);
    expect(width - fourth, `${width}`).toBeGreaterThan(24);
    expect(width - fourth, `${width}`).toBeLessThan(60);
  }
});

test('without a sale the screen says so and links to the free listing, which has a back button', async () => {
  const page = await openPage();
  await answerWith(page, 'promotion', { status: 1, message: 'success', code: 0, data: { promotions: [] } });
  await page.goto(url('/freesale'));
  await page.getByText('现在没有优惠').waitFor();
  await page.getByRole('link', { name: '看免费漫画' }).click();
  await page.getByRole('heading', { level: 1, name: '免费' }).waitFor();
  // The listing has a bar with its name and 返回, and belongs to 首页.
  expect(await page.getByRole('navigation', { name: '频道' }).count()).toBe(0);
  expect(await page.getByRole('link', { name: '首页', exact: true }).getAttribute('aria-current')).toBe('page');
  await main(page).getByRole('link', { name: '岛 1' }).waitFor();
  await page.getByRole('button', { name: '返回' }).click();
  await page.waitForURL(/\/(freesale|home)$/);
});

test('missing and forbidden screens show one explanation with their title and a link home', async () => {
  const page = await openPage();
  const named = async (name: string) => {
    await page.locator('h1:visible', { hasText: name }).waitFor();
    await expect.poll(() => page.title()).toBe(`${name} · 漫屿`);
  };
  const missing = async (words: string, name?: string) => {
    await page.getByText(words).waitFor();
    await page.getByRole('button', { name: '返回' }).waitFor();
    await page.getByRole('link', { name: '回首页' }).waitFor();
    if (name !== undefined) await named(name);
    await expect.poll(() => page.getByRole('status').allTextContents(), { message: words }).toEqual(['', '']);
  };
  await page.goto(url('/nowhere'));
  await missing('这里什么也没有');
  for (const [path, words, name] of [
    ['/comic/abc', '漫画不存在或已下架', undefined],
    ['/chapter/abc', '章节不存在或已下架', '章节不存在'],
    ['/theme/99999', '专题不存在或已结束', '专题不存在'],
  ] as const) {
    await goWithin(page, path);
    await missing(words, name);
  }
  await goWithin(page, '/event?id=99999');
  await named('活动不存在');
  await page.goto(url('/comic/99999'));
  await missing('漫画不存在或已下架');
  await page.goto(url('/chapter/99999'));
  await missing('章节不存在或已下架', '章节不存在');
  await page.getByRole('link', { name: '回首页' }).click();
  await page.waitForURL('**/home');

  await goWithin(page, `/chapter/${locked}`);
  const card = page.getByRole('region', { name: '本话未解锁' });
  await card.getByRole('button', { name: '登录解锁' }).waitFor();
  // The card explains it; there is no notice beside it.
  await expect.poll(() => page.getByRole('status').allTextContents()).toEqual(['', '']);
});

test('questions can be searched, 忘记密码 opens its answer, and a simple password is refused', async () => {
  const page = await openMy(await openPage(), url('/my'));
  await page.getByRole('link', { name: '常见问题与反馈' }).click();
  // The search has a label, can be cleared, and shows its empty state.
  const search = page.getByRole('searchbox', { name: '搜索问题' });
  expect(await search.getAttribute('placeholder')).toBe('搜索问题');
  await page.locator('summary').first().waitFor();
  const all = await page.locator('summary').count();
  expect(all).toBeGreaterThan(5);
  expect(await page.locator('details[open]').count()).toBe(0);
  expect(await page.getByRole('button', { name: '清除' }).count()).toBe(0);
  await search.fill('没有人问过的事');
  await page.getByText('没有找到相关的问题').waitFor();
  await page.getByRole('button', { name: '清除' }).click();
  expect(await search.inputValue()).toBe('');
  expect(await page.locator('summary').count()).toBe(all);

  // 忘记密码 opens its answer, and the form is closed.
  await page.getByRole('button', { name: '返回' }).click();
  await openLogin(page);
  await logIn(page, 'nobody_here', 'quiet-harbour-7');
  await toastOf(page, '用户名或密码错误').waitFor();
  await loginOf(page).getByRole('button', { name: '忘记密码?' }).click();
  await page.waitForURL('**/faq?type=0');
  await page.locator('details[open]', { hasText: '忘记密码怎么办？' }).getByText('手机登录').waitFor();
  expect(await page.locator('details[open]').count()).toBe(1);
  expect(await toastOf(page, '用户名或密码错误').count()).toBe(0);

  // A simple password is refused under its field until it is changed. The rule is shown before.
  await page.getByRole('button', { name: '返回' }).click();
  await unfoldAccount(page);
  await rowOf(page, '用户名与密码').click();
  const sheet = page.getByRole('dialog', { name: '设置密码' });
  const field = sheet.getByLabel('新密码');
  const note = async () => page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`);
  expect(await (await note()).textContent()).toContain('8 到 20 个字符');
  await sheet.getByLabel('用户名').fill('simple_reader');
  await field.fill('12345678');
  await sheet.getByRole('button', { name: '保存' }).click();
  await toastOf(page, '密码太简单').waitFor();
  await sheet.getByRole('alert').waitFor();
  expect(await (await note()).textContent()).toMatch(/^密码太简单.*8 到 20 个字符/);
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  await field.fill('quiet-harbour-7');
  expect(await sheet.getByRole('alert').count()).toBe(0);
  expect(await field.getAttribute('aria-invalid')).toBeNull();
  await sheet.getByRole('button', { name: '保存' }).click();
  await sheet.waitFor({ state: 'detached' });
});
