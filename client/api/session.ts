import { banner, config, userInfo, userRegister } from '#contract/calls';
import type { Banner, Config, UserInfo } from '#contract/shapes';
import type { SiteCookies } from './cookies.ts';
import { BLOCK_MS, DuplicateRequest } from './duplicate-block.ts';
import { type Platform, sessionPlatformOf } from './platform.ts';
import type { Send } from './send.ts';

export const BANNER_SLOTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];

export type SessionParts = {
  send: Send;
  cookies: SiteCookies;
  /** `location.hostname`. */
  domain: string;
  /** The referral value of the address the reader came by. */
  u: string | null;
  platform: Platform;
  state(session: 'starting' | 'ready' | 'failed'): void;
  keepUser(user: UserInfo): void;
  keepConfig(config: Config): void;
  keepTopBanner(list: Banner[]): void;
  keepBannerList(slots: Record<string, Banner[]>): void;
  bannersSettled(): void;
  openLogin(): void;
  goHome(): void;
};

export type Session = {
  /** Takes up the session of the cookie, or a new anonymous one, with configuration and banners; safe to repeat. */
  start(): Promise<void>;
  /** Forced re-login: forgets the token, opens the login dialog, and gets a new anonymous session behind it. */
  lost(): void;
};

export function createSession(parts: SessionParts): Session {
  const { send, cookies } = parts;
  let renewing: Promise<boolean> | null = null;

  function renew(): Promise<boolean> {
    renewing ??= register().finally(() => {
      renewing = null;
    });
    return renewing;
  }

  async function register(): Promise<boolean> {
    parts.state('starting');
    const payload = { domain: parts.domain, u: parts.u, platform: sessionPlatformOf(parts.platform) };
    const answer = await afterBlock(() => send(userRegister, payload));
    if (answer.status !== 1 || !answer.data) return settle(false);
    cookies.setToken(answer.data.token);
    parts.keepUser(answer.data);
    return settle(true);
  }

  async function resume(token: string): Promise<boolean> {
    const answer = await afterBlock(() => send(userInfo, { token }));
    if (answer.status === 1 && answer.data) {
      parts.keepUser(answer.data);
      return settle(true);
    }
    // Where the old session was refused, the one fetch has forgotten its token and begun a new one.
    return cookies.token() ? settle(false) : renew();
  }

  function begin(): Promise<boolean> {
    const token = cookies.token();
    return token ? resume(token) : renew();
  }

  function settle(ready: boolean): boolean {
    parts.state(ready ? 'ready' : 'failed');
    return ready;
  }

  async function fetchConfig() {
    const ask = () => afterBlock(() => send(config, { platform: parts.platform }));
    let answer = await ask();
    // A kept address that no longer answers must not lock the reader out.
    if (answer.status === -404 && cookies.base() !== '') {
      cookies.setApi(null);
      answer = await ask();
    }
    if (answer.status !== 1 || !answer.data) return;
    cookies.setApi(answer.data.api_url);
    parts.keepConfig(answer.data);
  }

  async function fetchBanners() {
    const [top, all] = await Promise.all([
      afterBlock(() => send(banner, { no: [1] })),
      afterBlock(() => send(banner, { no: BANNER_SLOTS })),
    ]);
    if (top.status === 1 && top.data) parts.keepTopBanner(top.data['1'] ?? []);
    if (all.status === 1 && all.data) parts.keepBannerList(all.data);
    parts.bannersSettled();
  }

  return {
    async start() {
      parts.state('starting');
      const base = cookies.base();
      const [ready] = await Promise.all([begin(), fetchConfig(), fetchBanners()]);
      // The kept address was a dead one and has been dropped or replaced: the session gets a second chance.
      if (!ready && cookies.base() !== base) await Promise.all([begin(), fetchBanners()]);
    },
    lost() {
      cookies.clearToken();
      parts.openLogin();
      parts.goHome();
      void renew();
    },
  };
}

/** The session can't go without its answer, so a call blocked as duplicate is made again when it may be. */
async function afterBlock<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof DuplicateRequest)) throw error;
    await new Promise((resolve) => setTimeout(resolve, BLOCK_MS));
    return make();
  }
}
