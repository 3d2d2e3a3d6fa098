import type { Tx } from '../../core/db/db.ts';
import type { CallerProfile } from '../../core/dispatch/ctx.ts';
import type { Parts } from '../editorial/editorial.ts';

/** What this module needs of others; wired in app.ts. */
export type RewardsPorts = {
  /** What an editor has set. */
  settings(): Promise<Pick<Parts, 'gifts' | 'attendance'>>;
  /** Locks the reader for the transaction; null where they are gone. */
  lockReader(tx: Tx, readerId: number): Promise<CallerProfile | null>;
  addGrowth(tx: Tx, readerId: number, points: number): Promise<boolean>;
  /** Keeps which gifts the reader has claimed beside them, for the unread mark. */
  setClaimedGifts(tx: Tx, readerId: number, giftIds: readonly number[]): Promise<void>;
  /** The level of the grade that these growth points make. */
  levelOf(points: number): number;
};
