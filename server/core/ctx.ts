import type { Logger } from 'pino';

/** The present moment; an argument, so that tests can set it. */
export type Clock = () => Date;

/** Who a session belongs to, as the account module found it. */
export type Caller = {
  token: string;
  readerId: number;
  registered: boolean;
  nickname: string;
  gender: 0 | 1 | 2;
  adult: boolean;
};

/** What is known of a request before its payload is looked at. */
export type Origin = {
  /** The peer's address, behind trusted proxies the forwarded one. */
  address: string;
  /** `https://host` as the reader typed it. */
  url: string;
  secure: boolean;
  userAgent: string;
  /** From the Authorization header; null without one. */
  token: string | null;
};

/** What a call works with, apart from its payload. Ports and stores are closed over by the modules. */
export type Ctx = {
  now: Date;
  log: Logger;
  from: Origin;
  /** Hands the session token to the browser as a cookie too: one set by script lives 7 days in Safari. */
  setToken(token: string): void;
};

/** The context of a call that needs a session. */
export type SessionCtx = Ctx & { caller: Caller };
