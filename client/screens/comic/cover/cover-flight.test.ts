// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { noteTappedPicture } from '../../../features/pictures/tapped-picture.ts';
import { between, tappedCover, useCoverFlight, useWideFlight } from './cover-flight.ts';

const box = (left: number, top: number, width: number, height = (width * 4) / 3) =>
  ({ left, top, width, height }) as DOMRect;

function withBox<Part extends Element>(part: Part, at: DOMRect): Part {
  part.getBoundingClientRect = () => at;
  return part;
}

/** A tap on a card with this picture. */
function tap({ at = box(10, 500, 105), state = 'loaded', to = '/comic/7', size = [300, 400] } = {}) {
  const link = document.createElement('a');
  const copy = withBox(document.createElement('img'), box(0, 0, 300, 100));
  const picture = withBox(document.createElement('img'), at);
  for (const each of [copy, picture]) each.dataset.image = state;
  picture.setAttribute('width', String(size[0]));
  picture.setAttribute('height', String(size[1]));
  picture.src = 'data:image/png;base64,cover';
  link.append(copy, picture);
  noteTappedPicture(link, to);
}

type Move = { start: Keyframe; of: string | undefined; currentTime: number };

/** Shows the detail of comic 7, its picture at this box, and returns the moves of the picture. */
function show(at = box(16, 80, 112), useFlight = useCoverFlight) {
  const picture = withBox(document.createElement('div'), at);
  const moves: Move[] = [];
  picture.animate = (frames, options) => {
    const move = { start: Object(frames)[0], of: Object(options).pseudoElement, currentTime: 0 };
    moves.push(move);
    return move as unknown as Animation;
  };
  const shown = renderHook(() => {
    const ref = useFlight(7);
    ref.current ??= picture as HTMLDivElement;
  });
  shown.unmount();
  return moves;
}

const setMotion = (isReduced: boolean) => vi.stubGlobal('matchMedia', () => ({ matches: isReduced }));

vi.useFakeTimers({ toFake: ['performance'] });
afterEach(() => void vi.unstubAllGlobals());

test('a transform places a box where another one of its shape is', () => {
  expect(between(box(10, 500, 56), box(16, 80, 112))).toBe('translate(-34px, 382.6666666666667px) scale(0.5)');
});

test.each<[string, Parameters<typeof tap>[0], { late?: number; at?: DOMRect; isReduced?: boolean }, number]>([
  ['on a card', {}, {}, 1],
  ['on a card, just in time', {}, { late: 100 }, 1],
  ['on a card, too long ago', {}, { late: 101 }, 0],
  ['on a card by a reader who prefers reduced motion', {}, { isReduced: true }, 0],
  ['on another comic', { to: '/comic/8' }, {}, 0],
  ['on a wide picture', { at: box(10, 500, 200, 100) }, {}, 0],
  ['on a cover that was not loaded', { state: 'waiting' }, {}, 0],
  ['on a card above the screen', { at: box(10, -200, 105) }, {}, 0],
  ['on a card beside the screen', { at: box(innerWidth, 100, 105) }, {}, 0],
  ['on a card, with the cover scrolled away', {}, { at: box(16, -300, 112) }, 0],
])(
  'after a tap %s the cover of the detail moves or not',
  (_name, tapped, { late = 0, at, isReduced = false }, moves) => {
    setMotion(isReduced);
    tap(tapped);
    vi.advanceTimersByTime(late);
    expect(show(at)).toHaveLength(moves);
  },
);

test('the comic continues the move of its placeholder and begins no other one', () => {
  setMotion(false);
  tap();
  const [begun] = show();
  vi.advanceTimersByTime(120);
  expect(show()).toEqual([{ ...begun, currentTime: 120 }]);
  vi.advanceTimersByTime(100);
  expect(show()).toEqual([]);
  expect(tappedCover(7)?.source).toBe('data:image/png;base64,cover');
});

test('a tap on a link without a picture forgets the picture of the one before', () => {
  tap();
  noteTappedPicture(document.createElement('a'), '/comic/7');
  expect(tappedCover(7)).toBeNull();
});

/** The card of a wide picture on a phone, and the top of the detail. */
const WIDE = { at: box(10, 500, 173, 108), size: [800, 400] };
const TOP = box(0, 0, 390, 176);

test.each<[string, Parameters<typeof tap>[0], DOMRect, number]>([
  ['a wide picture', WIDE, TOP, 2],
  ['a wide picture, with a top too low for it', WIDE, box(0, 0, 390, 56), 0],
  ['a wide part of a cover', { ...WIDE, size: [300, 400] }, TOP, 0],
  ['a cover', {}, TOP, 0],
])('after a tap on %s the top of the detail moves or not', (_name, tapped, top, moves) => {
  setMotion(false);
  tap(tapped);
  expect(show(top, useWideFlight)).toHaveLength(moves);
});

test('the wide picture starts in its card, and its gradient without colour', () => {
  setMotion(false);
  tap(WIDE);
  expect(show(TOP, useWideFlight)).toMatchObject([
    { start: { transform: between(WIDE.at, TOP) } },
    { start: { opacity: 0 }, of: '::after' },
  ]);
});
