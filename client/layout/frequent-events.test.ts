import { expect, test, vi } from 'vitest';
import { withoutFrequentEvents } from './frequent-events.ts';

const FREQUENT = ['scroll', 'scrollend', 'wheel', 'touchmove', 'pointermove', 'mousemove', 'pointerover', 'mouseout'];

test('the root listens to what happens now and then, and not to what happens at each frame', () => {
  const root = new EventTarget();
  const heard = vi.fn();
  // Of an element, only how to listen is needed.
  const listening = withoutFrequentEvents(root as HTMLElement);
  for (const type of [...FREQUENT, 'click', 'touchstart', 'pointerdown', 'focusin'])
    listening.addEventListener(type, ({ type: happened }) => heard(happened), { capture: true });
  for (const type of [...FREQUENT, 'click', 'touchstart', 'pointerdown', 'focusin'])
    root.dispatchEvent(new Event(type));
  expect(heard.mock.calls.flat()).toEqual(['click', 'touchstart', 'pointerdown', 'focusin']);
});
