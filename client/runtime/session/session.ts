import { userInfo, userLogout, userRegister } from '#contract/calls/session';
import { banner, config } from '#contract/calls/site';
import * as codes from '#contract/codes';
import type { Banner, Config, UserInfo } from '#contract/shapes';
import { BLOCK_MS, DuplicateRequest } from '../send/duplicate-block.ts';
import type { Send } from '../send/send.ts';
import type { SiteCookies } from './cookies.ts';
import { type Platform, sessionPlatformOf } from './platform.ts';

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
  /** Nobody is here any more: nothing that is known of the reader before may stay. */
  forgetUser(): void;
  keepConfig(config: Config): void;
  keepTopBanner(list: Banner[]): void;
  keepBannerList(slots: Record<string, Banner[]>): void;
  bannersSettled(): void;
  openLogin(): void;
  /** The reader has logged in: closes the dialog and takes up what waited for it. */
  loggedIn(): void;
  goHome(): void;
};

export type Session = {
  /** Takes up the session of the cookie, or a new anonymous one, with configuration and banners; safe to repeat. */
  start(): Promise<void>;
  /** Asks for the banners anew, `unasked` by the reader or not; those that are there stay where that fails. */
  renewBanners(unasked?: boolean): Promise<void>;
  /** Forced re-login: forgets the token, opens the login dialog, and gets a new anonymous session behind it. */
  lost(): void;
  /** Takes up what a login was answered with: keeps token and configuration, fetches the profile anew, closes the dialog. */
  signedIn(answer: { token: string; user: UserInfo; config?: Config }): Promise<void>;
  /** Fetches the profile anew, for what has changed it. */
  refresh(): Promise<void>;
  /** Takes up a profile a call was answered with, its token included. */
  take(user: UserInfo): void;
  /** Goes on as a new anonymous reader, for a session that has ended on the server. */
  leave(): Promise<void>;
  /** Logs out, here or everywhere, and goes on as a new anonymous reader; false when the server could not be told. */
  signOut(all: boolean): Promise<boolean>;
};

export function createSession(parts: SessionParts): Session {
  const { send, cookies } = parts;
  let renewing: Promise<boolean> | null = null;
  /** The token a reader last logged in with. */
  let loggedInWith: string | null = null;

  function renew(): Promise<boolean> {
    // Before the answer, which may never come.
    parts.forgetUser();
    renewing ??= register().finally(() => {
      renewing = null;
    });
    return renewing;
  }

  async function register(): Promise<boolean> {
    parts.state('starting');
    const payload = { domain: parts.domain, u: parts.u, platform: sessionPlatformOf(parts.platform) };
    const before = loggedInWith;
    const answer = await afterBlock(() => send(userRegister, payload));
    if (loggedInWith !== before && loggedInWith !== null) {
      // Logged in meanwhile: that session stands, though the answer has put its own cookie in place.
      cookies.setToken(loggedInWith);
      return settle(true);
    }
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
    takeConfig(answer.data);
  }

  async function fetchBanners(background = false) {
    const [top, all] = await Promise.all([
      afterBlock(() => send(banner, { no: [1] }, { background })),
      afterBlock(() => send(banner, { no: BANNER_SLOTS }, { background })),
    ]);
    if (top.status === 1 && top.data) parts.keepTopBanner(top.data['1'] ?? []);
    if (all.status === 1 && all.data) parts.keepBannerList(all.data);
    parts.bannersSettled();
  }

  function takeConfig(found: Config) {
    cookies.setApi(found.api_url);
    parts.keepConfig(found);
  }

  /** The profile of the present session; null when it can't be had. */
  async function profile(): Promise<UserInfo | null> {
    let token: string | null = null;
    const answer = await afterBlock(async () => {
      // Taken when the call really goes out: a login may have come while it waited.
      token = cookies.token();
      return token ? send(userInfo, { token }, { background: true }) : null;
    });
    // Logged in or out meanwhile: this is of another reader.
    return answer?.status === 1 && cookies.token() === token ? answer.data : null;
  }

  async function leave() {
    loggedInWith = null;
    cookies.clearToken();
    await renew();
  }

  return {
    async start() {
      parts.state('starting');
      const base = cookies.base();
      const [ready] = await Promise.all([begin(), fetchConfig(), fetchBanners()]);
      // The kept address was a dead one and has been dropped or replaced: the session gets a second chance.
      if (!ready && cookies.base() !== base) await Promise.all([begin(), fetchBanners()]);
    },
    renewBanners: fetchBanners,
    lost() {
      parts.openLogin();
      parts.goHome();
      void leave();
    },
    async signedIn({ token, user, config: found }) {
      if (found) takeConfig(found);
      loggedInWith = token;
      cookies.setToken(token);
      parts.keepUser((await profile()) ?? user);
      settle(true);
      parts.loggedIn();
    },
    async refresh() {
      const user = await profile();
      if (user) parts.keepUser(user);
    },
    take(user) {
      loggedInWith = user.token;
      cookies.setToken(user.token);
      parts.keepUser(user);
    },
    leave,
    async signOut(all) {
      const answer = await afterBlock(() => send(userLogout, all ? { all } : {}, { expected: [codes.sessionLost] }));
      // Ended already, as where the first answer was lost: what was wanted is done.
      if (answer.status !== 1 && answer.code !== codes.sessionLost) return false;
      await leave();
      return true;
    },
  };
}

/** The session can't go without its answer, so a call blocked as duplicate is made again when it may be. */
async function afterBlock<T>(make: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await make();
    } catch (error) {
      if (!(error instanceof DuplicateRequest)) throw error;
    }
    // Of several that wait at once each may have to wait again.
    await new Promise((resolve) => setTimeout(resolve, BLOCK_MS));
  }
}
