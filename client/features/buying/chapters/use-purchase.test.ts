// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Quote } from '#contract/shapes';
import { buy, usePurchase } from './purchase.ts';

const { send, session } = vi.hoisted(() => ({ send: vi.fn(), session: { refetchProfile: vi.fn() } }));
vi.mock('../../../runtime/browser.ts', () => ({ session, send }));
afterEach(cleanup);

test('a newer price clears the problem of a purchase, but not a running one', async () => {
  const first: Quote = {
    total: 12,
    salePrice: {},
    discount: 0,
    split: { tickets: 0, bonus: 0, coins: 12 },
    missing: 0,
  };
  const { result, rerender } = renderHook((seen: Quote) => usePurchase([7], seen), { initialProps: first });
  const purchase = { comicId: 3, chapterIds: [7], expect: 12 };
  send.mockResolvedValueOnce({ status: 0, code: 1003, message: '拒绝', data: null });
  await act(async () => void (await buy(purchase)));
  rerender(first);
  expect(result.current.problem).toBe('拒绝');
  rerender({ ...first });
  expect(result.current.problem).toBeNull();
  send.mockReturnValue(new Promise(() => {}));
  act(() => void buy({ ...purchase, expect: 13 }));
  rerender({ ...first });
  expect(result.current.busy).toBe(true);
});
