/** The part of `document` that holds cookies. */
export type CookieJar = { cookie: string };

export type SiteCookies = {
  token(): string | null;
  setToken(token: string): void;
  clearToken(): void;
  /** The address calls go to, without the trailing `/api`; empty for this origin. */
  base(): string;
  /** Stores `api_url` of the configuration, or removes it. */
  setApi(url: string | null): void;
};

const HALF_A_YEAR_SECONDS = 15_552_000;

/** The two cookies of the reader's app, `token` and `api`, both on path `/`. */
export function createCookies(jar: CookieJar, secure: boolean): SiteCookies {
  const tail = `; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`;
  const read = (name: string) => readCookie(jar.cookie, name);
  const write = (name: string, value: string, life: string) => {
    jar.cookie = `${name}=${encodeURIComponent(value)}${life}${tail}`;
  };
  return {
    token: () => read('token') || null,
    setToken: (token) => write('token', token, `; Max-Age=${HALF_A_YEAR_SECONDS}`),
    clearToken: () => write('token', '', '; Max-Age=0'),
    base: () => (read('api') ?? '').replace(/\/+$/, '').replace(/\/api$/, ''),
    setApi: (url) => (url ? write('api', url, '') : write('api', '', '; Max-Age=0')),
  };
}

function readCookie(all: string, name: string): string | null {
  for (const part of all.split(';')) {
    const at = part.indexOf('=');
    if (at < 0 || part.slice(0, at).trim() !== name) continue;
    const raw = part.slice(at + 1).trim();
    try {
      return decodeURIComponent(raw);
    } catch {
      return raw;
    }
  }
  return null;
}
