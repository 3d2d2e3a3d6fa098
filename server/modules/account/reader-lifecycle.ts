import type { Pool } from 'pg';
import { type Tx, transaction } from '../../core/db.ts';
import { mergeProfile } from './profile-store.ts';
import { mergeGrowth } from './reader-growth.ts';
import type { ReaderKeeper } from './reader-keepers.ts';
import { dropReader, dueForErasure, eraseAt, lockReader } from './reader-store.ts';
import { endAllSessions } from './session-store.ts';

/** What a call still under way for a merged reader writes is erased with it, an hour later. */
const AFTERGLOW_MS = 3600 * 1000;

/** What spans all modules that keep something of readers. */
export type ReaderLifecycle = {
  /** Names a module that keeps something of readers; at start, once each. */
  keptBy(keeper: ReaderKeeper): void;
  /** An anonymous reader becomes part of an account, and ends. */
  merge(client: Tx, fromReaderId: number, toReaderId: number, now: Date): Promise<void>;
  /** Removes a reader whose time has come, and everything kept of them. */
  erase(client: Tx, readerId: number, now: Date): Promise<void>;
  eraseDue(now: Date): Promise<void>;
  /** Everything kept of a reader, by module. */
  gather(readerId: number): Promise<Record<string, unknown>>;
};

export function createReaderLifecycle(pool: Pool): ReaderLifecycle {
  const keepers: ReaderKeeper[] = [];

  async function erase(client: Tx, readerId: number, now: Date): Promise<void> {
    const reader = await lockReader(client, readerId);
    if (!reader?.erasesAt || reader.erasesAt > now) return;
    for (const keeper of keepers) await keeper.onErase(client, readerId);
    await dropReader(client, readerId, now);
  }

  return {
    keptBy: (keeper) => void keepers.push(keeper),

    async merge(client, fromReaderId, toReaderId, now) {
      await mergeProfile(client, fromReaderId, toReaderId);
      await mergeGrowth(client, fromReaderId, toReaderId);
      for (const keeper of keepers) await keeper.onMerge(client, fromReaderId, toReaderId, now);
      await endAllSessions(client, fromReaderId);
      await eraseAt(client, fromReaderId, new Date(now.getTime() + AFTERGLOW_MS));
    },

    erase,

    async eraseDue(now) {
      const failed: unknown[] = [];
      for (const readerId of await dueForErasure(pool, now))
        await transaction(pool, (client) => erase(client, readerId, now)).catch((error) => failed.push(error));
      // One who can't be erased must not keep the others.
      if (failed.length > 0) throw failed[0];
    },

    gather: (readerId) =>
      transaction(pool, async (client) => {
        const parts: [string, unknown][] = [];
        for (const keeper of keepers) parts.push([keeper.name, await keeper.onExport(client, readerId)]);
        return Object.fromEntries(parts);
      }),
  };
}
