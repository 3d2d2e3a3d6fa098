import { expect, test } from 'vitest';
import type { Page } from '#contract/shapes';
import { layOutPanel, piecesOf, wholeIn } from './panel-layout.ts';
import { panelTargets } from './panel-targets.ts';
import { panelAt, panelsOf } from './panels.ts';
import { turnsPage, WHEEL_AT_REST } from './wheel-turn.ts';

const SIZES = { p: [700, 1000], s: [1400, 1000], t: [700, 9000] } as const;

/** A chapter of pages (p), spreads (s) and tall pages (t). */
function chapter(id: number, kinds: string) {
  const pages = [...kinds].map((kind): Page => {
    const [width, height] = kind === 's' ? SIZES.s : kind === 't' ? SIZES.t : SIZES.p;
    return { url: `${id}${kind}`, width, height, color: '#000' };
  });
  return { chapter: { id }, pages };
}
const pagesOf = (kinds: string) => panelsOf([chapter(1, kinds)], true).map(({ pages }) => pages.join('+'));

test.each([
  ['ppppp', ['0', '1+2', '3+4']],
  ['pppp', ['0', '1+2', '3']],
  ['ppspp', ['0', '1', '2', '3+4']],
  ['spps', ['0', '1+2', '3']],
  ['ptpp', ['0', '1', '2+3']],
  ['p', ['0']],
  ['', []],
])('side by side, pages %s are paired as %j: cover and spreads alone', (kinds, panels) => {
  expect(pagesOf(kinds)).toEqual(panels);
});

test('a chapter begins its own panels, and one by one every page has one', () => {
  const two = [chapter(1, 'pp'), chapter(2, 'ppp')];
  expect(panelsOf(two, true).map(({ key }) => key)).toEqual(['1/0', '1/1', '2/0', '2/1']);
  expect(panelsOf(two, false)).toHaveLength(5);
});

test.each([
  [{ chapter: 0, page: 2, offset: 0 }, 1],
  [{ chapter: 0, page: 2, offset: 0.4 }, 1],
  [{ chapter: 0, page: 2, offset: 0.6 }, 2],
  [{ chapter: 0, page: 4, offset: 0.9 }, 2],
  [{ chapter: 1, page: 0, offset: 0.9 }, 3],
  [{ chapter: 1, page: 9, offset: 0 }, 3],
  [{ chapter: 0, page: 2, offset: 0.2, seesEnd: true }, 2],
])('the position %j is on panel %s', (place, at) => {
  const chapters = [chapter(1, 'ppppp'), chapter(2, 't')];
  expect(panelAt(panelsOf(chapters, true), chapters, place)).toBe(at);
});

const PHONE = { width: 390, height: 844, bar: 57, devicePixelRatio: 2 };

test('a page is as large as possible; two pages have one height and meet in the middle', () => {
  const [page] = chapter(1, 'p').pages;
  const [room] = layOutPanel(chapter(1, 'p').pages, PHONE);
  expect(room?.width).toBe(389.5);
  expect((room?.height ?? 0) / (room?.width ?? 1)).toBeCloseTo((page?.height ?? 0) / (page?.width ?? 1), 2);
  const [one, other] = layOutPanel(chapter(1, 'pp').pages, {
    ...PHONE,
    width: 1280,
    height: 800,
    devicePixelRatio: 1.5,
  });
  expect([one?.height, other?.height]).toEqual([800, 800]);
  expect((one?.left ?? 0) + (one?.width ?? 0)).toBeCloseTo(other?.left ?? 0, 6);
  expect(Math.abs((one?.left ?? 0) + (other?.left ?? 0) + (other?.width ?? 0) - 1280)).toBeLessThan(1.5);
});

test.each([
  // A page of 360 × 514 has 126 px to spare.
  ['of a narrow phone', 360, 640, false, { top: 63, height: 514 }],
  ['of a low phone', 360, 600, false, { top: 57, height: 514 }],
  ['of a lower phone', 360, 560, false, { top: 46, height: 514 }],
  ['of a lower phone, the first one,', 360, 560, true, { top: 57, height: 503 }],
  ['of a phone held sideways', 844, 390, false, { top: 0, height: 390 }],
  ['of a phone held sideways, the first one,', 844, 390, true, { top: 57, height: 333 }],
])('in the panel %s a page is below the top bar if it can be', (_name, width, height, first, room) => {
  const size = { ...PHONE, width, height, devicePixelRatio: 1 };
  expect(layOutPanel(chapter(1, 'p').pages, size, first)[0]).toMatchObject(room);
});

test('a tall first page begins below the top bar', () => {
  expect(layOutPanel(chapter(1, 't').pages, PHONE, true)[0]?.top).toBe(57);
});

test('a cropped page is as large as its shown part allows', () => {
  const [page] = chapter(1, 'p').pages;
  if (!page) throw new Error('no page');
  const inside = { ...page, margins: { top: 0, right: 0.1, bottom: 0, left: 0.15 } };
  const [room] = layOutPanel([inside], { ...PHONE, devicePixelRatio: 1 });
  expect(room).toMatchObject({ left: 1, width: 389, height: 742 });
  if (!room) throw new Error('no room');
  const { left, top, width, height } = wholeIn(room, inside);
  expect([left, top, width, height].map(Math.round)).toEqual([-78, 0, 519, 742]);
});

test('a tall page fills the width and scrolls; its pieces leave no gap', () => {
  const [tall] = chapter(1, 't').pages;
  const [room] = layOutPanel(chapter(1, 't').pages, { ...PHONE, width: 1280 });
  expect(room).toMatchObject({ left: 240, top: 0, width: 800 });
  if (!tall) throw new Error('no page');
  const cut = { ...tall, pieces: [0, 3001, 6002].map((top) => ({ url: `${top}`, top, height: 3001 })) };
  const pieces = piecesOf(cut, '1/0', room?.height ?? 0, 2);
  expect(pieces.map(({ top, height }) => top + height)).toEqual([pieces[1]?.top, pieces[2]?.top, room?.height]);
});

test('the shown panel is loaded first, then the next ones, then those before', () => {
  const chapters = [chapter(1, 'pppppppppp')];
  const keys = panelTargets(panelsOf(chapters, false), chapters, 4).map(({ key }) => key);
  expect(keys).toEqual(['1/4/0', '1/5/0', '1/3/0', '1/6/0', '1/7/0', '1/2/0', '1/8/0']);
});

test('a notch of the wheel or a push on a trackpad turns one page, and its momentum turns none', () => {
  const turned: number[] = [];
  let past = WHEEL_AT_REST;
  const move = (now: number, distance: number) => {
    const turns = turnsPage(past, now, distance);
    if (turns) turned.push(now);
    past = { at: now, distance, turnedAt: turns ? now : past.turnedAt };
  };
  for (const [now, distance] of [
    [0, 120],
    [200, 120],
    [220, 120],
    [1000, 8],
    [1016, 30],
  ] as const)
    move(now, distance);
  for (let glide = 0; glide < 30; glide += 1) move(1032 + glide * 16, 40 - glide);
  move(1600, 12);
  expect(turned).toEqual([0, 200, 1000, 1600]);
});
