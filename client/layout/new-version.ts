/**
 * After a new version is installed, an old page requests code that no longer exists: one reload brings the new page.
 * Where only the network failed, the page must stay as it is; `navigator.onLine` is not reliable enough to tell.
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

/** Whether the server's page names another entry script than this one does. */
export async function isReplaced(): Promise<boolean> {
  const begun = document.querySelector('script[type=module]')?.getAttribute('src');
  try {
    const page = await fetch('/', { cache: 'no-store' });
    return page.ok && begun !== null && begun !== undefined && !(await page.text()).includes(begun);
  } catch {
    return false;
  }
}
