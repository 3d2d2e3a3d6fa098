import { expect, test, vi } from 'vitest';
import { followScroll } from './follow-scroll.ts';

test('callbacks for one element share a listener and are called in order until they stop', () => {
  const box = new EventTarget();
  const listen = vi.spyOn(box, 'addEventListener');
  const called: string[] = [];
  // Of an element, only how to listen is needed.
  const stops = ['first', 'second'].map((name) => followScroll(box as HTMLElement, () => called.push(name)));
  box.dispatchEvent(new Event('scroll'));
  stops[0]?.();
  box.dispatchEvent(new Event('scroll'));
  expect(called).toEqual(['first', 'second', 'second']);
  expect(listen.mock.calls.map(([type, , options]) => [type, options])).toEqual([
    ['scroll', { passive: true, capture: true }],
  ]);
});
