import type { Tx } from '../../core/db/db.ts';
import type { Caller, SessionCtx } from '../../core/dispatch/ctx.ts';

/** The functions of other modules that this module needs; connected in app.ts. */
export type ReadingPorts = {
  /** The reader may have something unread from now on. Called in the transaction, before it locks the library. */
  expectNews(db: Tx, readerId: number): Promise<void>;
  /** Counts the reading time of this moment; false if the time limit of 未成年人模式 does not allow it. */
  noteReading(caller: Caller, now: Date): Promise<boolean>;
  /** The chapters of a comic that the reader owns. */
  ownedOf(readerId: number, comicId: number): Promise<ReadonlySet<number>>;
  /** The price of a chapter that the reader has to buy before they can read it; null if they can read it. */
  priceToRead(comicId: number, chapterId: number, ctx: SessionCtx): Promise<number | null>;
  /** How many chapters of each comic were bought in a time, those by tickets left out. */
  salesByComic(db: Tx, from: Date, to: Date): Promise<Map<number, number>>;
  /** The last day whose daily totals are final; null before the first. */
  totalledUpTo(): Promise<string | null>;
  /** The reader has read an open chapter to its end. Repeated calls for one chapter have no effect. */
  rewardChapter(readerId: number, chapterId: number): Promise<void>;
};
