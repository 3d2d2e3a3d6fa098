import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubPage } from '../runtime/testing/fake-page.ts';

let stage: ReturnType<typeof stubPage>;
/** The animation frames that were requested. */
let frames: Map<number, () => void>;
const scrollBackTo = vi.fn();
let reducedMotion = false;

beforeEach(() => {
  vi.resetModules();
  vi.doMock('./scroll-back.ts', () => ({ scrollBackTo }));
  scrollBackTo.mockReset();
  stage = stubPage();
  frames = new Map();
  reducedMotion = false;
  let last = 0;
  vi.stubGlobal('requestAnimationFrame', (step: () => void) => {
    last += 1;
    frames.set(last, step);
    return last;
  });
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id));
  vi.stubGlobal('matchMedia', () => ({ matches: reducedMotion }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.doUnmock('./scroll-back.ts');
});

/** The freshly loaded module, as after a navigation of the type `kind`. */
async function load(kind = 'navigate') {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: kind } as never]);
  const scroll = await import('./scroll.ts');
  scroll.watchScroll();
  return scroll;
}

function scrollTo(y: number) {
  stage.page.scrollY = y;
  stage.page.dispatchEvent(new Event('scroll'));
}

/** Draws the frames that were requested. */
function draw() {
  const drawn = [...frames.values()];
  frames.clear();
  for (const step of drawn) step();
}

const storedBefore = () => JSON.parse(stage.session.get('stoodAt') ?? 'null');
/** The code that follows a page down comes in a chunk of its own. */
const settled = () => vi.dynamicImportSettled();

test('a screen that is shown again has its last position', async () => {
  const { restoreScroll, settleScroll } = await load();
  restoreScroll('/home');
  scrollTo(700);
  restoreScroll('/comic');
  expect(stage.page.scrollY).toBe(700);
  scrollTo(30);
  restoreScroll('/home');
  settleScroll(true);
  expect(stage.page.scrollY).toBe(700);
  restoreScroll('/comic');
  expect(stage.page.scrollY).toBe(30);
});

test('after a back navigation a screen that has never been left begins at its top, without an animation', async () => {
  const { restoreScroll, settleScroll } = await load();
  restoreScroll('/home');
  scrollTo(700);
  restoreScroll('/comic');
  settleScroll(true);
  expect(stage.page.scrollY).toBe(0);
  expect(frames.size).toBe(0);
});

test('after a screen is hidden, scrolling no longer changes its position; hiding another changes nothing', async () => {
  const { restoreScroll, stopTracking } = await load();
  restoreScroll('/home');
  stopTracking('/comic');
  scrollTo(700);
  stopTracking('/home');
  scrollTo(10);
  restoreScroll('/home');
  expect(stage.page.scrollY).toBe(700);
});

test('any other navigation eases to the top, by a fifth each frame', async () => {
  const { restoreScroll, settleScroll } = await load();
  restoreScroll('/home');
  scrollTo(1000);
  settleScroll(false);
  expect(stage.page.scrollY).toBe(1000);
  draw();
  draw();
  expect(stage.page.scrollY).toBe(640);
  scrollTo(2);
  draw();
  expect([stage.page.scrollY, frames.size]).toEqual([1, 1]);
  draw();
  expect([stage.page.scrollY, frames.size]).toEqual([0, 0]);
});

test('all listeners are passive', async () => {
  const listen = vi.spyOn(globalThis, 'addEventListener');
  const { settleScroll } = await load();
  settleScroll(false);
  const options = listen.mock.calls.filter(([type]) => type !== 'pagehide').map(([type, , option]) => [type, option]);
  const once = { once: true, passive: true };
  expect(options).toEqual([
    ['scroll', { passive: true }],
    ['touchstart', once],
    ['wheel', once],
    ['keydown', once],
  ]);
});

test('without a navigation entry the page begins at the top', async () => {
  stage.session.set('stoodAt', '{"place":"/home","y":700}');
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([]);
  const { watchScroll, restoreScroll } = await import('./scroll.ts');
  watchScroll();
  restoreScroll('/home');
  await settled();
  expect(scrollBackTo).not.toHaveBeenCalled();
});

test('with reduced motion the page is at the top at once', async () => {
  const { restoreScroll, settleScroll } = await load();
  reducedMotion = true;
  restoreScroll('/home');
  scrollTo(1000);
  settleScroll(false);
  expect([stage.page.scrollY, frames.size]).toEqual([0, 0]);
});

test.each(['touchstart', 'wheel', 'keydown'])('%s stops easing to the top', async (type) => {
  const { restoreScroll, settleScroll } = await load();
  restoreScroll('/home');
  scrollTo(1000);
  settleScroll(false);
  draw();
  stage.page.dispatchEvent(new Event(type));
  draw();
  expect(stage.page.scrollY).toBe(800);
});

test('the next screen and the next navigation also stop easing to the top', async () => {
  const { restoreScroll, settleScroll } = await load();
  restoreScroll('/home');
  scrollTo(1000);
  settleScroll(false);
  settleScroll(false);
  expect(frames.size).toBe(1);
  restoreScroll('/comic');
  expect(frames.size).toBe(0);
});

test('a page that is left remembers its screen and position for a reload', async () => {
  const { restoreScroll, stopTracking } = await load();
  stage.page.dispatchEvent(new Event('pagehide'));
  expect(storedBefore()).toBeNull();
  restoreScroll('/home');
  stage.page.dispatchEvent(new Event('pagehide'));
  expect(storedBefore()).toEqual({ place: '/home', y: 0 });
  scrollTo(700);
  stage.page.dispatchEvent(new Event('pagehide'));
  expect(storedBefore()).toEqual({ place: '/home', y: 700 });
  stopTracking('/home');
});

test.each(['reload', 'back_forward'])('after a %s the screen scrolls down to its position, once', async (kind) => {
  stage.session.set('stoodAt', '{"place":"/home","y":700}');
  const { restoreScroll } = await load(kind);
  expect(storedBefore()).toBeNull();
  restoreScroll('/home');
  await settled();
  restoreScroll('/home');
  await settled();
  expect(scrollBackTo.mock.calls).toEqual([[700]]);
});

test.each([
  ['a new visit', 'navigate', '{"place":"/home","y":700}'],
  ['a reload of another screen', 'reload', '{"place":"/comic","y":700}'],
  ['a reload at the top', 'reload', '{"place":"/home","y":0}'],
  ['a reload that knows nothing', 'reload', 'null'],
])('%s is not followed down', async (_name, kind, stored) => {
  stage.session.set('stoodAt', stored);
  const { restoreScroll } = await load(kind);
  restoreScroll('/home');
  await settled();
  expect(scrollBackTo).not.toHaveBeenCalled();
});

test('after another navigation nothing scrolls down', async () => {
  stage.session.set('stoodAt', '{"place":"/home","y":700}');
  const { restoreScroll } = await load('reload');
  restoreScroll('/home');
  restoreScroll('/comic');
  await settled();
  restoreScroll('/home');
  await settled();
  expect(scrollBackTo).not.toHaveBeenCalled();
});
