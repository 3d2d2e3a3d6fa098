import { openPush, showPush } from './push.ts';
import { createShell, type ShellFiles } from './shell.ts';

declare const self: ServiceWorkerGlobalScope;
/** Written by the build. */
declare const __SHELL__: ShellFiles;

const shell = createShell({
  ...__SHELL__,
  caches,
  fetch: (request, init) => fetch(request, init),
  origin: location.origin,
  lookForNext: () => self.registration.update(),
});

self.addEventListener('install', (event) => {
  // Activates at once: the next opened page is the new one. Open pages learn of it from the server's answers.
  event.waitUntil(
    shell
      .install()
      // A listing that can't be stored must not end the installation.
      .then(() => renewOpenPages().catch(() => undefined))
      .then(() => self.skipWaiting()),
  );
});
self.addEventListener('activate', (event) => event.waitUntil(shell.activate()));
self.addEventListener('fetch', (event) => {
  const answer = shell.answer(event.request);
  if (!answer) return;
  event.respondWith(answer);
  if (event.request.mode === 'navigate') event.waitUntil(answer.then(() => shell.renew(event.request.url)));
});
self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showPush(self.registration, event.data));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPush(self.clients, event.notification.data));
});

/** Pages opened before there was a worker: a listing among them is stored for the next time. */
async function renewOpenPages() {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  await Promise.all(pages.map(({ url }) => shell.renew(url)));
}
