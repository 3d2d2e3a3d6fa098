import { useNotices } from '../notices.ts';
import { setBuildListener } from '../runtime/clock/server-clock.ts';
import { tabStorage } from '../runtime/storage/safe-storage.ts';

const RELOAD_AGAIN_AFTER_MS = 10_000;

/** Whether the server runs the build of this page, and the last build for which a reload was offered. */
let isOwnServer = false;
let offered = '';

/**
 * A page from the browser's cache may be older than the server. It is reloaded before it uses the first answer. A page that is
 * open when a new version is installed continues, and offers to reload.
 */
export function followVersions() {
  setBuildListener((build) => {
    const own = ownBuild();
    if (own === null || build === own) {
      isOwnServer = true;
      return false;
    }
    if (!isOwnServer && mayReload()) {
      void reloadFromServer();
      return true;
    }
    if (build !== offered) useNotices.setState({ newVersion: true });
    offered = build;
    return false;
  });
  // The code that an old page loads later may no longer exist. If only the network has failed, the page must stay as it is;
  addEventListener('vite:preloadError', () => {
    void isReplaced().then((replaced) => {
      if (replaced && mayReload()) void reloadFromServer();
    });
  });
}

/**
 * At most once in a while, because servers with different versions would reload it forever. Where the time can't be stored, never.
 */
function mayReload(): boolean {
  const now = String(Date.now());
  if (Number(now) - Number(tabStorage.getItem('reloadedAt') ?? 0) < RELOAD_AGAIN_AFTER_MS) return false;
  tabStorage.setItem('reloadedAt', now);
  return tabStorage.getItem('reloadedAt') === now;
}

/** Reloads the page from the server instead of from the service worker. */
export async function reloadFromServer() {
  try {
    for (const name of await caches.keys()) await (await caches.open(name)).delete('/index.html');
  } catch {
    // Without a service worker, as over plain http.
  }
  location.reload();
}

/** The entry script of this page, which identifies its build; null during development. */
function ownBuild(): string | null {
  return document.querySelector('script[type=module]')?.getAttribute('src') ?? null;
}

/** Whether the server's page has another entry script than this page. */
async function isReplaced(): Promise<boolean> {
  const own = ownBuild();
  try {
    const page = await fetch('/index.html', { cache: 'no-store' });
    return page.ok && own !== null && !(await page.text()).includes(own);
  } catch {
    return false;
  }
}
