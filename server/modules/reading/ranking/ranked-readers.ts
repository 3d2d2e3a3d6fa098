import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Caller } from '../../../core/ctx.ts';
import type { Db } from '../../../core/db.ts';
import { addressKeyOf, claimPlaces, type RankedReader } from './ranked-readers-store.ts';

/**
 * Whether what a reader does counts in rankings. Sessions cost nothing, so one that was just begun does not: its reader must
 * have credentials, or have read a chapter to its end.
 */
export function countsInRankings({ registered, hasRead }: Pick<Caller, 'registered' | 'hasRead'>): boolean {
  return registered || hasRead;
}

/** A reader who does something with a comic on a day (Asia/Shanghai), from an address. */
export type Visit = { day: string; address: string; comicId: number; readerId: number };

/** Of one address a few readers count in the rankings of a comic on a day. Addresses are kept hashed, with a key of the day. */
export type RankedReaders = {
  /** Hashes the addresses; outside of transactions, for the key of a new day is made at once for all nodes. */
  hashed(visits: readonly Visit[]): Promise<RankedReader[]>;
  /** Counts these readers where there is room; gives those that count, as the hashed visits they came with. */
  counted(db: Db, visits: readonly RankedReader[]): Promise<RankedReader[]>;
};

const KEY_BYTES = 32;
const HASH_BYTES = 16;

export function createRankedReaders(pool: Pool): RankedReaders {
  // Of the present day and of the one before: older ones are not to be had any more.
  const keys = new LRUCache<string, Buffer>({ max: 2 });

  async function keyOf(day: string): Promise<Buffer> {
    const known = keys.get(day);
    if (known) return known;
    const key = await addressKeyOf(pool, day, randomBytes(KEY_BYTES));
    keys.set(day, key);
    return key;
  }

  return {
    async hashed(visits) {
      for (const day of new Set(visits.map((visit) => visit.day))) await keyOf(day);
      return Promise.all(
        visits.map(async ({ address, ...visit }) => ({ ...visit, address: hashOf(address, await keyOf(visit.day)) })),
      );
    },

    async counted(db, visits) {
      if (visits.length === 0) return [];
      const places = new Map((await claimPlaces(db, visits)).map((place) => [nameOf(place), place.readers]));
      return visits.filter((visit) => places.get(nameOf(visit))?.includes(visit.readerId));
    },
  };
}

function nameOf({ day, address, comicId }: Pick<RankedReader, 'day' | 'address' | 'comicId'>): string {
  return `${day} ${comicId} ${address.toString('hex')}`;
}

function hashOf(address: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(address).digest().subarray(0, HASH_BYTES);
}
