import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { transaction } from '../../core/db/db.ts';
import { addLinks, type HashedEntry, type Link, lastLink, listLinks, listUnlinked } from './chain-store.ts';

const AT_ONCE = 1000;
/**
 * Entries without a link are searched among this many before the last link: a transaction can commit after others whose entries
 * have higher numbers.
 */
const LATE_ENTRIES = 100_000;
/** An entry without a link is added by the job within a minute. One that is older was inserted by force, or the job is stuck. */
const LINKED_WITHIN_MS = 15 * 60 * 1000;

/**
 * Adds the entries that have no link to the end of the chain, in a job and not with the entry itself: otherwise all
 * changes would wait for each other until the end of their transactions. Run by one node at a time.
 */
export async function linkEntries(pool: Pool): Promise<void> {
  for (;;) {
    const added = await transaction(pool, async (tx) => {
      const last = await lastLink(tx);
      const links: Link[] = [];
      for (const entry of await listUnlinked(tx, (last?.entryId ?? 0) - LATE_ENTRIES, AT_ONCE)) {
        const before = links.at(-1) ?? last;
        links.push({ no: (before?.no ?? 0) + 1, entryId: entry.id, hash: hashOf(before, entry) });
      }
      if (links.length > 0) await addLinks(tx, links);
      return links.length;
    });
    if (added < AT_ONCE) return;
  }
}

/**
 * `altered`: the number of the first entry that was changed, removed or inserted after it was written; null = none. `hasKnown`:
 * whether the hash that was asked for is in the chain before it.
 */
export type ChainCheck = { entries: number; altered: number | null; head: string | null; hasKnown: boolean };

/** Computes the whole chain again. `known`: a hash that was written down earlier. */
export async function checkChain(pool: Pool, now: Date, known: string | null = null): Promise<ChainCheck> {
  let last = null as Link | null;
  let hasKnown = false;
  const found = (altered: number | null) => ({ entries: last?.no ?? 0, altered, head: headOf(last), hasKnown });
  for (;;) {
    const links = await listLinks(pool, last?.no ?? 0, AT_ONCE);
    for (const { no, entryId, hash, entry, ...columns } of links) {
      const isWhole = no === (last?.no ?? 0) + 1 && entry && hash.equals(hashOf(last, columns as HashedEntry));
      if (!isWhole) return found(entryId);
      last = { no, entryId, hash };
      hasKnown ||= hash.toString('hex') === known;
    }
    if (links.length < AT_ONCE) break;
  }
  const unlinked = await listUnlinked(pool, 0, AT_ONCE);
  const inserted = unlinked.find(({ at }) => now.getTime() - at.getTime() > LINKED_WITHIN_MS);
  return found(inserted?.id ?? null);
}

function headOf(last: Link | null): string | null {
  return last?.hash.toString('hex') ?? null;
}

function hashOf(before: Pick<Link, 'hash'> | null, entry: HashedEntry): Buffer {
  const { id, at, actor, action, subject, subjectId, before: was, after, reason, undoes } = entry;
  const text = JSON.stringify([id, at.toISOString(), actor, action, subject, subjectId, was, after, reason, undoes]);
  return createHash('sha256')
    .update(before?.hash ?? '')
    .update(text)
    .digest();
}
