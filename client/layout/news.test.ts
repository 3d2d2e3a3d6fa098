import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubPage } from '../runtime/testing/fake-page.ts';
import { useClientState } from '../state.ts';

const notify = vi.fn();
vi.mock('../notices.ts', () => ({ notify: (text: string) => notify(text) }));

const NOW = Date.parse('2026-11-20T04:00:00Z');
const reader = (feedback: number, updates: number, id = 1, gift = 0, grade = { level: 1, name: '常客' }) =>
  ({ userInfo: { id, unread: { feedback, updates, gift }, grade } }) as never;

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW });
  stubPage();
  notify.mockReset();
  useClientState.setState({ session: 'ready', userInfo: null });
  useClientState.setState(reader(1, 1));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const { watchNews } = await import('./news.ts');
const texts = () => notify.mock.calls.flat();

test('a growing count is notified, an equal or smaller one is not', () => {
  const stop = watch();
  useClientState.setState(reader(2, 1));
  expect(texts()).toEqual(['你的反馈有新回复']);
  useClientState.setState(reader(2, 2));
  expect(texts()).toEqual(['你的反馈有新回复', '订阅的漫画有更新']);
  useClientState.setState(reader(2, 2, 1, 1));
  expect(texts()).toEqual(['你的反馈有新回复', '订阅的漫画有更新', '有新的礼包可以领']);
  useClientState.setState(reader(0, 1));
  useClientState.setState({ counter: 1 });
  expect(texts()).toHaveLength(3);
  stop();
});

test('a higher grade is notified, a lower one is not', () => {
  const stop = watch();
  useClientState.setState(reader(1, 1, 1, 0, { level: 2, name: '书友' }));
  expect(texts()).toEqual(['升级了：书友']);
  useClientState.setState(reader(1, 1, 1, 0, { level: 1, name: '常客' }));
  expect(texts()).toHaveLength(1);
  stop();
});

test('the first counts of a visit, and those of another reader, are not news', () => {
  const stop = watch();
  useClientState.setState({ session: 'starting' });
  useClientState.setState({ session: 'ready', ...(reader(5, 5) as object) });
  useClientState.setState(reader(9, 9, 2));
  useClientState.setState({ userInfo: null });
  useClientState.setState({ counter: 2 });
  expect(texts()).toEqual([]);
  stop();
});

/** Watches for the time of one test. */
function watch(): () => void {
  const subscribe = vi.spyOn(useClientState, 'subscribe');
  watchNews();
  const stop: unknown = subscribe.mock.results[0]?.value;
  subscribe.mockRestore();
  return typeof stop === 'function' ? () => void stop() : () => undefined;
}
