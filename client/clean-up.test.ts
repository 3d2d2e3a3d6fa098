// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { createElement, type FC } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { LoadingOverlay } from '../ui/loading-overlay.tsx';
import { useDebounced } from '../ui/use-debounced.ts';
import { useLongPress } from '../ui/use-long-press.ts';
import { ProofNote } from './features/account/proof/proof-note.tsx';
import { useProofWork } from './features/account/proof/send-with-proof.ts';
import { SendCodeButton } from './features/account/send-code/send-code-button.tsx';
import { useFreshProfile } from './features/account/use-fresh-profile.ts';
import { BannerPlace } from './features/listings/banner-carousel/banner-place.tsx';
import { useScreenBanners } from './features/listings/banner-carousel/use-screen-banners.ts';
import { ListEnd } from './features/listings/list-end.tsx';
import { OfflineNote } from './features/listings/listing-gestures/offline-note.tsx';
import { PullToRefresh } from './features/listings/listing-gestures/pull-to-refresh.tsx';
import { useTabSwipe } from './features/listings/listing-gestures/use-tab-swipe.ts';
import { useDownload } from './features/reading/chapter-answers/use-chapter-answer.ts';
import { useReadAhead } from './features/reading/read-ahead/use-read-ahead.ts';
import { useMoment } from './features/text/countdown/use-moment.ts';
import { useSecondsLeft } from './features/text/countdown/use-seconds-left.ts';
import { ConsentSheet } from './layout/consent-sheet.tsx';
import { useAutoScroll } from './screens/chapter/chrome/auto-scroll.ts';
import { Slider } from './screens/chapter/chrome/slider.tsx';
import { TapHint } from './screens/chapter/chrome/tap-hint.tsx';
import { useAwake } from './screens/chapter/chrome/use-awake.ts';
import { useBars } from './screens/chapter/chrome/use-bars.ts';
import { useNight } from './screens/chapter/chrome/use-night.ts';
import { useKeys } from './screens/chapter/input/use-keys.ts';
import { useMagnifier } from './screens/chapter/input/use-magnifier.ts';
import { useMouseDrag } from './screens/chapter/input/use-mouse-drag.ts';
import { useTaps } from './screens/chapter/input/use-taps.ts';
import { NO_VIEWER } from './screens/chapter/modes/viewer.ts';
import { usePanelSize } from './screens/chapter/paged/use-panel-size.ts';
import { useWheelTurns } from './screens/chapter/paged/use-wheel-turns.ts';
import { useStripSize } from './screens/chapter/strip/use-strip-size.ts';
import { AutoBuy } from './screens/chapter/viewer/auto-buy.tsx';
import { useRetry } from './screens/chapter/viewer/use-retry.ts';
import { useReturn } from './screens/chapter/viewer/use-return.ts';
import { usePassed } from './screens/comic/use-passed.ts';
import { useIsWide } from './screens/home/use-is-wide.ts';
import { useClientState } from './state.ts';

vi.mock('./runtime/browser.ts', () => ({ session: { refetchProfile: vi.fn() }, send: vi.fn() }));
// The app adds one scroll listener to an element and never removes it. Here each subscriber has its own listener, so that the
// test sees its removal.
vi.mock('./screens/chapter/strip/follow-scroll.ts', () => ({
  followScroll(box: HTMLElement, follow: EventListener) {
    box.addEventListener('scroll', follow);
    return () => box.removeEventListener('scroll', follow);
  },
}));
vi.mock('../ui/trackpad-pinch.ts', () => ({
  followTrackpadPinch(follow: EventListener) {
    document.addEventListener('wheel', follow);
    return () => document.removeEventListener('wheel', follow);
  },
}));

type Listening = Parameters<EventTarget['addEventListener']>;

/** The listeners, observers and locks that exist at this moment. */
const busy: string[] = [];
const note = (name: string) => void busy.push(name);
const forget = (name: string) => {
  const at = busy.indexOf(name);
  if (at >= 0) busy.splice(at, 1);
};
class Observer {
  observe = () => note('observer');
  unobserve = () => forget('observer');
  disconnect = () => forget('observer');
}

/** The object in the prototype chain that has its own `addEventListener`. */
function ownerOf(object: object): EventTarget {
  return Object.hasOwn(object, 'addEventListener') ? (object as EventTarget) : ownerOf(Object.getPrototypeOf(object));
}

/** Events that React itself listens to outside of the root element. */
const OF_FRAMEWORK = ['selectionchange', 'invalid', 'abort'];
let root: HTMLElement;

beforeEach(() => {
  vi.useFakeTimers();
  busy.length = 0;
  root = document.createElement('div');
  document.body.append(root);
  for (const target of [ownerOf(document), globalThis]) {
    const { addEventListener: add, removeEventListener: remove } = target;
    vi.spyOn(target, 'addEventListener').mockImplementation(function (this: unknown, ...args: Listening) {
      if (this !== root && !OF_FRAMEWORK.includes(args[0])) note(`listener of ${args[0]}`);
      add.apply(this as never, args);
    });
    vi.spyOn(target, 'removeEventListener').mockImplementation(function (this: unknown, ...args: Listening) {
      forget(`listener of ${args[0]}`);
      remove.apply(this as never, args);
    });
  }
  for (const name of ['ResizeObserver', 'IntersectionObserver']) vi.stubGlobal(name, Observer);
  const request = async () => {
    note('lock');
    return { release: async () => forget('lock') };
  };
  Object.assign(navigator, { wakeLock: { request } });
  useClientState.setState({ session: 'ready', bannersSettled: false, userInfo: { id: 1, teen: false } as never });
  localStorage.setItem(
    'downloads',
    '{"readerId":1,"bytes":0,"chapters":{"7":{"until":null,"ageRating":"all","place":null}}}',
  );
  return () => {
    cleanup();
    root.remove();
    localStorage.clear();
    Reflect.deleteProperty(navigator, 'wakeLock');
    useProofWork.setState({ working: false });
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

const box = { current: document.createElement('div') };
const viewer = { ...NO_VIEWER, box, isPlaced: true };
const until = '2100-01-01T00:00:00Z';
const nothing = () => undefined;
const zones = { shape: 'sides', inverted: false, mirrored: false } as never;
const magnifier = { isOn: () => false, toggleAt: nothing, reset: nothing };
const access = { comic: { id: 1 }, chapter: { id: 7, no: 1, title: '' }, salePrice: 1 } as never;

const use =
  (hook: () => void): FC =>
  () => {
    hook();
    return null;
  };
function show<Props extends object>(part: FC<Props>, props: Props): FC {
  return () => createElement(part, props);
}

test.each<[string, FC]>([
  ['the keys of the reader', use(() => useKeys({ viewer, left: false, commands: {} as never }))],
  ['the magnifier', use(() => useMagnifier(viewer))],
  ['dragging with the mouse', use(() => useMouseDrag({ viewer, mode: 'paged-ltr', isMagnified: () => false }))],
  ['taps', use(() => useTaps({ viewer, zones, magnifier, onMenu: nothing }))],
  ['the bars', use(() => useBars({ scroller: box, axis: 'vertical', isPlaced: true }))],
  ['the wake lock', use(() => useAwake(true))],
  ['the night mode', use(useNight)],
  ['auto scroll', use(() => useAutoScroll(true, { scroller: box, axis: 'vertical', speed: 1, onStop: nothing }))],
  ['a slider', show(Slider, { label: '', text: '', range: { least: 0, most: 1 }, at: 0, onSlide: nothing })],
  ['the hint of taps', show(TapHint, { zones, onLeave: nothing })],
  ['pages turned by the wheel', use(() => useWheelTurns(viewer))],
  ['the size of a panel', use(() => usePanelSize(box))],
  [
    'the size of a strip',
    use(() => useStripSize(box, 'vertical', { widest: 1, padding: 0, gap: 0 }, { current: nothing })),
  ],
  ['an automatic purchase', show(AutoBuy, { access, onOpen: nothing, onFailed: nothing })],
  ['retrying', use(() => useRetry({ item: { id: 7 } }, nothing))],
  ['the return to the page', use(() => useReturn(nothing))],
  ['a debounced value', use(() => useDebounced(1, 100))],
  ['an element that is scrolled past', use(() => usePassed(box, 0))],
  ['the width of home', use(useIsWide)],
  ['the space for banners', use(() => useScreenBanners(1))],
  [
    'the empty space for banners',
    show(BannerPlace, { banners: [], placeholder: 'vacant', removePlaceholder: nothing } as never),
  ],
  ['a timer for a moment', use(() => useMoment(until, nothing))],
  ['a countdown', use(() => useSecondsLeft(until))],
  ['a downloaded chapter', use(() => useDownload(7, { isAnswered: false, hasFailed: false }))],
  ['the end of a list', show(ListEnd, { more: 'yes', onMore: nothing })],
  ['the end of a list that failed', show(ListEnd, { more: 'failed', onMore: nothing })],
  ['the profile', use(useFreshProfile)],
  ['the offline note', OfflineNote],
  ['pulling to refresh', PullToRefresh],
  ['swiping between tabs', use(() => useTabSwipe([], ''))],
  ['the note of a proof', ProofNote],
  ['reading ahead', use(() => useReadAhead(7))],
  [
    'the button that sends a code again',
    show(SendCodeButton, { purpose: 'p', telephone: '', onSend: nothing as never }),
  ],
  ['the consent', ConsentSheet],
  ['a long press', use(() => useLongPress(nothing).onPointerDown({ pointerType: 'touch' } as never))],
  ['the loading sign', show(LoadingOverlay, { loading: true })],
])('after unmount, no listener, observer, lock or timer of %s is left', async (_name, part) => {
  useProofWork.setState({ working: part === ProofNote });
  const { unmount } = render(createElement(MemoryRouter, null, createElement(part)), { container: root });
  await vi.advanceTimersByTimeAsync(0);
  expect(busy.length + vi.getTimerCount()).toBeGreaterThan(0);
  unmount();
  await vi.advanceTimersByTimeAsync(0);
  expect([busy, vi.getTimerCount()]).toEqual([[], 0]);
});
