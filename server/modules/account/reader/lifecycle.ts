import type { Pool } from 'pg';
import { type Tx, transaction } from '../../../core/db/db.ts';
import type { ReaderDataOwner } from '../../../core/module/reader-data-owner.ts';
import { mergeGrowth } from './growth.ts';
import { mergeProfile } from './merge-store.ts';
import { dropReader, dueForErasure, endAllSessions, eraseAt, lockReader } from './store.ts';

/** Calls of a merged reader that are still running may write data; it is erased with the reader an hour later. */
const ERASE_MERGED_AFTER_MS = 3600 * 1000;

/** Merging, erasing and exporting readers across all modules that store data of them. */
export type ReaderLifecycle = {
  /** Merges an anonymous reader into an account; the anonymous one ends. */
  merge(client: Tx, fromReaderId: number, toReaderId: number, now: Date): Promise<void>;
  /** Erases a reader whose erasure is due, with all their data. */
  erase(client: Tx, readerId: number, now: Date): Promise<void>;
  eraseDue(now: Date): Promise<void>;
  /** The reader's data in other modules, by module. */
  exportData(readerId: number): Promise<Record<string, unknown>>;
};

export function createReaderLifecycle(pool: Pool, dataOwners: () => readonly ReaderDataOwner[]): ReaderLifecycle {
  async function erase(client: Tx, readerId: number, now: Date): Promise<void> {
    const reader = await lockReader(client, readerId);
    if (!reader?.erasesAt || reader.erasesAt > now) return;
    for (const owner of dataOwners()) await owner.eraseReader(client, readerId, now);
    await dropReader(client, readerId, now);
  }

  return {
    async merge(client, fromReaderId, toReaderId, now) {
      await mergeProfile(client, fromReaderId, toReaderId);
      await mergeGrowth(client, fromReaderId, toReaderId);
      for (const owner of dataOwners()) await owner.mergeReader(client, fromReaderId, toReaderId, now);
      await endAllSessions(client, fromReaderId);
      await eraseAt(client, fromReaderId, new Date(now.getTime() + ERASE_MERGED_AFTER_MS));
    },

    erase,

    async eraseDue(now) {
      const errors: unknown[] = [];
      for (const readerId of await dueForErasure(pool, now))
        await transaction(pool, (client) => erase(client, readerId, now)).catch((error) => errors.push(error));
      // One failed erasure must not prevent the others.
      if (errors.length > 0) throw errors[0];
    },

    exportData: (readerId) =>
      transaction(pool, async (client) => {
        const parts: [string, unknown][] = [];
        for (const owner of dataOwners()) parts.push([owner.name, await owner.exportReader(client, readerId)]);
        return Object.fromEntries(parts);
      }),
  };
}
