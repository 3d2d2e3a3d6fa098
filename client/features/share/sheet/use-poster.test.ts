// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ComicDetail } from '#contract/shapes';
import { loadPicture } from '../../../runtime/images/pictures.ts';
import { drawPoster } from './poster.ts';
import { usePoster } from './use-poster.ts';

const cancel = vi.fn();
vi.mock('../../../runtime/images/pictures.ts', () => ({ loadPicture: vi.fn() }));
vi.mock('./poster.ts', () => ({ COVER: { width: 100 }, drawPoster: vi.fn() }));

const comic = (title: string) =>
  ({
    title,
    authors: ['甲', '乙'],
    genres: ['一', '二', '三', '四'],
    status: 'serial',
    weekdays: [],
    cover: { url: '/c', width: 100, height: 100, color: '#000' },
  }) as unknown as ComicDetail;

beforeEach(() => {
  vi.mocked(loadPicture).mockReturnValue({ source: Promise.resolve('data:cover'), cancel });
  vi.mocked(drawPoster).mockImplementation(({ title }) => `data:${title}`);
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockImplementation(async function (this: HTMLImageElement) {
    if (this.src.includes('broken')) throw new Error('x');
  });
  return () => {
    cleanup();
    vi.clearAllMocks();
  };
});

type PosterInput = { comic: ComicDetail | undefined; logo: string | undefined };
const open = (initialProps: PosterInput) =>
  renderHook(({ comic: of, logo }: PosterInput) => usePoster(of, '/a', '站', logo), { initialProps });
const settle = () => act(async () => new Promise<void>((resolve) => setTimeout(resolve)));
const drawn = () => vi.mocked(drawPoster).mock.lastCall?.[0];

test.each([
  ['both', 'data:cover', '/logo', true, true],
  ['no logo', 'data:cover', undefined, true, false],
  ['a logo that is broken', 'data:cover', '/broken', true, false],
  ['a cover that is broken', 'data:broken', '/logo', false, true],
])('a poster is drawn with %s', async (_name, source, logo, hasPicture, hasLogo) => {
  vi.mocked(loadPicture).mockReturnValue({ source: Promise.resolve(source), cancel });
  const { result } = open({ comic: comic('A'), logo });
  expect(result.current).toBeUndefined();
  await settle();
  expect([result.current, drawn()?.picture !== null, drawn()?.logo !== null]).toEqual(['data:A', hasPicture, hasLogo]);
  expect(drawn()?.lines).toEqual(['甲、乙', expect.stringMatching(/ · 一 · 二 · 三$/)]);
});

test('without a comic nothing is loaded, and if drawing fails there is no poster', async () => {
  vi.mocked(drawPoster).mockImplementation(() => {
    throw new Error('x');
  });
  const { result, rerender } = open({ comic: undefined, logo: undefined });
  await settle();
  expect([result.current, vi.mocked(loadPicture).mock.calls]).toEqual([undefined, []]);
  rerender({ comic: comic('A'), logo: undefined });
  await settle();
  expect(result.current).toBeNull();
});

test('a late poster of an earlier comic is not shown, and its cover load is cancelled', async () => {
  let end: (cover: string) => void = () => {};
  vi.mocked(loadPicture).mockReturnValueOnce({ source: new Promise((resolve) => (end = resolve)), cancel });
  const { result, rerender, unmount } = open({ comic: comic('A'), logo: undefined });
  await settle();
  rerender({ comic: comic('B'), logo: undefined });
  expect(cancel).toHaveBeenCalledTimes(1);
  await settle();
  end('data:cover');
  await settle();
  expect(result.current).toBe('data:B');
  unmount();
  expect(cancel).toHaveBeenCalledTimes(2);
});
