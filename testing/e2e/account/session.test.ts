import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { addComic } from '../../factories/comics.ts';
import { openSite, PHONE } from '../steps/app.ts';
import { goBackAfterDialog } from '../steps/walking.ts';

const { openPage, url, payloadOf, answerWith } = openSite(async (app) => {
  await addComic(app, { title: '海上的岛' });
  await addComic(app, { title: '夜里的港' });
});

const LOST = { status: 403, message: '登录已失效，请重新登录', code: -1, data: null };
const login = (page: Page) => page.getByRole('dialog', { name: '登录' });
const firstCard = (page: Page) => page.getByRole('link', { name: '海上的岛' }).first();

/** Shown below a comic after the last call of its screen. */
const related = (page: Page) => page.getByRole('region', { name: '相关推荐' });

async function tokenOf(page: Page): Promise<string | undefined> {
  const cookies = await page.context().cookies();
  return cookies.find(({ name }) => name === 'token')?.value;
}

test('the first visit starts a session with the u of the address and stores userInfo and config; the second visit continues it', async () => {
  const page = await openPage(PHONE, { consent: null, hint: true });
  const register = page.waitForRequest('**/api/user/register');
  // The session is started before / redirects to /home.
  await page.goto(url('/?u=friend-3'));
  await page.waitForURL('**/home');
  expect(payloadOf((await register).postData())).toEqual({ domain: '127.0.0.1', u: 'friend-3', platform: null });
  await expect.poll(() => tokenOf(page)).toBeTruthy();
  await firstCard(page).waitFor();
  // Plain objects under exactly these keys, and two cookies on path /.
  const keys = () => page.evaluate(() => Object.keys(localStorage).sort());
  await expect.poll(keys).toEqual(['config', 'userInfo']);
  const token = await tokenOf(page);
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? '').token)).toBe(token);
  const cookies = (await page.context().cookies()).map(({ name, path }) => `${name} ${path}`);
  expect(cookies.sort()).toEqual(['api /', 'token /']);

  const info = page.waitForRequest('**/api/user/info');
  await page.reload();
  expect(payloadOf((await info).postData())).toEqual({ token });
  await firstCard(page).waitFor();
  expect(await tokenOf(page)).toBe(token);
});

test('each lost session opens one login dialog over the home screen, and closing it leaves a working app', async () => {
  const page = await openPage();
  await page.goto(url('/home'));
  await firstCard(page).waitFor();
  await expect.poll(() => tokenOf(page)).toBeTruthy();
  const letThrough = await answerWith(page, 'comic/info', LOST);
  for (let round = 1; round <= 3; round += 1) {
    const before = await tokenOf(page);
    await firstCard(page).click();
    await login(page).waitFor();
    await page.waitForURL('**/home');
    if (round === 3) await letThrough();
    await expect.poll(() => tokenOf(page)).not.toBe(before);
    await expect.poll(() => tokenOf(page)).toBeTruthy();
    expect(await login(page).count()).toBe(1);
    await login(page).getByRole('button', { name: '关闭' }).click();
    await login(page).waitFor({ state: 'detached' });
    await page.waitForURL('**/home');
    await page.waitForTimeout(1100);
  }
  await firstCard(page).click();
  await page.getByRole('link', { name: '开始阅读' }).waitFor();
});

test('the login dialog is closed by its button, the backdrop and Escape, and keeps the focus', async () => {
  const page = await openPage();
  await page.goto(url('/home'));
  await firstCard(page).waitFor();
  await answerWith(page, 'comic/info', { status: 0, message: '请先登录', code: 1401, data: null });
  const open = async () => {
    await firstCard(page).click();
    await login(page).waitFor();
  };
  const isClosed = async () => {
    await login(page).waitFor({ state: 'detached' });
    await page.waitForURL('**/comic/1');
    await goBackAfterDialog(page);
  };
  await open();
  for (let tab = 0; tab < 5; tab += 1) {
    await page.keyboard.press('Tab');
    expect(await login(page).evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press('Escape');
  await isClosed();
  await open();
  await login(page).getByRole('button', { name: '关闭' }).click();
  await isClosed();
  await open();
  await page.mouse.click(195, 60);
  await isClosed();
});

test('without a session the comic shows an error and 重试 starts one, while home needs none', async () => {
  const page = await openPage();
  const letThrough = await answerWith(page, 'user/register', 'down');
  await page.goto(url('/home'));
  await firstCard(page).click();
  await page.getByRole('alert').getByText('暂时连接不上').waitFor();
  await letThrough();
  await page.getByRole('button', { name: '重试' }).click();
  await page.getByRole('link', { name: '开始阅读' }).waitFor();
});

/** The pending calls of the page. */
function watchUnanswered(page: Page): Set<Request> {
  const unanswered = new Set<Request>();
  page.on('request', (request) => request.url().includes('/api/') && unanswered.add(request));
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => unanswered.delete(request));
  return unanswered;
}

test('a slow call can be repeated, and the loading sign lets taps through', async () => {
  const page = await openPage();
  const unanswered = watchUnanswered(page);
  await page.goto(url('/home'));
  await firstCard(page).waitFor();
  await answerWith(page, 'comic/info', 'silent');
  await firstCard(page).click();
  // After 8 seconds it can be cancelled or repeated.
  const slow = page.getByRole('region', { name: '网络较慢' });
  await slow.waitFor();
  await slow.getByRole('button', { name: '重试' }).click();
  await page.getByRole('link', { name: '开始阅读' }).waitFor();
  await slow.waitFor({ state: 'detached' });

  // The loading sign appears after 300 ms and lets taps through.
  const sign = page.getByRole('status', { name: '加载中' });
  // The 300 ms start when the first of continuous calls starts, so the screen's own calls must have ended.
  await related(page).waitFor();
  await expect.poll(() => unanswered.size).toBe(0);
  await sign.waitFor({ state: 'detached' });
  await answerWith(page, 'my/add-subscribe', 'silent');
  // Measured in the page, because the test may be delayed.
  await page.evaluate(() => {
    let began = 0;
    addEventListener('click', () => (began = performance.now()), { capture: true, once: true });
    new MutationObserver((_, watch) => {
      if (!document.querySelector('[role=status][aria-label=加载中]')) return;
      watch.disconnect();
      Object.assign(window, { waited: performance.now() - began });
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole('button', { name: '订阅' }).click();
  await sign.waitFor();
  expect(await page.evaluate((): number => Reflect.get(window, 'waited'))).toBeGreaterThanOrEqual(300);
  const hit = await page.evaluate(
    () => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('#root') !== null,
  );
  expect(hit).toBe(true);
});

test('pinching, on a trackpad too, and Safari’s gestures are blocked', async () => {
  // A desktop context: phones have no wheel listener.
  const page = await openPage({ ...PHONE, hasTouch: false, isMobile: false });
  await page.goto(url('/home'));
  await firstCard(page).waitFor();
  const prevented = await page.evaluate(() => {
    const gesture = new Event('gesturestart', { cancelable: true, bubbles: true });
    document.body.dispatchEvent(gesture);
    const finger = (identifier: number) =>
      new Touch({ identifier, target: document.body, clientX: identifier * 50, clientY: 9 });
    const pinch = new TouchEvent('touchmove', { cancelable: true, bubbles: true, touches: [finger(1), finger(2)] });
    document.body.dispatchEvent(pinch);
    const swipe = new TouchEvent('touchmove', { cancelable: true, bubbles: true, touches: [finger(1)] });
    document.body.dispatchEvent(swipe);
    const wheel = (ctrlKey: boolean) =>
      new WheelEvent('wheel', { cancelable: true, bubbles: true, deltaY: -9, ctrlKey });
    const [zoom, scroll] = [wheel(true), wheel(false)];
    for (const event of [zoom, scroll]) document.body.dispatchEvent(event);
    return [gesture, pinch, swipe, zoom, scroll].map(({ defaultPrevented }) => defaultPrevented);
  });
  expect(prevented).toEqual([true, true, false, true, false]);
});

test('/ redirects to home, also if it is opened twice quickly', async () => {
  const page = await openPage();
  await page.goto(url('/comic/1'));
  await page.getByRole('link', { name: '开始阅读' }).waitFor();
  // As after two lost sessions: the second navigation to / begins before the first has redirected.
  await page.evaluate(() => {
    const goToRoot = (key: string) => {
      const state = { usr: null, key, idx: Number(history.state.idx) + 1 };
      history.pushState(state, '', '/');
      dispatchEvent(new PopStateEvent('popstate', { state }));
    };
    const replace = history.replaceState.bind(history);
    history.replaceState = (...given) => {
      history.replaceState = replace;
      replace(...given);
      queueMicrotask(() => goToRoot('second'));
    };
    goToRoot('first');
  });
  await page.waitForURL('**/home');
  await firstCard(page).waitFor();
});
