import type { Pool } from 'pg';
import { type Tx, transaction } from '../../../core/db/db.ts';
import { addEntry } from '../../audit/audit.ts';
import { BATCH, runBatches } from '../jobs/batches.ts';
import { addNotices } from '../store.ts';
import {
  type Announcement,
  type AnnouncementText,
  addAnnouncement,
  clearSome,
  findByKey,
  listDue,
  listToClear,
  lockAnnouncement,
  noteSent,
  setCleared,
  setWithdrawn,
} from './store.ts';

export type AnnouncementPorts = {
  /** Readers with a larger id who were here since a moment, by id. */
  readersSince(tx: Tx, since: Date, page: { afterReaderId: number; size: number }): Promise<{ readerId: number }[]>;
};

const DAY_MS = 24 * 3600 * 1000;
const MOST_CLEARED = 5_000;

/** The moment since when the readers of an announcement must have been here. */
export function seenSince({ seenDays, plannedAt }: Pick<AnnouncementText, 'seenDays' | 'plannedAt'>): Date {
  return new Date(plannedAt.getTime() - seenDays * DAY_MS);
}

export function stateOf(
  { withdrawnAt, doneAt, plannedAt }: Pick<Announcement, 'withdrawnAt' | 'doneAt' | 'plannedAt'>,
  now: Date,
): 'planned' | 'sending' | 'sent' | 'withdrawn' {
  if (withdrawnAt) return 'withdrawn';
  if (doneAt) return 'sent';
  return plannedAt <= now ? 'sending' : 'planned';
}

/** Plans an announcement, once for each key; returns its id. */
export async function announce(tx: Tx, actor: string, key: string, text: AnnouncementText, now: Date): Promise<number> {
  const id = await addAnnouncement(tx, key, text, actor, now);
  if (id === null) return (await findByKey(tx, key))?.id ?? 0;
  const { title, body, link, seenDays, plannedAt } = text;
  const after = { title, body, link, seen_days: seenDays, planned_at: plannedAt.toISOString() };
  const subject = { subject: 'announcement', subjectId: id } as const;
  await addEntry(tx, { actor, action: 'announce', ...subject, before: {}, after, reason: null, undoes: null }, now);
  return id;
}

/** Stops the announcement for readers who have not received it. False if there is no such announcement. */
export async function withdraw(tx: Tx, actor: string, id: number, now: Date): Promise<boolean> {
  // Waits for the batch that is under way.
  const announcement = await lockAnnouncement(tx, id);
  if (!announcement) return false;
  if (announcement.withdrawnAt) return true;
  await setWithdrawn(tx, id, now, actor);
  const change = { before: { withdrawn: false }, after: { withdrawn: true }, reason: null, undoes: null };
  await addEntry(
    tx,
    { actor, action: 'withdraw-announcement', subject: 'announcement', subjectId: id, ...change },
    now,
  );
  return true;
}

/** Adds due announcements to the inboxes. Each batch stores how far it came in the same transaction. */
export async function sendAnnouncements(pool: Pool, ports: AnnouncementPorts, now: Date): Promise<void> {
  for (const { id } of await listDue(pool, now))
    await runBatches(() => transaction(pool, (tx) => sendBatch(tx, ports, id, now)));
}

/** Deletes the notices of withdrawn announcements. */
export async function clearWithdrawn(pool: Pool, now: Date): Promise<void> {
  for (const { id } of await listToClear(pool)) await runBatches(() => clearFirst(pool, id, now));
}

/** Deletes some notices of a withdrawn announcement, few enough for a short statement; returns whether there may be more. */
export async function clearFirst(pool: Pool, id: number, now: Date): Promise<boolean> {
  const isMore = await transaction(pool, (tx) => clearSome(tx, id, MOST_CLEARED));
  if (!isMore) await setCleared(pool, id, now);
  return isMore;
}

/** Returns whether there may be more readers. */
async function sendBatch(tx: Tx, ports: AnnouncementPorts, id: number, now: Date): Promise<boolean> {
  const announcement = await lockAnnouncement(tx, id);
  if (!announcement || announcement.withdrawnAt || announcement.doneAt) return false;
  const { kind, title, body, link, afterReaderId } = announcement;
  const readers = await ports.readersSince(tx, seenSince(announcement), { afterReaderId, size: BATCH });
  const to = readers.map(({ readerId }) => ({ readerId, age: 0 }));
  await addNotices(tx, to, { kind, about: { announcementId: id, title, body, link } }, now);
  const isMore = readers.length === BATCH;
  await noteSent(tx, id, readers.at(-1)?.readerId ?? afterReaderId, readers.length, isMore ? null : now);
  return isMore;
}
