import { userInfo, userLogout, userRegister } from '#contract/calls/session';
import { banner, config } from '#contract/calls/site';
import * as codes from '#contract/codes';
import type { Banner, Config, UserInfo } from '#contract/shapes';
import { BLOCK_MS, DuplicateRequest } from '../send/duplicate-block.ts';
import type { Send } from '../send/send.ts';
import type { SiteCookies } from './cookies.ts';
import { type Platform, registrationPlatformOf } from './platform.ts';

export const BANNER_SLOTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];

export type SessionParts = {
  send: Send;
  cookies: SiteCookies;
  /** `location.hostname`. */
  domain: string;
  /** The referral value in the address of the first page. */
  u: string | null;
  platform: Platform;
  setState(session: 'starting' | 'ready' | 'failed'): void;
  storeUser(user: UserInfo): void;
  /** Removes everything known of the previous reader. */
  forgetUser(): void;
  storeConfig(config: Config): void;
  setTopBanner(list: Banner[]): void;
  setBannerList(slots: Record<string, Banner[]>): void;
  markBannersSettled(): void;
  openLogin(): void;
  /** Closes the login dialog and repeats the calls that waited for it. */
  finishLogin(): void;
  goHome(): void;
};

export type Session = {
  /** Resumes the session of the cookie or registers an anonymous one, and fetches configuration and banners. */
  start(): Promise<void>;
  /** Refetches the banners, in the `background` or not; where that fails, the old ones stay. */
  refetchBanners(background?: boolean): Promise<void>;
  /** After a lost session: drops the token, opens the login dialog and registers an anonymous session behind it. */
  restartAfterLoss(): void;
  /** After a login: stores its token and configuration, refetches the profile, closes the dialog. */
  completeLogin(answer: { token: string; user: UserInfo; config?: Config }): Promise<void>;
  /** Refetches the profile after something may have changed it. */
  refetchProfile(): Promise<void>;
  /** Stores the profile that a call has returned, its token included. */
  adoptProfile(user: UserInfo): void;
  /** Registers an anonymous session after the present one has ended on the server. */
  startAnonymous(): Promise<void>;
  /** Logs out, here or everywhere, and registers an anonymous session; false when the call failed. */
  logOut(all: boolean): Promise<boolean>;
};

export function createSession(parts: SessionParts): Session {
  const { send, cookies } = parts;
  let registering: Promise<boolean> | null = null;
  /** The token of the last login. */
  let loginToken: string | null = null;

  function registerAnew(): Promise<boolean> {
    // At once, because the answer may never arrive.
    parts.forgetUser();
    registering ??= register().finally(() => {
      registering = null;
    });
    return registering;
  }

  async function register(): Promise<boolean> {
    parts.setState('starting');
    const payload = { domain: parts.domain, u: parts.u, platform: registrationPlatformOf(parts.platform) };
    const before = loginToken;
    const answer = await retryWhileBlocked(() => send(userRegister, payload));
    if (loginToken !== before && loginToken !== null) {
      // A login was completed meanwhile: its session stays, so its cookie replaces that of the answer.
      cookies.setToken(loginToken);
      return settle(true);
    }
    if (answer.status !== 1 || !answer.data) return settle(false);
    cookies.setToken(answer.data.token);
    parts.storeUser(answer.data);
    return settle(true);
  }

  async function resume(token: string): Promise<boolean> {
    const answer = await retryWhileBlocked(() => send(userInfo, { token }));
    if (answer.status === 1 && answer.data) {
      parts.storeUser(answer.data);
      return settle(true);
    }
    // Where the old session was refused, `send` has already dropped its token and begun a new session.
    return cookies.token() ? settle(false) : registerAnew();
  }

  function begin(): Promise<boolean> {
    const token = cookies.token();
    return token ? resume(token) : registerAnew();
  }

  function settle(ready: boolean): boolean {
    parts.setState(ready ? 'ready' : 'failed');
    return ready;
  }

  async function fetchConfig() {
    const fetchOnce = () => retryWhileBlocked(() => send(config, { platform: parts.platform }));
    let answer = await fetchOnce();
    // A stored address that no longer answers must not lock the reader out.
    if (answer.status === -404 && cookies.base() !== '') {
      cookies.setApi(null);
      answer = await fetchOnce();
    }
    if (answer.status !== 1 || !answer.data) return;
    adoptConfig(answer.data);
  }

  async function fetchBanners(background = false) {
    const [top, all] = await Promise.all([
      retryWhileBlocked(() => send(banner, { no: [1] }, { background })),
      retryWhileBlocked(() => send(banner, { no: BANNER_SLOTS }, { background })),
    ]);
    if (top.status === 1 && top.data) parts.setTopBanner(top.data['1'] ?? []);
    if (all.status === 1 && all.data) parts.setBannerList(all.data);
    parts.markBannersSettled();
  }

  function adoptConfig(found: Config) {
    cookies.setApi(found.api_url);
    parts.storeConfig(found);
  }

  /** The profile of the present session; null when it can't be fetched. */
  async function fetchProfile(): Promise<UserInfo | null> {
    let token: string | null = null;
    const answer = await retryWhileBlocked(async () => {
      // Read when the call is really sent: a login may have been completed while it waited.
      token = cookies.token();
      return token ? send(userInfo, { token }, { background: true }) : null;
    });
    // After a login or logout meanwhile, this is the profile of another reader.
    return answer?.status === 1 && cookies.token() === token ? answer.data : null;
  }

  async function startAnonymous() {
    loginToken = null;
    cookies.clearToken();
    await registerAnew();
  }

  return {
    async start() {
      parts.setState('starting');
      const base = cookies.base();
      const [ready] = await Promise.all([begin(), fetchConfig(), fetchBanners()]);
      // The stored address was dead and has been dropped or replaced: the session is tried once more.
      if (!ready && cookies.base() !== base) await Promise.all([begin(), fetchBanners()]);
    },
    refetchBanners: fetchBanners,
    restartAfterLoss() {
      parts.openLogin();
      parts.goHome();
      void startAnonymous();
    },
    async completeLogin({ token, user, config: found }) {
      if (found) adoptConfig(found);
      loginToken = token;
      cookies.setToken(token);
      parts.storeUser((await fetchProfile()) ?? user);
      settle(true);
      parts.finishLogin();
    },
    async refetchProfile() {
      const user = await fetchProfile();
      if (user) parts.storeUser(user);
    },
    adoptProfile(user) {
      loginToken = user.token;
      cookies.setToken(user.token);
      parts.storeUser(user);
    },
    startAnonymous,
    async logOut(all) {
      const answer = await retryWhileBlocked(() =>
        send(userLogout, all ? { all } : {}, { expected: [codes.sessionLost] }),
      );
      // `sessionLost`: the session had already ended, as when the answer to the first attempt was lost.
      if (answer.status !== 1 && answer.code !== codes.sessionLost) return false;
      await startAnonymous();
      return true;
    },
  };
}

/** The session needs its answers, so a call blocked as a duplicate is made again after the block. */
async function retryWhileBlocked<T>(make: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await make();
    } catch (error) {
      if (!(error instanceof DuplicateRequest)) throw error;
    }
    // Of several calls that wait at once, each may have to wait again.
    await new Promise((resolve) => setTimeout(resolve, BLOCK_MS));
  }
}
