// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { UserInfo } from '#contract/shapes';
import { serverNow } from '../../runtime/clock/server-clock.ts';
import { useClientState } from '../../state.ts';
import { writeIndex } from './download-index.ts';
import { useDownloadedChapters, useDownloadedComics, useHasDownloads } from './use-downloaded-chapters.ts';

beforeEach(() => {
  localStorage.clear();
  useClientState.setState({ userInfo: { id: 1, teen: false } as UserInfo });
  return cleanup;
});

test('the downloaded chapters that this reader may read are known, with their comics', () => {
  const { result } = renderHook(() => [useHasDownloads(), useDownloadedChapters(), useDownloadedComics()]);
  expect(result.current).toEqual([false, new Set(), new Set()]);
  const chapter = { ageRating: 'all' as const, until: null, place: null };
  const ended = new Date(serverNow() - 1000).toISOString();
  const chapters = { 7: { ...chapter, comicId: 70 }, 8: { ...chapter, comicId: 80, until: ended }, 9: chapter };
  act(() => writeIndex({ readerId: 1, bytes: 0, chapters }));
  expect(result.current).toEqual([true, new Set([7, 9]), new Set([70])]);
  act(() => writeIndex(null));
  expect(result.current).toEqual([false, new Set(), new Set()]);
});
