import type { DataOf } from '#contract/call';
import type { userDetail } from '#contract/calls/account';
import type { Config } from '#contract/shapes';
import type { Caller, Origin } from '../../core/dispatch/ctx.ts';
import type { ReaderDataOwner } from '../../core/module/reader-data-owner.ts';

/** What this module needs of others; connected in app.ts. */
export type AccountPorts = {
  /** The name of the site; nicknames must not contain it. */
  siteName(): Promise<string>;
  /** The configuration of the site, sent along with a login. */
  siteConfig(origin: Origin): Promise<Config>;
  /** How many subscribed comics have chapters that the reader has not seen. */
  countUnreadUpdates(caller: Caller, now: Date): Promise<number>;
  /** How many replies to feedback the reader has not seen. */
  countUnreadReplies(readerId: number): Promise<number>;
  /** How many gifts the reader can claim; without a query, for every `user/info` shows it. */
  countClaimableGifts(caller: Caller, now: Date): Promise<number>;
  /** What a grade adds to the bonus of a day of attendance. */
  benefitOf(level: number): Promise<number>;
  /** How many comics the lists of the reader's library have. */
  countLibrary(caller: Caller): Promise<DataOf<typeof userDetail>['counts']>;
  /** What the reader can spend at this moment. */
  balancesOf(readerId: number, now: Date): Promise<{ coins: number; bonus: number; tickets: number }>;
  /** The modules that store data of readers, in the order in which a merge or an erasure calls them. */
  dataOwners(): readonly ReaderDataOwner[];
};
