/** A push, as the server sends it. `link` is a page of this site; of the same `tag` only the last one is shown. */
type Push = { title: string; body: string; link: string; tag: string };

const ICON = '/icon-192.png';

export function showPush(registration: ServiceWorkerRegistration, data: PushMessageData): Promise<void> {
  const { title, body, link, tag }: Push = data.json();
  return registration.showNotification(title, { body, tag, icon: ICON, data: link });
}

/** Opens the page of a push that was tapped, in a page of the site that is open, else in a new one. */
export async function openPush(clients: Clients, link: string): Promise<void> {
  const [page] = await clients.matchAll({ type: 'window' });
  const opened = await page?.navigate(link).catch(() => null);
  await (opened ? opened.focus() : clients.openWindow(link));
}
