/**
 * Once a new version is out, an old page asks for code that is gone: one reload brings the new page. Where the network
 * alone failed there is nothing newer, and what is on screen must stay; `navigator.onLine` often does not know.
 */
export function reloadOnNewVersion() {
  addEventListener('vite:preloadError', () => {
    void isReplaced().then((replaced) => {
      const last = Number(sessionStorage.getItem('reloadedAt') ?? 0);
      if (!replaced || Date.now() - last < 10_000) return;
      sessionStorage.setItem('reloadedAt', String(Date.now()));
      location.reload();
    });
  });
}

/** Whether the server's page begins with other code than this one did. */
export async function isReplaced(): Promise<boolean> {
  const begun = document.querySelector('script[type=module]')?.getAttribute('src');
  try {
    const page = await fetch('/', { cache: 'no-store' });
    return page.ok && begun !== null && begun !== undefined && !(await page.text()).includes(begun);
  } catch {
    return false;
  }
}
