// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { useSearchParams } from '../features/navigation/use-search-params.ts';
import { AppRouter } from './app-router.tsx';

beforeEach(() => history.replaceState({ key: 'first', idx: 4, usr: 'in place' }, '', '/comic/7?from=a#b'));

const open = () =>
  renderHook(
    () => ({
      location: useLocation(),
      type: useNavigationType(),
      navigate: useNavigate(),
      search: useSearchParams(),
    }),
    { wrapper: AppRouter },
  ).result;

test('the first location is the address with the state and the key of its entry', () => {
  const { location, type } = open().current;
  expect(location).toMatchObject({
    pathname: '/comic/7',
    search: '?from=a',
    hash: '#b',
    state: 'in place',
    key: 'first',
  });
  expect(type).toBe('POP');
});

test('a navigation adds an entry with the next number and a new key', () => {
  const shown = open();
  act(() => void shown.current.navigate('/new?page=2', { state: 'x' }));
  expect(shown.current).toMatchObject({ type: 'PUSH', location: { pathname: '/new', search: '?page=2', state: 'x' } });
  expect(history.state).toEqual({ usr: 'x', idx: 5, key: shown.current.location.key });
  expect(history.state.key).not.toBe('first');
});

test('a replacement keeps the number of the entry', () => {
  const shown = open();
  const before = history.length;
  act(() => void shown.current.navigate('/new', { replace: true }));
  expect(shown.current).toMatchObject({ type: 'REPLACE', location: { pathname: '/new', search: '', hash: '' } });
  expect([history.length, history.state.idx]).toEqual([before, 4]);
});

test('a step of the browser shows the entry of the address', () => {
  const shown = open();
  act(() => {
    history.replaceState({ key: 'other', idx: 3 }, '', '/ranking');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  expect(shown.current).toMatchObject({ type: 'POP', location: { pathname: '/ranking', state: null, key: 'other' } });
});

test('an entry that the browser refuses is loaded as a new page', () => {
  const shown = open();
  vi.spyOn(history, 'pushState').mockImplementationOnce(() => {
    throw new DOMException('too many', 'SecurityError');
  });
  const assign = vi.spyOn(location, 'assign').mockImplementationOnce(() => undefined);
  act(() => void shown.current.navigate('/new'));
  expect(assign).toHaveBeenCalledWith('/new');
});

test('a new query keeps the path', () => {
  const shown = open();
  expect(shown.current.search[0].get('from')).toBe('a');
  act(() => shown.current.search[1]({ tab: '书架' }, { replace: true }));
  expect(location.pathname + location.search).toBe('/comic/7?tab=%E4%B9%A6%E6%9E%B6');
  expect(shown.current.search[0].get('tab')).toBe('书架');
});
