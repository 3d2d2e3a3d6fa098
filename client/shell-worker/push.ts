/**
 * A push, as the server sends it. `link` is an address of this site. Of several pushes with one `tag` only the last one is shown.
 */
type Push = { title: string; body: string; link: string; tag: string };

const ICON = '/icon-192.png';

export function showPush(registration: ServiceWorkerRegistration, data: PushMessageData): Promise<void> {
  const { title, body, link, tag }: Push = data.json();
  return registration.showNotification(title, { body, tag, icon: ICON, data: link });
}

/** Opens the link of a tapped push in an open window of the site, else in a new window. */
export async function openPush(clients: Clients, link: string): Promise<void> {
  const [page] = await clients.matchAll({ type: 'window' });
  const opened = await page?.navigate(link).catch(() => null);
  await (opened ? opened.focus() : clients.openWindow(link));
}
