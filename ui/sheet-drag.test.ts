// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { closes, followFinger } from './sheet-drag.ts';

test.each([
  ['a little, slowly', { by: 60, speed: 0.1 }, false],
  ['a third of its height', { by: 140, speed: 0 }, true],
  ['a little, but quickly', { by: 40, speed: 0.8 }, true],
  ['far, and back up again', { by: 300, speed: -0.2 }, false],
])('a sheet of 400 px that was dragged %s closes: %j', (_, drag, closing) => {
  expect(closes(drag, 400)).toBe(closing);
});

const close = vi.fn();
const ending: { onfinish?: () => void } = {};
const animate = vi.fn(() => ending);
let sheet: HTMLElement;
let text: HTMLElement;
let letGo: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('innerWidth', 390);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  document.body.innerHTML = '<div><div><p></p></div></div>';
  sheet = document.querySelector('div') as HTMLElement;
  text = document.querySelector('p') as HTMLElement;
  Object.defineProperty(sheet, 'clientHeight', { value: 400 });
  Object.assign(sheet, { animate });
  delete ending.onfinish;
  letGo = followFinger(sheet, close);
  return () => {
    vi.clearAllMocks();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

const at = ([clientX, clientY]: readonly [number, number]) => ({ clientX, clientY });
/** Whether the browser may still scroll by it. */
function moveTo(...place: readonly [number, number]): boolean {
  vi.advanceTimersByTime(100);
  return fireEvent.touchMove(text, { touches: [at(place)] });
}
const begin = (target = text) => fireEvent.touchStart(target, { touches: [at([0, 0])] });
const place = () => sheet.style.translate;

test.each([
  ['touchEnd', [100, 200], 1],
  ['touchCancel', [100, 200], 1],
  ['touchEnd', [50, 60], 0],
  ['touchEnd', [300, 299], 0],
] as const)(
  'after %s a sheet that was at %j px is closed when it is out of sight, or back: %j',
  (type, ways, times) => {
    begin();
    for (const y of ways) {
      expect(moveTo(0, y)).toBe(false);
      expect(place()).toBe(`0 ${y}px`);
    }
    fireEvent[type](text);
    expect([place(), close.mock.calls.length]).toEqual([times ? '0 400px' : '', 0]);
    ending.onfinish?.();
    fireEvent[type](text);
    expect([close.mock.calls.length, animate.mock.calls.length]).toEqual([times, 1]);
    moveTo(0, 300);
    expect(place()).toBe(times ? '0 400px' : '');
  },
);

test('a sheet is never dragged above its position', () => {
  begin();
  moveTo(0, 20);
  moveTo(0, -20);
  expect(place()).toBe('0 0px');
});

test.each([
  ['less than a tap may', [[0, 7]], ''],
  ['just more than a tap may', [[0, 8]], '0 8px'],
  [
    'up at first',
    [
      [0, -9],
      [0, 50],
    ],
    '',
  ],
  [
    'a little up at first',
    [
      [0, -8],
      [0, 50],
    ],
    '0 50px',
  ],
  [
    'to the left at first',
    [
      [-9, 0],
      [0, 50],
    ],
    '',
  ],
  [
    'a little to the right at first',
    [
      [8, 0],
      [0, 50],
    ],
    '0 50px',
  ],
  [
    'down, then to the side',
    [
      [0, 20],
      [90, 50],
    ],
    '0 50px',
  ],
] as [string, [number, number][], string][])(
  'a finger that moves %s leaves the sheet at %j %j',
  (_name, ways, there) => {
    begin();
    const scrolls = ways.map((way) => moveTo(...way)).at(-1);
    expect([place(), scrolls]).toEqual([there, there === '']);
    fireEvent.touchEnd(text);
    expect(animate).toHaveBeenCalledTimes(there === '' ? 0 : 1);
  },
);

test.each<[string, () => void]>([
  ['beside it', () => begin(sheet)],
  ['with a second finger', () => fireEvent.touchStart(text, { touches: [at([0, 0]), at([9, 0])] })],
  [
    'on a wide screen',
    () => {
      vi.stubGlobal('innerWidth', 640);
      begin();
    },
  ],
  [
    'where it has been scrolled',
    () => {
      sheet.scrollTop = 1;
      begin();
    },
  ],
  [
    'where a part of it has been scrolled',
    () => {
      if (text.parentElement) text.parentElement.scrollTop = 1;
      begin();
    },
  ],
  [
    'once it is gone',
    () => {
      letGo();
      begin();
    },
  ],
])('a finger %s drags no sheet', (_name, touch) => {
  touch();
  expect([moveTo(0, 200), place()]).toEqual([true, '']);
});

test('scrolled content behind a sheet does not block dragging, nor does a narrow screen', () => {
  vi.stubGlobal('innerWidth', 639);
  document.body.scrollTop = 1;
  begin();
  expect([moveTo(0, 200), place()]).toEqual([false, '0 200px']);
  document.body.scrollTop = 0;
});

test('a second finger ends the drag, and an unmounted sheet follows no finger', () => {
  begin();
  moveTo(0, 20);
  fireEvent.touchStart(text, { touches: [at([0, 0]), at([9, 0])] });
  moveTo(0, 200);
  expect(place()).toBe('0 20px');
  begin();
  moveTo(0, 30);
  letGo();
  moveTo(0, 200);
  fireEvent.touchEnd(text);
  fireEvent.touchCancel(text);
  expect([place(), animate.mock.calls]).toEqual(['0 30px', []]);
});

test.each([
  [true, 0],
  [false, 200],
])('with reduced motion %j the sheet takes %j ms', (matches, duration) => {
  vi.stubGlobal('matchMedia', () => ({ matches }));
  begin();
  moveTo(0, 300);
  fireEvent.touchEnd(text);
  expect(animate.mock.lastCall).toEqual([[{ translate: '0 300px' }, { translate: '0 400px' }], duration]);
});
