import { userInfo, userLogout } from '#contract/calls/session';
import * as codes from '#contract/codes';
import type { Config, UserInfo } from '#contract/shapes';
import { retryWhileBlocked } from '../send/retry-while-blocked.ts';
import { createRegistration, type RegistrationParts } from './registration.ts';
import { createSite, type SiteParts } from './site.ts';

export type SessionParts = SiteParts &
  RegistrationParts & {
    openLogin(): void;
    /** Closes the login dialog and repeats the calls that waited for it. */
    finishLogin(): void;
    goHome(): void;
  };

export type Session = {
  /** Resumes the session of the cookie or registers an anonymous one, and fetches configuration and banners. */
  start(): Promise<void>;
  /** Refetches the banners, in the `background` or not; if that fails, the old ones stay. */
  refetchBanners(background?: boolean): Promise<void>;
  /** After a lost session: drops the token, opens the login dialog and registers an anonymous session behind it. */
  restartAfterLoss(): void;
  /** After a login: stores its token and configuration, refetches the profile, closes the dialog. */
  completeLogin(answer: { token: string; user: UserInfo; config?: Config }): Promise<void>;
  /** Refetches the profile after something may have changed it. */
  refetchProfile(): Promise<void>;
  /** Stores the profile that a call has returned, its token included. */
  adoptProfile(user: UserInfo): void;
  /** Registers an anonymous session after the current one has ended on the server. */
  startAnonymous(): Promise<void>;
  /** Logs out, here or everywhere, and registers an anonymous session; false when the call failed. */
  logOut(all: boolean): Promise<boolean>;
};

export function createSession(parts: SessionParts): Session {
  const { send, cookies } = parts;
  const { fetchConfig, fetchBanners, adoptConfig } = createSite(parts);
  const { begin, settle, adoptLogin, startAnonymous } = createRegistration(parts);

  /** The profile of the current session; null when it can't be fetched. */
  async function fetchProfile(): Promise<UserInfo | null> {
    let token: string | null = null;
    const answer = await retryWhileBlocked(async () => {
      // Read when the call is really sent: a login may have been completed while it waited.
      token = cookies.token();
      return token ? send(userInfo, { token }, { background: true }) : null;
    });
    // After a login or logout during the request, this is the profile of another reader.
    return answer?.status === 1 && cookies.token() === token ? answer.data : null;
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
      adoptLogin(token);
      parts.storeUser((await fetchProfile()) ?? user);
      settle(true);
      parts.finishLogin();
    },
    async refetchProfile() {
      const user = await fetchProfile();
      if (user) parts.storeUser(user);
    },
    adoptProfile(user) {
      adoptLogin(user.token);
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
