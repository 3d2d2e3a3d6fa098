// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { createElement, type FC } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { DownloadsLink } from '../../../layout/downloads-link.tsx';
import { useClientState } from '../../../state.ts';
import { OfflineNote } from './offline-note.tsx';

vi.mock('../../../runtime/browser.ts', () => ({ session: {}, send: vi.fn() }));

const show = (part: FC) => render(createElement(MemoryRouter, null, createElement(part)));

beforeEach(() => {
  useClientState.setState({ session: 'ready' });
  return () => {
    cleanup();
    localStorage.clear();
    vi.restoreAllMocks();
  };
});

test.each([
  ['the network is there', true, 'ready', false, null],
  ['the network is gone', false, 'ready', false, '网络已断开'],
  ['the network is gone, and something is downloaded', false, 'ready', true, '网络已断开，看下载的漫画'],
  ['the server does not answer', true, 'failed', false, null],
  ['the server does not answer, and something is downloaded', true, 'failed', true, '连接不上，看下载的漫画'],
] as const)('where %s a note says so', async (_name, onLine, state, hasDownloads, text) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
  if (hasDownloads) localStorage.setItem('downloads', '{"chapters":{}}');
  useClientState.setState({ session: state });
  show(OfflineNote);
  expect(screen.queryByRole('status')?.textContent ?? null).toBe(text);
});

test('the note has no link to the downloads while the content of the screen has one', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  localStorage.setItem('downloads', '{"chapters":{}}');
  const shown = show(() => createElement('div', null, createElement(DownloadsLink), createElement(OfflineNote)));
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['看下载的漫画']);
  expect(screen.getByRole('status').textContent).toBe('网络已断开');
  shown.unmount();
  show(OfflineNote);
  expect(screen.getByRole('link').textContent).toBe('网络已断开，看下载的漫画');
});

test('the note is shown only without a network', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  show(OfflineNote);
  for (const [type, isThere] of [
    ['offline', true],
    ['online', false],
  ] as const) {
    onLine.mockReturnValue(type === 'online');
    await act(async () => void window.dispatchEvent(new Event(type)));
    expect(screen.queryByRole('status') !== null).toBe(isThere);
  }
});
