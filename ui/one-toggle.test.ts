// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listen } from './listen.ts';
import { toggleOncePerDoubleTap } from './one-toggle.ts';

const clicked = vi.fn();
let at = 0;
toggleOncePerDoubleTap(document);

beforeEach(() => {
  at += 10_000;
  document.body.innerHTML = `
    <button id="toggle" aria-pressed="false"><svg></svg></button><button id="order" data-toggle></button>
    <button id="other"></button><label><input type="checkbox" /></label>`;
  return listen(document.body, { click: clicked });
});
afterEach(() => clicked.mockReset());

const press = (x = 0) =>
  Object.defineProperty(new PointerEvent('pointerdown', { clientX: x, clientY: 5, bubbles: true }), 'timeStamp', {
    value: at,
  });
/** A tap with a finger, some time after the one before. */
function tap(selector: string, { after = 0, x = 0 } = {}) {
  at += after;
  const target = document.querySelector(selector);
  target?.dispatchEvent(press(x));
  target?.dispatchEvent(new MouseEvent('click', { detail: 1, bubbles: true, cancelable: true }));
}

/** The second tap of a double tap, and a click by a key. */
function doubleTapAndPressKey(selector: string) {
  tap(selector, { after: 100 });
  document.querySelector(selector)?.dispatchEvent(new MouseEvent('click', { detail: 0, bubbles: true }));
}

test.each(['#toggle', '#toggle svg', '#order', 'label'])('a double tap on %s counts once', (selector) => {
  tap(selector);
  const once = clicked.mock.calls.length;
  tap(selector, { after: 200 });
  tap(selector, { after: 400 });
  expect(clicked).toHaveBeenCalledTimes(once);
  tap(selector, { after: 401 });
  expect(clicked).toHaveBeenCalledTimes(2 * once);
});

test('a checkbox changes once, although its label passes the click on', () => {
  const box = document.querySelector('input');
  for (const after of [0, 200]) tap('label', { after });
  expect(box?.checked).toBe(true);
});

test.each<[string, () => void]>([
  ['on two places', () => tap('#toggle', { after: 100, x: 25 })],
  ['on a button that turns nothing on or off', () => tap('#other', { after: 100 })],
  ['and a key after a double tap', () => doubleTapAndPressKey('#toggle')],
])('a tap and another %s count twice', (_what, second) => {
  tap(_what.includes('button') ? '#other' : '#toggle');
  second();
  expect(clicked).toHaveBeenCalledTimes(2);
});
