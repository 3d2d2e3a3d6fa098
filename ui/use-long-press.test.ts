// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { createElement } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useLongPress } from './use-long-press.ts';

const [onLong, onClick] = [vi.fn(), vi.fn()];

function Row() {
  return createElement('p', { ...useLongPress(onLong), onClick });
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => {
    cleanup();
    vi.clearAllMocks();
    vi.useRealTimers();
  };
});

function open() {
  const row = render(createElement(Row)).container.querySelector('p') ?? document.body;
  const say = (type: string, details: object = {}) => {
    const event = new Event(type, { bubbles: true, cancelable: true });
    for (const [name, value] of Object.entries(details)) Object.defineProperty(event, name, { value });
    return fireEvent(row, event);
  };
  const press = (ms: number, pointerType = 'touch') => {
    say('pointerdown', { pointerType });
    vi.advanceTimersByTime(ms);
  };
  return { say, press };
}

test('a press is long after half a second', () => {
  const { press } = open();
  press(499);
  expect(onLong).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onLong).toHaveBeenCalledTimes(1);
});

test.each([
  ['lifted', 'pointerup', 'touch'],
  ['taken away to scroll', 'pointercancel', 'touch'],
  ['pressed again', 'pointerdown', 'touch'],
  ['of a mouse', 'nothing', 'mouse'],
])('a press that is %s before is not long', (_name, type, pointerType) => {
  const { say, press } = open();
  press(499, pointerType);
  say(type, { pointerType });
  vi.advanceTimersByTime(499);
  expect(onLong).not.toHaveBeenCalled();
});

test.each([
  ['of a long press', 0, false],
  ['that comes late on a busy phone', 999, false],
  ['of another tap', 1000, true],
])('the click %s after the finger was lifted counts or not: %#', (_name, ms, counts) => {
  const { say, press } = open();
  press(500);
  say('pointerup', { pointerType: 'touch' });
  vi.advanceTimersByTime(ms);
  say('click');
  expect(onClick).toHaveBeenCalledTimes(counts ? 1 : 0);
});

test('a tap right after the long press counts', () => {
  const { say, press } = open();
  press(500);
  say('pointerup', { pointerType: 'touch' });
  press(10);
  say('pointerup', { pointerType: 'touch' });
  say('click');
  expect(onClick).toHaveBeenCalledTimes(1);
});

test.each([
  ['of a mouse', { pointerType: 'mouse' }, true, 0],
  ['of a key', { pointerType: '' }, false, 1],
  ['of the long press itself', { pointerType: 'touch' }, false, 0],
  ['of a browser that does not say', {}, true, 0],
])('the context menu %s is left to the browser or not: %#', (_name, details, isLeft, times) => {
  const { say } = open();
  expect([say('contextmenu', details), onLong.mock.calls.length]).toEqual([isLeft, times]);
});
