/** Written into the worker by the build: the files of the app, and the page that they belong to. */
export type ShellFiles = {
  /** An id of this set of files. */
  build: string;
  /** The address of the page's main script. It identifies the page of this build. */
  entry: string;
  /** The addresses of all files that the page can load. */
  files: readonly string[];
  /** The first segments of the addresses of the app's own screens. */
  screens: readonly string[];
  /** The listings that the server renders, besides home: its page shows the content at once. */
  rendered: readonly string[];
};

export type ShellParts = ShellFiles & {
  caches: Pick<CacheStorage, 'open' | 'match' | 'keys' | 'delete'>;
  fetch(request: string | Request, init?: RequestInit): Promise<Response>;
  /** The address of this site. */
  origin: string;
  /** Checks whether the server has another worker. */
  lookForNext(): Promise<unknown>;
};

/** The page of every screen. It contains no address. */
const PAGE = '/index.html';
const PREFIX = 'shell-';
/** The longest wait for the server's page, if it shows more than the stored one. */
const SERVER_PAGE_WITHIN_MS = 2000;
/** The comics and prices of an older listing are likely to have changed. Then the server's page is waited for. */
const LISTING_KEPT_MS = 3_600_000;
/** A lost connection must not end an installation: the browser would begin it again only when the next page is opened. */
const INSTALL_AGAIN_AFTER_MS = [1000, 5000, 20_000];

const isOfOtherBuild = new Error('The server sends the page of another build.');
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Keeps the app without its data, so that it opens at once and without a network. */
export function createShell({
  build,
  entry,
  files,
  screens,
  rendered,
  caches,
  fetch,
  origin,
  lookForNext,
}: ShellParts) {
  const name = PREFIX + build;

  async function isOwn(page: Response): Promise<boolean> {
    return page.ok && (await page.clone().text()).includes(entry);
  }

  function kept(address: string): Promise<Response | undefined> {
    return caches.match(address, { cacheName: name });
  }

  async function otherBuilds(): Promise<string[]> {
    return (await caches.keys()).filter((one) => one.startsWith(PREFIX) && one !== name);
  }

  /** Stores nothing once the next build has a cache: opening this one could create it again after the next build deleted it. */
  async function store(address: string, response: Response): Promise<void> {
    if ((await otherBuilds()).length === 0) await (await caches.open(name)).put(address, response);
  }

  /**
   * Whether a path is a listing. The page of a listing is the same for all readers and does not reveal which comic this one has
   * opened.
   */
  function isListing(pathname: string): boolean {
    return rendered.some((screen) => pathname === `/${screen}`);
  }

  /** The listing at this path as the server has last rendered it. An outdated build deletes its `PAGE`, and uses no listing then. */
  async function keptListing(pathname: string): Promise<Response | undefined> {
    const page = isListing(pathname) && (await kept(PAGE)) ? await kept(pathname) : undefined;
    const ageMs = Date.now() - Date.parse(page?.headers.get('date') ?? '');
    return Math.abs(ageMs) < LISTING_KEPT_MS ? page : undefined;
  }

  async function keptPage(request: Request): Promise<Response> {
    return (await kept(PAGE)) ?? fetch(request);
  }

  async function serverPage(request: Request): Promise<Response> {
    const late = new Promise<null>((resolve) => setTimeout(resolve, SERVER_PAGE_WITHIN_MS, null));
    const page = await Promise.race([fetch(request).catch(() => null), late]);
    return page && page.status < 500 ? page : keptPage(request);
  }

  async function pageFor(request: Request, pathname: string, screen: string): Promise<Response> {
    if (!rendered.includes(screen)) return keptPage(request);
    return (await keptListing(pathname)) ?? serverPage(request);
  }

  /** Stores the page that the server sends now. Looks for the next worker if it is of another build. */
  async function renewPage(address: string): Promise<void> {
    const page = await fetch(address, { cache: 'no-cache' }).catch(() => null);
    if (!page?.ok) return;
    if (await isOwn(page)) await store(address, page);
    // Not awaited: the browser may delay an update by half a minute, and the next worker can only take over when this one is idle.
    else if (address === PAGE) lookForNext().catch(() => undefined);
  }

  async function keepAll(): Promise<void> {
    const page = await fetch(PAGE, { cache: 'no-cache' });
    if (!(await isOwn(page))) throw isOfOtherBuild;
    const cache = await caches.open(name);
    await cache.addAll([...files]);
    await cache.put(PAGE, page);
  }

  async function fileAt(address: string, request: Request): Promise<Response> {
    const held = await kept(address);
    if (held) return held;
    const response = await fetch(request);
    // The cache was cleared by the reader or the browser.
    if (response.ok && files.includes(address)) await store(address, response.clone());
    return response;
  }

  return {
    /** Keeps all files, in several tries. Fails if the server sends the page of another build. */
    async install() {
      const isNew = !(await caches.keys()).includes(name);
      for (const waitMs of [...INSTALL_AGAIN_AFTER_MS, null]) {
        try {
          return await keepAll();
        } catch (error) {
          // While there is another cache, the previous worker stores nothing.
          if (isNew) await caches.delete(name);
          if (waitMs === null || error === isOfOtherBuild) throw error;
          await sleep(waitMs);
        }
      }
    },

    /** Deletes the caches of other builds. Their open pages fetch files from the server, which keeps them for a week. */
    async activate() {
      await Promise.all((await otherBuilds()).map((one) => caches.delete(one)));
    },

    /** The answer to a request for a page or a file; null for other requests. */
    answer(request: Request): Promise<Response> | null {
      const { origin: to, pathname } = new URL(request.url);
      if (request.method !== 'GET' || to !== origin) return null;
      if (request.mode === 'navigate') {
        const screen = pathname.split('/')[1] ?? '';
        return screens.includes(screen) ? pageFor(request, pathname, screen) : null;
      }
      return pathname.startsWith('/assets/') || files.includes(pathname) ? fileAt(pathname, request) : null;
    },

    /** Renews the kept page, because its headers may have changed, and the listing that was opened. */
    async renew(address: string) {
      const { pathname } = new URL(address);
      await Promise.all([PAGE, ...(isListing(pathname) ? [pathname] : [])].map(renewPage));
    },
  };
}
