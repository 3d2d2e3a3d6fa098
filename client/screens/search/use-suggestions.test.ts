// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../runtime/queries/queries.ts';
import { useSettings } from '../../settings.ts';
import { readSearchAddress, writeSearchAddress } from './search-address.ts';
import { addToHistory, clearHistory, readHistory, removeFromHistory } from './search-history.ts';
import { useSuggestions } from './use-suggestions.ts';

const send = vi.hoisted(() => vi.fn());
vi.mock('../../runtime/browser.ts', () => ({ send, session: {} }));

const wrapper = ({ children }: { children: ReactNode }) =>
  createElement(QueryClientProvider, { client: queryClient }, children);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
  useSettings.setState({ consent: 'given' });
  send.mockImplementation(async (_call, { prefix }) => ({
    status: 1,
    code: 0,
    message: '',
    data: { suggestions: [prefix] },
  }));
  return () => {
    cleanup();
    queryClient.clear();
    localStorage.clear();
    useSettings.setState({ consent: null });
    send.mockReset();
    vi.useRealTimers();
  };
});

test('suggestions are fetched at a pause, stay until the next ones arrive, and disappear with the text', async () => {
  const { result, rerender } = renderHook((typed: string) => useSuggestions(typed), { wrapper, initialProps: '' });
  await pass(1000);
  expect(send).not.toHaveBeenCalled();
  for (const typed of ['海', '海上']) {
    rerender(typed);
    await pass(199);
  }
  expect(send).not.toHaveBeenCalled();
  await pass(1);
  await pass(0);
  expect([send.mock.calls.map(([, payload]) => payload), result.current]).toEqual([[{ prefix: '海上' }], ['海上']]);
  rerender('海上的');
  expect(result.current).toEqual(['海上']);
  await pass(200);
  await pass(0);
  expect(result.current).toEqual(['海上的']);
  rerender('');
  expect(result.current).toEqual([]);
});

test('the latest searches come first, each once, twelve at most', () => {
  for (let n = 1; n <= 13; n++) addToHistory(localStorage, String(n));
  addToHistory(localStorage, '5');
  addToHistory(localStorage, '');
  expect(readHistory(localStorage)).toEqual(['5', '13', '12', '11', '10', '9', '8', '7', '6', '4', '3', '2']);
  removeFromHistory(localStorage, '13');
  expect(readHistory(localStorage).slice(0, 2)).toEqual(['5', '12']);
  clearHistory(localStorage);
  expect(localStorage.length).toBe(0);
});

test.each(['refused', null] as const)('with consent %s no searches are stored', (consent) => {
  useSettings.setState({ consent });
  addToHistory(localStorage, '海');
  expect(readHistory(localStorage)).toEqual([]);
});

test.each(['{', '{}', '[3,"海",null]', null])('damaged parts of the history %s are ignored', (kept) => {
  if (kept) localStorage.setItem('searches', kept);
  expect(readHistory(localStorage)).toEqual(kept?.includes('海') ? ['海'] : []);
});

test.each([
  ['q=%20海%0A上%20&genre=a&status=serial&sort=hot', { words: '海 上', genre: 'a', status: 'serial', sort: 'hot' }],
  ['status=complete&sort=old', { words: '', genre: '', status: 'complete', sort: '' }],
  [
    `q=${'x'.repeat(101)}&genre=${'y'.repeat(41)}&status=x`,
    { words: 'x'.repeat(100), genre: '', status: '', sort: '' },
  ],
  [`genre=${'y'.repeat(40)}`, { words: '', genre: 'y'.repeat(40), status: '', sort: '' }],
] as const)('the address %s is a search', (address, search) => {
  expect(readSearchAddress(new URLSearchParams(address))).toEqual(search);
  expect(readSearchAddress(new URLSearchParams(writeSearchAddress(search)))).toEqual(search);
});

test('filters that are not set are not in the address', () => {
  expect(writeSearchAddress({ words: '海', genre: '', status: '', sort: '' })).toBe(`q=${encodeURIComponent('海')}`);
});
