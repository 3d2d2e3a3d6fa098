/*
 * Notices to readers. A notice is added in the same transaction as the event that it reports.
 */
import type { Pool } from 'pg';
import type { NoticeCategory } from '#contract/calls/notices';
import { NOTICE_CATEGORIES } from '#contract/calls/notices';
import type { Caller } from '../../core/dispatch/ctx.ts';
import { HOUR_MS } from '../../core/jobs/jobs.ts';
import { type Page, readPage } from '../../core/refusal/paging.ts';
import { ageLimit } from '../catalog/catalog.ts';
import { announceChapters, type ChapterPorts, skipChapters } from './jobs/chapters.ts';
import { announceExpiring, type ExpiryPorts, skipExpiring } from './jobs/expiring.ts';
import { dropReleases } from './jobs/release-store.ts';
import { announceReady, skipReady, type WaitPorts } from './jobs/waits.ts';
import { kindsOf } from './notice.ts';
import {
  countUnread,
  dropNotices,
  dropOldNotices,
  findMuted,
  type Inbox,
  listNotices,
  markRead,
  type NoticeRow,
  setMuted,
} from './store.ts';

export { addNotices } from './store.ts';

const KEPT_DAYS = 90;

/** Where the jobs find what they announce, and to whom. */
export type AnnouncedPorts = ChapterPorts & WaitPorts & ExpiryPorts;

export type NoticePorts = AnnouncedPorts & {
  /** Whether the operator has switched the inbox on. */
  isOn(): Promise<boolean>;
};

export type Notices = ReturnType<typeof createNotices>;

export function createNotices(pool: Pool, ports: NoticePorts) {
  async function mutedOf(readerId: number): Promise<NoticeCategory[]> {
    const muted = (await findMuted(pool, readerId))?.muted ?? [];
    return NOTICE_CATEGORIES.filter((category) => muted.includes(category));
  }

  async function inboxOf(caller: Caller): Promise<Inbox> {
    const muted = await mutedOf(caller.readerId);
    const kinds = kindsOf(NOTICE_CATEGORIES.filter((category) => !muted.includes(category)));
    return { readerId: caller.readerId, age: ageLimit(caller), kinds };
  }

  return {
    isOn: ports.isOn,
    mutedOf,

    /** The newest first. */
    async list(caller: Caller, before: { at: Date; id: number } | null, size: number): Promise<Page<NoticeRow>> {
      const inbox = await inboxOf(caller);
      return readPage(size, (limit) => listNotices(pool, inbox, before, limit));
    },

    /** Null while notices are off. */
    async countUnread(caller: Caller): Promise<number | null> {
      return (await ports.isOn()) ? countUnread(pool, await inboxOf(caller)) : null;
    },

    /** Null as `ids` means all. */
    markRead: (readerId: number, ids: readonly number[] | null, now: Date) => markRead(pool, readerId, ids, now),
    drop: (readerId: number, ids: readonly number[] | null) => dropNotices(pool, readerId, ids),
    setMuted: (readerId: number, muted: readonly NoticeCategory[]) => setMuted(pool, readerId, muted),

    announceChapters: async (now: Date) =>
      (await ports.isOn()) ? announceChapters(pool, ports, now) : skipChapters(pool, now),
    announceReady: async (now: Date) => ((await ports.isOn()) ? announceReady(pool, ports, now) : skipReady(pool, now)),
    announceExpiring: async (now: Date) =>
      (await ports.isOn()) ? announceExpiring(pool, ports, now) : skipExpiring(pool, now),

    async sweep(now: Date): Promise<void> {
      const before = new Date(now.getTime() - KEPT_DAYS * 24 * HOUR_MS);
      await dropOldNotices(pool, before);
      await dropReleases(pool, before);
    },
  };
}
