// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useClientState } from '../../../state.ts';
import { keepChoice, useChoiceAfterTopUp } from './choice-before-top-up.ts';

const reader = (id: number, coins: number) => useClientState.setState({ userInfo: { id, coins } as never });
const opened = (comicId = 7) => {
  const onBack = vi.fn();
  renderHook(() => useChoiceAfterTopUp(comicId, onBack)).unmount();
  return onBack.mock.calls.map(([{ chosen }]) => chosen);
};

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  useClientState.setState({ userInfo: null });
  vi.useRealTimers();
});

test('the choice comes back once, on its comic, for its reader, with more coins', () => {
  reader(1, 5);
  keepChoice({ comicId: 7, from: undefined, chosen: [3, 4] });
  expect(opened()).toEqual([]);
  reader(2, 65);
  expect(opened()).toEqual([]);
  reader(1, 65);
  expect(opened(8)).toEqual([]);
  expect(opened()).toEqual([[3, 4]]);
  expect(opened()).toEqual([]);
});

test('after half an hour the choice is not offered', () => {
  vi.useFakeTimers();
  reader(1, 5);
  keepChoice({ comicId: 7, from: undefined, chosen: [3] });
  vi.advanceTimersByTime(30 * 60_000);
  reader(1, 65);
  expect(opened()).toEqual([]);
});

test.each(['{', '{}', '7', '{"comicId":7}', '{"comicId":7,"userId":1,"coins":0,"at":0,"chosen":3}'])(
  'a damaged choice %j is ignored',
  (text) => {
    sessionStorage.setItem('choice', text);
    reader(1, 65);
    expect(opened()).toEqual([]);
  },
);
