import type { DataOf } from '#contract/call';
import type { userDetail } from '#contract/calls/account';
import type { Config } from '#contract/shapes';
import type { Caller, Origin } from '../../core/dispatch/ctx.ts';
import type { ReaderDataOwner } from '../../core/module/reader-data-owner.ts';

/** The functions of other modules that this module needs. */
export type AccountPorts = {
  /** The name of the site; nicknames must not contain it. */
  siteName(): Promise<string>;
  /** The configuration of the site, which the answer to a login has. */
  siteConfig(origin: Origin): Promise<Config>;
  /** The number of subscribed comics with chapters that the reader has not seen. */
  countUnreadUpdates(caller: Caller, now: Date): Promise<number>;
  /** The number of replies to feedback that the reader has not seen. */
  countUnreadReplies(readerId: number): Promise<number>;
  /** Null while the operator has not switched notices on. */
  countUnreadNotices(caller: Caller): Promise<number | null>;
  /** The number of gifts that the reader can claim. Needs no query, because every `user/info` has it. */
  countClaimableGifts(caller: Caller, now: Date): Promise<number>;
  /** The addition of a grade to the bonus of a day of attendance. */
  benefitOf(level: number): Promise<number>;
  /** The number of comics in each list of the reader's library. */
  countLibrary(caller: Caller): Promise<DataOf<typeof userDetail>['counts']>;
  /** The amounts that the reader can spend at this moment. */
  balancesOf(readerId: number, now: Date): Promise<{ coins: number; bonus: number; tickets: number }>;
  /** Until when the reader's 月卡 runs; null without one. */
  passUntil(readerId: number, now: Date): Promise<Date | null>;
  /** The modules that store data of readers, in the order in which a merge or an erasure calls them. */
  dataOwners(): readonly ReaderDataOwner[];
};
