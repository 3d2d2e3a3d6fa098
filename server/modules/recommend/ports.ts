import type { Caller } from '../../core/dispatch/ctx.ts';
import type { Liked } from './making/tastes.ts';

/** A comic that a reader keeps or has read; from which age on it is shown. */
export type Known = { comicId: number; fromAge: number; likedAt: Date; hasRead: boolean };

/** The functions of other modules that this module needs; connected in app.ts. */
export type RecommendPorts = {
  /** The comics that a reader keeps or has read, the latest first. */
  knownOf(readerId: number): Promise<Known[]>;
  /** How many readers there are whose reading counts. */
  countTastes(): Promise<number>;
  /**
   * The tastes of these readers, the latest first, by the ids of the readers after one; of them every `stride`-th. `after` is
   * null at the end.
   */
  listTastes(query: {
    after: number;
    stride: number;
    perReader: number;
    now: Date;
  }): Promise<{ tastes: Liked[][]; after: number | null }>;
};

export type Reader = Pick<Caller, 'readerId' | 'adult' | 'teen'>;
