import { expect, test, vi } from 'vitest';
import { stubPage } from '../../runtime/testing/fake-page.ts';

const send = vi.hoisted(() => vi.fn());
vi.mock('../../runtime/browser.ts', () => ({ send, session: {} }));
stubPage();
const { queryClient } = await import('../../runtime/queries/queries.ts');
const { fetchAhead } = await import('./ahead-answer.ts');

test('a chapter that has just been opened is not fetched ahead again, one of a minute ago is', async () => {
  vi.useFakeTimers();
  const opened = { id: 7 } as never;
  queryClient.setQueryData(['comic/read', { id: 7 }], opened);
  vi.advanceTimersByTime(59_999);
  expect(await fetchAhead(7)).toBe(opened);
  vi.advanceTimersByTime(1);
  send.mockResolvedValueOnce({ status: 1, code: 0, message: '', data: { id: 8 } });
  expect(await fetchAhead(7)).toEqual({ id: 8 });
  queryClient.clear();
  vi.useRealTimers();
});
