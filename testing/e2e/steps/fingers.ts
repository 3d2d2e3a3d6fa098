import type { CDPSession, Locator, Page } from 'playwright-core';

type Point = { x: number; y: number };
const STEPS = 8;

/** Waits for the gesture code, which is loaded after the screen and disables the browser's own pull to refresh. */
export async function gesturesReady(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.style.overscrollBehaviorY === 'none');
}

/** Drags a finger over a listing with touch events; `between` runs before it is lifted. */
export async function drag(page: Page, from: Point, by: Point, between?: () => Promise<void>): Promise<void> {
  await gesturesReady(page);
  await dragFinger(page, from, by, between);
}

/** Drags a finger with touch events, over anything. */
export async function dragFinger(page: Page, from: Point, by: Point, between?: () => Promise<void>): Promise<void> {
  const phone = await page.context().newCDPSession(page);
  await touch(phone, 'touchStart', [from]);
  for (let step = 1; step <= STEPS; step += 1) {
    await touch(phone, 'touchMove', [{ x: from.x + (by.x * step) / STEPS, y: from.y + (by.y * step) / STEPS }]);
  }
  await between?.();
  await touch(phone, 'touchEnd', []);
  await phone.detach();
}

/** Presses an element with a finger, which is lifted after `until`. */
export async function longPress(page: Page, target: Locator, until: () => Promise<void>): Promise<void> {
  const { x = 0, y = 0 } = (await target.boundingBox()) ?? {};
  const phone = await page.context().newCDPSession(page);
  await touch(phone, 'touchStart', [{ x: x + 40, y: y + 40 }]);
  await until();
  await touch(phone, 'touchEnd', []);
  await phone.detach();
}

async function touch(phone: CDPSession, type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) {
  await phone.send('Input.dispatchTouchEvent', { type, touchPoints });
}

/** A double tap in the middle of an element. */
export async function tapTwice(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error('The element is not shown.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.touchscreen.tap(x, y);
  await page.touchscreen.tap(x, y);
}
