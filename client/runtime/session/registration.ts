import { userInfo, userRegister } from '#contract/calls/session';
import type { UserInfo } from '#contract/shapes';
import { retryWhileBlocked } from '../send/retry-while-blocked.ts';
import type { Send } from '../send/send.ts';
import type { SiteCookies } from './cookies.ts';
import { type Platform, registrationPlatformOf } from './platform.ts';

export type RegistrationParts = {
  send: Send;
  cookies: SiteCookies;
  /** `location.hostname`. */
  domain: string;
  /** The referral value in the address of the first page. */
  u: string | null;
  /** The host that referred the reader to the first page; null if it is unknown or this site. */
  referrer: string | null;
  platform: Platform;
  setState(session: 'starting' | 'ready' | 'failed'): void;
  storeUser(user: UserInfo): void;
  /** Removes everything known of the previous reader. */
  forgetUser(): void;
};

/** Resumes the session of the cookie or registers an anonymous one. If the reader logs in before that ends, the login is kept. */
export function createRegistration({ send, cookies, ...parts }: RegistrationParts) {
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
    const { domain, u, referrer } = parts;
    const platform = registrationPlatformOf(parts.platform);
    const payload = { domain, u, platform, ...(referrer !== null && { referrer }) };
    const before = loginToken;
    const answer = await retryWhileBlocked(() => send(userRegister, payload));
    if (loginToken !== before && loginToken !== null) {
      // A login was completed during the request. Its session stays, so its cookie is set again.
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

  function adoptLogin(token: string) {
    loginToken = token;
    cookies.setToken(token);
  }

  async function startAnonymous() {
    loginToken = null;
    cookies.clearToken();
    await registerAnew();
  }

  return { begin, settle, adoptLogin, startAnonymous };
}
