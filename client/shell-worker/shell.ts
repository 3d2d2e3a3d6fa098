/** What the build writes into the worker: the files that the app consists of, and which page they belong to. */
export type ShellFiles = {
  /** Another one for every other set of files. */
  build: string;
  /** The address of the script that the page begins with, which tells the page of this build from others. */
  entry: string;
  /** The addresses of everything the page may load. */
  files: readonly string[];
  /** The first segments of the addresses of the app's own screens. */
  screens: readonly string[];
};

export type ShellParts = ShellFiles & {
  caches: Pick<CacheStorage, 'open' | 'keys' | 'delete'>;
  fetch(request: string | Request, init?: RequestInit): Promise<Response>;
  /** The address of this site. */
  origin: string;
  /** Looks whether the server has another worker. */
  lookForNext(): Promise<unknown>;
};

/** Every screen is this one page. */
/** The page as it was built, which names no address. */
const PAGE = '/index.html';
const PREFIX = 'shell-';

/** The app without its data, kept so that it opens at once, and without a network; the page and its files always fit. */
export function createShell({ build, entry, files, screens, caches, fetch, origin, lookForNext }: ShellParts) {
  const name = PREFIX + build;

  async function isOwn(page: Response): Promise<boolean> {
    return page.ok && (await page.clone().text()).includes(entry);
  }

  async function kept(address: string): Promise<Response | undefined> {
    return (await caches.open(name)).match(address);
  }

  async function pageFor(request: Request): Promise<Response> {
    return (await kept(PAGE)) ?? fetch(request);
  }

  async function fileAt(address: string, request: Request): Promise<Response> {
    const held = await kept(address);
    if (held) return held;
    const response = await fetch(request);
    // It was cleared by the reader or the browser.
    if (response.ok && files.includes(address)) await (await caches.open(name)).put(address, response.clone());
    return response;
  }

  return {
    /** Keeps everything; fails where the server has the files of this build, but still sends the page of another. */
    async install() {
      const page = await fetch(PAGE, { cache: 'no-cache' });
      if (!(await isOwn(page))) throw new Error('The server sends the page of another build.');
      const cache = await caches.open(name);
      await cache.addAll([...files]);
      await cache.put(PAGE, page);
    },

    /** Drops what other builds kept. Their open pages fetch what they still need from the server, which has it for a week. */
    async activate() {
      const others = (await caches.keys()).filter((one) => one.startsWith(PREFIX) && one !== name);
      await Promise.all(others.map((one) => caches.delete(one)));
    },

    /** The answer to a request for the shell; null where the request is none of the worker's business. */
    answer(request: Request): Promise<Response> | null {
      const { origin: to, pathname } = new URL(request.url);
      if (request.method !== 'GET' || to !== origin) return null;
      if (request.mode === 'navigate') {
        return screens.includes(pathname.split('/')[1] ?? '') ? pageFor(request) : null;
      }
      return pathname.startsWith('/assets/') || files.includes(pathname) ? fileAt(pathname, request) : null;
    },

    /** Renews the kept page, whose headers may have changed; looks for the next worker where the page is another. */
    async renew() {
      const page = await fetch(PAGE, { cache: 'no-cache' }).catch(() => null);
      if (!page?.ok) return;
      if (await isOwn(page)) await (await caches.open(name)).put(PAGE, page);
      else await lookForNext();
    },
  };
}
