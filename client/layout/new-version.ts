import { useNotices } from '../notices.ts';
import { setBuildListener } from '../runtime/clock/server-clock.ts';

const RELOAD_AGAIN_AFTER_MS = 10_000;

/** Whether the server has answered as that of this page's build; and the last build for which a reload was offered. */
let isOwnServer = false;
let offered = '';

/**
 * A page that a browser had kept may be older than the server: it is replaced before it works with the first answer. One
 * that is open when a new version is installed goes on working, and offers to reload.
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
  // The code that an old page loads later may be no more. Where only the network failed, the page must stay as it is;
  // `navigator.onLine` is not reliable enough to tell.
  addEventListener('vite:preloadError', () => {
    void isReplaced().then((replaced) => {
      if (replaced && mayReload()) void reloadFromServer();
    });
  });
}

/** Once in a while, for servers that disagree would reload it for ever. */
function mayReload(): boolean {
  if (Date.now() - Number(sessionStorage.getItem('reloadedAt') ?? 0) < RELOAD_AGAIN_AFTER_MS) return false;
  sessionStorage.setItem('reloadedAt', String(Date.now()));
  return true;
}

/** Reloads the page as the server has it, and not as the service worker keeps it. */
export async function reloadFromServer() {
  try {
    for (const name of await caches.keys()) await (await caches.open(name)).delete('/index.html');
  } catch {
    // Nothing is kept, as over plain http.
  }
  location.reload();
}

/** The script that this page began with, by which builds are told apart; null during development. */
function ownBuild(): string | null {
  return document.querySelector('script[type=module]')?.getAttribute('src') ?? null;
}

/** Whether the server's page names another entry script than this one does. */
async function isReplaced(): Promise<boolean> {
  const own = ownBuild();
  try {
    const page = await fetch('/', { cache: 'no-store' });
    return page.ok && own !== null && !(await page.text()).includes(own);
  } catch {
    return false;
  }
}
