import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Caller } from '../../../core/ctx.ts';
import type { Db } from '../../../core/db.ts';
import { addressKeyOf, claimPlaces, type RankedReader } from './ranked-readers-store.ts';

/**
 * Whether a reader's views and favourites count in rankings. Anybody can start sessions without cost, so the reader must have
 * credentials or have read a chapter to its end.
 */
export function countsInRankings({ registered, hasRead }: Pick<Caller, 'registered' | 'hasRead'>): boolean {
  return registered || hasRead;
}

/** A reader's activity on a comic on a day (Asia/Shanghai), from an address. */
export type Visit = { day: string; address: string; comicId: number; readerId: number };

/** Limits how many readers of one address count in the rankings of a comic on a day. Addresses are hashed with a key of the day. */
export type RankedReaders = {
  /** Hashes the addresses. Call it outside transactions: the key of a new day must be visible to all nodes at once. */
  hashAddresses(visits: readonly Visit[]): Promise<RankedReader[]>;
  /** Counts these visits within the limit; returns those that count. */
  count(db: Db, visits: readonly RankedReader[]): Promise<RankedReader[]>;
};

const KEY_BYTES = 32;
const HASH_BYTES = 16;

export function createRankedReaders(pool: Pool): RankedReaders {
  // For today and yesterday; older keys are deleted.
  const keys = new LRUCache<string, Buffer>({ max: 2 });

  async function keyOf(day: string): Promise<Buffer> {
    const known = keys.get(day);
    if (known) return known;
    const key = await addressKeyOf(pool, day, randomBytes(KEY_BYTES));
    keys.set(day, key);
    return key;
  }

  return {
    async hashAddresses(visits) {
      for (const day of new Set(visits.map((visit) => visit.day))) await keyOf(day);
      return Promise.all(
        visits.map(async ({ address, ...visit }) => ({ ...visit, address: hashOf(address, await keyOf(visit.day)) })),
      );
    },

    async count(db, visits) {
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
