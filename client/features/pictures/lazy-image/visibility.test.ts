import { expect, test, vi } from 'vitest';
import { whenVisible } from './visibility.ts';

const watched = new Set<unknown>();
let seen: (entries: { target: unknown; isIntersecting: boolean }[]) => void = () => undefined;
const options: unknown[] = [];
vi.stubGlobal(
  'IntersectionObserver',
  class {
    constructor(onChange: typeof seen, given: unknown) {
      seen = onChange;
      options.push(given);
    }
    observe = (element: unknown) => void watched.add(element);
    unobserve = (element: unknown) => void watched.delete(element);
  },
);
const show = (...targets: unknown[]) => seen(targets.map((target) => ({ target, isIntersecting: true })));

test('an element is reported once, when it comes into view, and watched no longer', () => {
  const [first, second] = [{}, {}] as [Element, Element];
  const [onFirst, onSecond] = [vi.fn(), vi.fn()];
  whenVisible(first, onFirst);
  whenVisible(second, onSecond);
  seen([
    { target: first, isIntersecting: false },
    { target: second, isIntersecting: true },
  ]);
  expect([onFirst.mock.calls.length, onSecond.mock.calls.length]).toEqual([0, 1]);
  expect([...watched]).toEqual([first]);
  show(first, first, second);
  expect([onFirst.mock.calls.length, onSecond.mock.calls.length]).toEqual([1, 1]);
  expect(options).toEqual([{ threshold: 0.01 }]);
});

test('an element that is no longer watched is not reported', () => {
  const element = {} as Element;
  const onVisible = vi.fn();
  whenVisible(element, onVisible)();
  expect(watched.size).toBe(0);
  show(element);
  expect(onVisible).not.toHaveBeenCalled();
});
