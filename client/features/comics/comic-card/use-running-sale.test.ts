// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useClientState } from '../../../state.ts';
import { useRunningSale } from './use-running-sale.ts';

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

afterEach(() => {
  cleanup();
  useClientState.setState({ userInfo: null });
});

test.each([
  ['a discount', { teen: false }, 70, true],
  ['a discount, without a reader', null, 70, true],
  ['a discount in 未成年人模式', { teen: true }, 70, false],
  ['what is free for now in 未成年人模式', { teen: true }, 0, true],
])('%s is shown or not', (_name, userInfo, percent, isShown) => {
  useClientState.setState({ userInfo: userInfo as never });
  const sale = { percent, endsAt: inAnHour() };
  expect(renderHook(() => useRunningSale(sale)).result.current).toEqual(isShown ? sale : null);
});

test('a sale that is over is not shown', () => {
  const sale = { percent: 0, endsAt: new Date(Date.now() - 1).toISOString() };
  expect(renderHook(() => useRunningSale(sale)).result.current).toBeNull();
});
