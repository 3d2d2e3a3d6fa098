import { expect, test, vi } from 'vitest';
import { openPush, showPush } from './push.ts';

const pushed = { title: '海上的岛', body: '更新到第2话', link: '/chapter/71', tag: 'comic:5' };

test('a push is shown with its text; another one of its subject takes its place', async () => {
  const showNotification = vi.fn(async () => {});
  await showPush(
    { showNotification } as unknown as ServiceWorkerRegistration,
    { json: () => pushed } as PushMessageData,
  );
  const shown = { body: '更新到第2话', tag: 'comic:5', icon: '/icon-192.png', data: '/chapter/71' };
  expect(showNotification.mock.calls).toEqual([['海上的岛', shown]]);
});

function pagesOf(...pages: unknown[]) {
  const openWindow = vi.fn(async () => null);
  return { clients: { matchAll: async () => pages, openWindow } as unknown as Clients, openWindow };
}

test('a tapped push leads an open page to its subject', async () => {
  const focus = vi.fn();
  const page = { navigate: vi.fn(async () => ({ focus })) };
  const { clients, openWindow } = pagesOf(page);
  await openPush(clients, '/chapter/71');
  expect(page.navigate.mock.calls).toEqual([['/chapter/71']]);
  expect([focus.mock.calls.length, openWindow.mock.calls.length]).toEqual([1, 0]);
});

test.each([
  ['no page is open', []],
  ['the open page can not be led there', [{ navigate: () => Promise.reject(new TypeError('not controlled')) }]],
])('a tapped push opens a new page if %s', async (_what, pages) => {
  const { clients, openWindow } = pagesOf(...pages);
  await openPush(clients, '/chapter/71');
  expect(openWindow.mock.calls).toEqual([['/chapter/71']]);
});
