// @vitest-environment happy-dom
import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import { Activity, createElement, type FC } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useClientState } from '../state.ts';
import { useFreshProfile } from './account/use-fresh-profile.ts';
import { acceptNextNotice, acceptNotice, useNoticeDue } from './comics/accepted-notices.ts';
import { BannerPlace } from './listings/banner-carousel/banner-place.tsx';
import { useScreenBanners } from './listings/banner-carousel/use-screen-banners.ts';
import { ListEnd } from './listings/list-end.tsx';
import { useAddressChoice } from './listings/use-address-choice.ts';
import { useReadAhead } from './reading/read-ahead/use-read-ahead.ts';
import { useMoment } from './text/countdown/use-moment.ts';
import { useSecondsLeft } from './text/countdown/use-seconds-left.ts';

const { session, navigate, readAhead } = vi.hoisted(() => ({
  session: { refetchProfile: vi.fn() },
  navigate: vi.fn(),
  readAhead: vi.fn(async () => undefined),
}));
vi.mock('../runtime/browser.ts', () => ({ session }));
vi.mock('./reading/read-ahead/read-ahead.ts', () => ({ readAhead }));
vi.mock('react-router', async (original) => ({ ...(await original<object>()), useNavigate: () => navigate }));

const NOW = Date.parse('2026-11-20T04:00:00Z');
const inSeconds = (seconds: number) => new Date(NOW + seconds * 1000).toISOString();
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** The observers that were created; `see` reports entries to one, oldest first. */
let observers: { see: (...entries: object[]) => void }[];

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  observers = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(see: (entries: object[]) => void) {
        observers.push({ see: (...entries) => see(entries) });
      }
      observe() {}
      disconnect() {}
    },
  );
  useClientState.setState({ session: 'ready', bannersSettled: true, topBanner: [], bannerList: {} });
  return () => {
    cleanup();
    localStorage.clear();
    history.replaceState(null, '', '/');
    vi.clearAllMocks();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

test.each([
  ['in the address', '/new?genre=a', 'a', []],
  ['that is longer than any that the app writes', `/new?genre=${'x'.repeat(41)}`, '', []],
  ['that is as long as the longest', `/new?genre=${'x'.repeat(40)}`, 'x'.repeat(40), []],
])('from an address with a choice %s', (_name, address, chosen, calls) => {
  history.replaceState(null, '', address);
  const { result } = renderHook(() => useAddressChoice('/new', 'genre'));
  expect([result.current[0], navigate.mock.calls]).toEqual([chosen, calls]);
});

test('a choice is added to the address, and no choice removes it', async () => {
  history.replaceState(null, '', '/new?u=3');
  const { result } = renderHook(() => useAddressChoice('/new', 'genre'));
  await act(async () => result.current[1]('a'));
  expect(navigate.mock.lastCall).toEqual([
    { pathname: '/new', search: 'u=3&genre=a' },
    { replace: true, state: null },
  ]);
  history.replaceState(null, '', '/new?u=3&genre=a');
  await act(async () => result.current[1](''));
  expect(navigate.mock.lastCall?.[0]).toEqual({ pathname: '/new', search: 'u=3' });
  history.replaceState(null, '', '/home');
  navigate.mockClear();
  await act(async () => result.current[1]('b'));
  expect([result.current[0], navigate.mock.calls]).toEqual(['b', []]);
});

const Run: FC<{ hook: () => void }> = ({ hook }) => {
  hook();
  return null;
};

/** A hook on a screen that is kept: hidden and shown again. */
function onKeptScreen<Result>(hook: () => Result) {
  const results: Result[] = [];
  const children = createElement(Run, { hook: () => void results.push(hook()) });
  const screenAs = (mode: 'visible' | 'hidden') => createElement(Activity, { mode, children });
  const { rerender } = render(screenAs('visible'));
  return {
    now: () => results.at(-1),
    leaveFor(address: string) {
      rerender(screenAs('hidden'));
      history.replaceState(null, '', address);
      rerender(screenAs('visible'));
    },
  };
}

test.each([
  ['without one', '/new?u=3', 'a', [['/new', 'u=3&genre=a']]],
  ['with another', '/new?genre=b', 'b', []],
  ['while the next screen is shown already', '/finish?genre=b', 'a', []],
])(
  'when a kept screen is shown again at an address %s, the choice of the address counts, else the screen writes its own there',
  (_name, address, chosen, written) => {
    history.replaceState(null, '', '/new?genre=a');
    const { now, leaveFor } = onKeptScreen(() => useAddressChoice('/new', 'genre'));
    leaveFor(address);
    expect(now()?.[0]).toBe(chosen);
    expect(navigate.mock.calls).toEqual(
      written.map(([pathname, search]) => [
        { pathname, search },
        { replace: true, state: 'in place' },
      ]),
    );
  },
);

test.each([
  ['at its top', 0, null],
  ['further down', 1, 'vacant'],
])(
  'reserved space without banners is removed when a kept screen is shown again %s',
  async (_name, scrollY, placeholder) => {
    useClientState.setState({ bannersSettled: false });
    const { now, leaveFor } = onKeptScreen(() => useScreenBanners(1));
    await pass(1500);
    await act(async () => useClientState.setState({ bannersSettled: true }));
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(scrollY);
    leaveFor('/home');
    expect(now()?.placeholder).toBe(placeholder);
  },
);

test('late banners have reserved space, which is removed at the top of the page if there are none', async () => {
  useClientState.setState({ bannersSettled: false });
  const { result } = renderHook(() => useScreenBanners(2));
  await pass(1499);
  expect(result.current).toMatchObject({ waiting: true, placeholder: null });
  await pass(1);
  expect(result.current).toMatchObject({ waiting: false, placeholder: 'reserved' });
  await act(async () => useClientState.setState({ bannersSettled: true }));
  expect(result.current.placeholder).toBe('vacant');
  await act(async () => result.current.removePlaceholder());
  expect(result.current.placeholder).toBeNull();
});

test('banners that come in time need no space', async () => {
  useClientState.setState({ bannersSettled: false });
  const { result } = renderHook(() => useScreenBanners(2));
  const found = { bannersSettled: true, topBanner: [{ id: 4 }], bannerList: { 1: [], 2: [{ id: 5 }] } };
  await act(async () => useClientState.setState(found as never));
  await pass(1500);
  expect(result.current).toMatchObject({ waiting: false, placeholder: null, banners: [{ id: 5 }] });
  expect(renderHook(() => useScreenBanners(1)).result.current.banners).toMatchObject([{ id: 4 }]);
});

test.each([
  ['vacant', -1, 1],
  ['vacant', 1, 0],
  ['reserved', -1, 0],
] as const)(
  'the space that is %s is removed once it is out of view (bottom %i): %i',
  async (placeholder, bottom, times) => {
    const removePlaceholder = vi.fn();
    render(createElement(BannerPlace, { banners: [], placeholder, removePlaceholder }));
    await act(async () => observers.at(-1)?.see({ boundingClientRect: { bottom } }));
    expect(removePlaceholder).toHaveBeenCalledTimes(times);
  },
);

test('the callback runs at the given moment, and a few times more until the moment changes', async () => {
  const onCome = vi.fn();
  const { rerender } = renderHook((at: string) => useMoment(at, onCome), { initialProps: inSeconds(10) });
  await pass(10_599);
  expect(onCome).not.toHaveBeenCalled();
  await pass(1);
  expect(onCome).toHaveBeenCalledTimes(1);
  await pass(600_000);
  expect(onCome).toHaveBeenCalledTimes(5);
  rerender(inSeconds(3000));
  expect(onCome).toHaveBeenCalledTimes(5);
  rerender(inSeconds(3));
  expect(onCome).toHaveBeenCalledTimes(6);
});

test('a moment months away, longer than a timer can wait, is reached', async () => {
  const onCome = vi.fn();
  renderHook(() => useMoment(inSeconds(40 * 86_400), onCome));
  await pass(39 * 86_400_000);
  expect(onCome).not.toHaveBeenCalled();
  await pass(86_401_000);
  expect(onCome).toHaveBeenCalledTimes(1);
});

test('a countdown ends at zero, and the last one stops the timer', async () => {
  const first = renderHook(() => useSecondsLeft(inSeconds(2)));
  const second = renderHook(() => useSecondsLeft(inSeconds(100), 3));
  expect([first.result.current, second.result.current]).toEqual([2, 3]);
  await pass(1000);
  expect(first.result.current).toBe(1);
  first.unmount();
  await pass(98_000);
  expect(second.result.current).toBe(1);
  await pass(5000);
  expect(second.result.current).toBe(0);
  second.unmount();
  expect(vi.getTimerCount()).toBe(0);
  const { result } = renderHook(() => useSecondsLeft(inSeconds(200)));
  const before = result.current;
  await pass(1000);
  expect(result.current).toBe(before - 1);
});

test('a list grows when its end comes into view, and after a failure when the network is back', async () => {
  const onMore = vi.fn();
  const { rerender } = render(createElement(ListEnd, { more: 'yes', onMore }));
  observers.at(-1)?.see({ isIntersecting: false });
  window.dispatchEvent(new Event('online'));
  expect(onMore).not.toHaveBeenCalled();
  // A busy page gets the state before and after a scroll at once.
  observers.at(-1)?.see({ isIntersecting: false }, { isIntersecting: true });
  expect(onMore).toHaveBeenCalledTimes(1);
  rerender(createElement(ListEnd, { more: 'loading', onMore }));
  expect([observers.length, screen.getByRole('status').textContent]).toEqual([1, '加载中…']);
  rerender(createElement(ListEnd, { more: 'failed', onMore }));
  window.dispatchEvent(new Event('online'));
  expect(onMore).toHaveBeenCalledTimes(2);
  rerender(createElement(ListEnd, { more: 'end', onMore }));
  window.dispatchEvent(new Event('online'));
  expect([onMore.mock.calls.length, screen.getByRole('status').textContent]).toEqual([2, '没有更多了']);
});

test('the profile is fetched at once and each minute, except during the start, while hidden, or without a session', async () => {
  let hidden = false;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  const calls = () => session.refetchProfile.mock.calls.length;
  useClientState.setState({ session: 'starting' });
  renderHook(useFreshProfile);
  await pass(60_000);
  expect(calls()).toBe(0);
  useClientState.setState({ session: 'ready' });
  await pass(60_000);
  expect(calls()).toBe(1);
  hidden = true;
  await pass(60_000);
  expect(calls()).toBe(1);
  cleanup();
  hidden = false;
  renderHook(useFreshProfile);
  expect(calls()).toBe(2);
});

test('a chapter is read ahead when there is a session and the screen is idle', async () => {
  useClientState.setState({ session: 'starting' });
  const { rerender } = renderHook((id: number | null) => useReadAhead(id), { initialProps: null as number | null });
  rerender(7);
  await pass(800);
  expect(readAhead).not.toHaveBeenCalled();
  await act(async () => useClientState.setState({ session: 'ready' }));
  await pass(799);
  expect(readAhead).not.toHaveBeenCalled();
  await pass(1);
  expect(readAhead.mock.calls).toEqual([[7]]);
  rerender(null);
  await pass(800);
  expect(readAhead).toHaveBeenCalledTimes(1);
});

test('a notice is due until it is accepted; a confirmed age accepts only the next one', async () => {
  const comic = (id: number) => ({ id, restricted: true as const });
  const due = (id: number) => renderHook(() => useNoticeDue(comic(id))).result.current;
  expect([renderHook(() => useNoticeDue({ id: 1 })).result.current, due(1)]).toEqual([false, true]);
  act(() => acceptNotice(1));
  expect([due(1), due(2)]).toEqual([false, true]);
  cleanup();
  act(acceptNextNotice);
  const seen: boolean[] = [];
  renderHook(() => seen.push(useNoticeDue(comic(3))));
  expect(seen).not.toContain(true);
  expect([due(3), due(2)]).toEqual([false, true]);
  expect(JSON.parse(sessionStorage.getItem('acceptedNotices') ?? '')).toEqual({ ids: [1, 3] });
});
