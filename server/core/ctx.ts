import type { Logger } from 'pino';

/** The present moment; an argument, so that tests can set it. */
export type Clock = () => Date;

/** The identity and the rights of the reader who calls, as the account module found them by the token. */
export type Caller = {
  token: string;
  readerId: number;
  /** Has a password or a phone. */
  registered: boolean;
  /** Has declared to be an adult. */
  adult: boolean;
  /** 青少年模式 is on. */
  teen: boolean;
  /** Has read some chapter to its end. */
  hasRead: boolean;
  /** For the account module, which shows it: read with the session, so that showing it costs no query of its own. */
  profile: CallerProfile;
};

export type CallerProfile = {
  username: string | null;
  nickname: string;
  /** Eleven digits; masked before it leaves the server. */
  telephone: string | null;
  hasPassword: boolean;
  gender: 0 | 1 | 2;
  autoBuy: boolean;
  /** Growth points. */
  points: number;
  /** Something may be unread; for others there is no need to look. */
  expectsNews: boolean;
};

/** What is known of a request before its payload is looked at. */
export type Origin = {
  /** The peer's address, behind trusted proxies the forwarded one. */
  address: string;
  /** Where this reader finds the site: the origin of the page that calls; of who shows none, as the site is published. */
  url: string;
  secure: boolean;
  userAgent: string;
  /** From the Authorization header; null without one. */
  token: string | null;
  /** What `setDeviceCookie` handed over before. It opens nothing. */
  deviceCookie?: string;
};

/** What a call works with, apart from its payload. Ports and stores are closed over by the modules. */
export type Ctx = {
  now: Date;
  log: Logger;
  from: Origin;
  /** Hands the session token to the browser as a cookie too: one set by script lives 7 days in Safari. */
  setToken(token: string): void;
  /** Hands the browser what it is known by at the next login, where the call succeeds. */
  setDeviceCookie(cookie: string): void;
  /**
   * Says that this answer turns wrong by itself at a moment (the earliest to come counts): a kept answer ends there, and
   * whoever shows it asks anew then. Null = never.
   */
  holdsUntil(moment: Date | null): void;
};

/** The context of a call that needs a session. */
export type SessionCtx = Ctx & { caller: Caller };
