// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { createElement } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useDownloadsOffer } from '../../features/downloads/downloads-offer.ts';
import { OfflineShelf } from './offline-shelf.tsx';
import { storedShelf } from './stored-shelf.ts';
import type { Item } from './tabs.ts';

let downloaded: number[] = [];
vi.mock('./stored-shelf.ts', () => ({ storedShelf: vi.fn(() => []) }));
vi.mock('./entry-card.tsx', () => ({ EntryCard: ({ item }: { item: Item }) => item.comic.title }));
vi.mock('./downloads-on-demand.tsx', () => ({ DownloadsList: () => '下载的各话' }));
vi.mock('../../features/downloads/use-downloaded-chapters.ts', () => ({
  useDownloadedChapters: () => new Set(downloaded),
  useDownloadedComics: () => new Set(),
}));

beforeEach(() => {
  downloaded = [];
  return cleanup;
});

const shown = () => {
  const { container } = render(createElement(OfflineShelf, { message: '暂时连接不上', onRetry: () => undefined }));
  const parts = ['下载的各话', '上次看到的书架', '雨巷'].filter((part) => container.textContent?.includes(part));
  return [parts, useDownloadsOffer.getState()];
};

test('the shelf without a network shows the downloads and the last list, whichever there is', () => {
  expect(shown()).toEqual([[], 0]);
  cleanup();
  downloaded = [1];
  // While it shows them, nothing else leads to them.
  expect(shown()).toEqual([['下载的各话'], 1]);
  cleanup();
  vi.mocked(storedShelf).mockReturnValue([{ comic: { id: 1, title: '雨巷' } } as Item]);
  expect(shown()).toEqual([['下载的各话', '上次看到的书架', '雨巷'], 1]);
  cleanup();
  downloaded = [];
  expect(shown()).toEqual([['上次看到的书架', '雨巷'], 0]);
});
