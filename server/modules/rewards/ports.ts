import type { Tx } from '../../core/db/db.ts';
import type { CallerProfile } from '../../core/dispatch/ctx.ts';
import type { Parts } from '../editorial/editorial.ts';

/** The functions of other modules that this module needs. */
export type RewardsPorts = {
  /** The settings of the editor. */
  settings(): Promise<Pick<Parts, 'gifts' | 'attendance'>>;
  /** Locks the reader for the transaction; `null` if the reader is erased. */
  lockReader(tx: Tx, readerId: number): Promise<CallerProfile | null>;
  addGrowth(tx: Tx, readerId: number, points: number): Promise<boolean>;
  /** Stores the claimed gifts with the reader, for the unread mark. */
  setClaimedGifts(tx: Tx, readerId: number, giftIds: readonly number[]): Promise<void>;
  /** Whether a proof of work for wrong redeem codes is valid; it can be used once. */
  acceptProof(proof: string | undefined, now: Date): Promise<boolean>;
  /** The level of the grade for these growth points. */
  levelOf(points: number): number;
};
