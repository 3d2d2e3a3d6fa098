import type { Logger } from 'pino';
import type { Role } from '#contract/console/roles';

/** The current time; passed as an argument, so that tests can set it. */
export type Clock = () => Date;

/** The identity and the rights of the calling reader, as the account module found them by the token. */
export type Caller = {
  token: string;
  readerId: number;
  /** Has a password or a phone. */
  registered: boolean;
  /** Has declared to be an adult. */
  adult: boolean;
  /** 未成年人模式 is on. */
  teen: boolean;
  /** Has finished at least one chapter. */
  hasRead: boolean;
  /** For the account module, which shows it: read together with the session, to save a query. */
  profile: CallerProfile;
};

export type CallerProfile = {
  username: string | null;
  nickname: string;
  /** Eleven digits; masked before it leaves the server. */
  telephone: string | null;
  hasPassword: boolean;
  gender: 0 | 1 | 2;
  face: number;
  autoBuy: boolean;
  /** In 未成年人模式: 16 or 17 years old. */
  teenFrom16: boolean;
  /** Growth points. */
  points: number;
  /** Something may be unread; false saves the query for it. */
  expectsNews: boolean;
  createdAt: Date;
  /** The last absence of a week or more; null without one. */
  awaySince: Date | null;
  backAt: Date | null;
  /** The latest gift campaigns claimed; null = none. */
  claimedGifts: number[] | null;
  /** The referral value of the addresses that this reader shares. */
  shareCode: string;
};

/** The facts of a request before its payload is parsed. */
export type Origin = {
  /** The peer's address; behind trusted proxies the forwarded one. */
  address: string;
  /** The address of the site as this reader knows it: the origin of the calling page, else the public address. */
  url: string;
  /** The public address of the site; only of a call of the console, which may have its own address. */
  siteUrl?: string;
  secure: boolean;
  userAgent: string;
  /** From the Authorization header; null without one. */
  token: string | null;
  /** The device cookie set earlier by `setDeviceCookie`. It grants no access. */
  deviceCookie?: string;
};

/** The arguments of a handler besides the payload. Modules close over ports and stores. */
export type Ctx = {
  now: Date;
  log: Logger;
  from: Origin;
  /** Sets the session token as a cookie too: Safari deletes cookies that a script has set after 7 days. */
  setToken(token: string): void;
  /** Sets the cookie by which the next login recognises the device, if the call succeeds. */
  setDeviceCookie(cookie: string): void;
  /**
   * Declares when this answer becomes outdated without any write (the earliest call counts): a cached answer expires then,
   * and the client requests it again. Null = never.
   */
  validUntil(moment: Date | null): void;
};

/** The context of a call that needs a session. */
export type SessionCtx = Ctx & { caller: Caller };

/** The member of staff who calls, or whose API key does. */
export type StaffCaller = {
  personId: number;
  name: string;
  /** An API key has its own role, which may have fewer rights than the person's. */
  role: Role;
  /** The comics that an author may see and change; null = all. */
  comics: readonly number[] | null;
  /** Null for an API key. */
  sessionId: number | null;
  /** Until when the second factor counts as fresh. */
  freshUntil: Date;
};

/** The context of a call of the console. */
export type StaffCtx = Ctx & { caller: StaffCaller };
