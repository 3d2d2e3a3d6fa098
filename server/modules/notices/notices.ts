/*
 * Notices to readers. A notice is added in the same transaction as the event that it reports.
 */
import type { NoticeCategory } from '#contract/calls/notices';
import { NOTICE_CATEGORIES } from '#contract/calls/notices';
import { transaction } from '../../core/db/db.ts';
import type { Caller } from '../../core/dispatch/ctx.ts';
import { HOUR_MS } from '../../core/jobs/jobs.ts';
import { type Page, readPage } from '../../core/refusal/paging.ts';
import { BadField } from '../../core/refusal/refusal.ts';
import { shanghaiDay } from '../../core/time/shanghai-day.ts';
import { ageLimit } from '../catalog/catalog.ts';
import { type AnnouncementPorts, clearWithdrawn, sendAnnouncements } from './announcements/announcements.ts';
import { announceChapters, type ChapterPorts, skipChapters } from './jobs/chapters.ts';
import { announceExpiring, type ExpiryPorts, skipExpiring } from './jobs/expiring.ts';
import { dropReleases } from './jobs/release-store.ts';
import { announceShortGifts, skipShortGifts } from './jobs/short-gifts.ts';
import { announceReady, skipReady, type WaitPorts } from './jobs/waits.ts';
import { createMails, type MailParts, type MailPorts } from './mail/mails.ts';
import { countMails } from './mail/sending.ts';
import { kindsOf } from './notice.ts';
import { dropDaysBefore } from './push/day-store.ts';
import { countPushes, type PushPorts, sendPushes } from './push/push.ts';
import type { PushSender, PushTarget } from './push/sender.ts';
import { addSubscription, dropSubscriptions, listSubscriptions } from './push/subscription-store.ts';
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

export {
  announce,
  clearFirst,
  seenSince,
  stateOf as stateOfAnnouncement,
  withdraw as withdrawAnnouncement,
} from './announcements/announcements.ts';
export { listAnnouncements } from './announcements/store.ts';
export type { ChapterPorts } from './jobs/chapters.ts';
export type { MailLink } from './mail/mailboxes.ts';
export type { MailResult, MailSender } from './mail/sender.ts';
export { countMails } from './mail/sending.ts';
export { countPushes } from './push/push.ts';
export type { PushResult, PushSender, PushTarget } from './push/sender.ts';
export { addNotices } from './store.ts';

const KEPT_DAYS = 90;

/** The sources of the jobs: the events to announce, and the readers. */
export type AnnouncedPorts = ChapterPorts & WaitPorts & ExpiryPorts & AnnouncementPorts;

export type NoticePorts = AnnouncedPorts & {
  /** Whether the operator has switched the inbox on. */
  isOn(): Promise<boolean>;
  /** The hash of the session that calls. */
  sessionOf(caller: Caller): Buffer;
} & PushPorts &
  MailPorts;

/** `push`: null if pushes can't be sent. */
export type NoticeParts = MailParts & { push: PushSender | null };

/** The categories that the reader has switched off, and those besides them for each channel. */
type Muted = Record<'muted' | 'pushMuted' | 'mailMuted', NoticeCategory[]>;
type MutedChange = { [Name in keyof Muted]?: Muted[Name] | undefined } & Pick<Muted, 'muted'>;

export type Notices = ReturnType<typeof createNotices>;

export function createNotices(parts: NoticeParts, ports: NoticePorts) {
  const { pool, log, push: sender } = parts;
  const mails = createMails(parts, ports);

  async function mutedOf(readerId: number): Promise<Muted> {
    const { muted = [], pushMuted = [], mailMuted = [] } = (await findMuted(pool, readerId)) ?? {};
    const known = (names: readonly string[]) => NOTICE_CATEGORIES.filter((category) => names.includes(category));
    return { muted: known(muted), pushMuted: known(pushMuted), mailMuted: known(mailMuted) };
  }

  let waiting = { pushes: 0, mails: 0 };

  /** Null while pushes are off. */
  const openSender = async () => (sender && (await ports.isOn()) && (await ports.isPushOn()) ? sender : null);

  async function inboxOf(caller: Caller): Promise<Inbox> {
    const { muted } = await mutedOf(caller.readerId);
    const kinds = kindsOf(NOTICE_CATEGORIES.filter((category) => !muted.includes(category)));
    return { readerId: caller.readerId, age: ageLimit(caller), kinds };
  }

  return {
    isOn: ports.isOn,
    mails,
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
    /** Channels that are left out stay as they are. */
    setMuted: (readerId: number, { muted, pushMuted, mailMuted }: MutedChange) =>
      setMuted(pool, readerId, muted, pushMuted ?? null, mailMuted ?? null),

    /** The key for subscriptions, null while pushes are off, and the addresses that the reader has subscribed. */
    async pushState(readerId: number): Promise<{ key: string | null; endpoints: string[] }> {
      const open = await openSender();
      if (!open) return { key: null, endpoints: [] };
      const endpoints = (await listSubscriptions(pool, readerId)).map(({ endpoint }) => endpoint);
      return { key: await open.publicKey(), endpoints };
    },
    /** Does nothing while pushes are off. */
    async subscribe(caller: Caller, target: PushTarget, now: Date): Promise<void> {
      const open = await openSender();
      if (!open) return;
      if (!open.accepts(target.endpoint)) throw new BadField('endpoint');
      await transaction(pool, (tx) => addSubscription(tx, caller.readerId, target, ports.sessionOf(caller), now));
    },
    /** Null as `endpoint` means all. */
    unsubscribe: (readerId: number, endpoint: string | null) => dropSubscriptions(pool, readerId, endpoint),
    async sendPushes(now: Date): Promise<void> {
      const isPushOn = async () => (await openSender()) !== null;
      if (sender) await sendPushes({ pool, log, sender, ports: { ...ports, isPushOn } }, now);
    },

    async countWaiting(now: Date): Promise<void> {
      const [pushes, mails] = [await countPushes(pool, now), await countMails(pool, now)];
      waiting = { pushes: pushes.waiting, mails: mails.waiting };
    },
    /** The numbers that waited at the last count. */
    waitingPushes: () => waiting.pushes,
    waitingMails: () => waiting.mails,

    announceChapters: async (now: Date) =>
      (await ports.isOn()) ? announceChapters(pool, ports, now) : skipChapters(pool, now),
    announceReady: async (now: Date) => ((await ports.isOn()) ? announceReady(pool, ports, now) : skipReady(pool, now)),
    async announceExpiring(now: Date): Promise<void> {
      const isOn = await ports.isOn();
      await (isOn ? announceExpiring(pool, ports, now) : skipExpiring(pool, now));
      await (isOn ? announceShortGifts(pool, ports, now) : skipShortGifts(pool, now));
    },

    async sendAnnouncements(now: Date): Promise<void> {
      if (await ports.isOn()) await sendAnnouncements(pool, ports, now);
      await clearWithdrawn(pool, now);
    },

    async sweep(now: Date): Promise<void> {
      const before = new Date(now.getTime() - KEPT_DAYS * 24 * HOUR_MS);
      await dropOldNotices(pool, before);
      await dropReleases(pool, before);
      await dropDaysBefore(pool, shanghaiDay(now));
      await mails.sweep(now);
    },
  };
}
