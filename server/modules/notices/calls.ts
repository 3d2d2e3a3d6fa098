import {
  delMail,
  delNotice,
  mailState,
  noticeSettings,
  notices as noticesCall,
  pushState,
  pushSubscribe,
  pushUnsubscribe,
  readNotice,
  setMail,
  setNoticeSettings,
} from '#contract/calls/notices';
import { type Served, serve } from '../../core/dispatch/dispatch.ts';
import { cursorAfter, readCursor } from '../../core/refusal/paging.ts';
import { CATEGORY } from './notice.ts';
import type { Notices } from './notices.ts';
import { wordsOf } from './words.ts';

/** The inbox of a reader. */
export function noticeCalls(notices: Notices): Served[] {
  const idsOf = (selection: { ids: number[] } | { all: true }) => ('ids' in selection ? selection.ids : null);
  return [
    serve(noticesCall, async ({ caller }, { cursor, size }) => {
      if (!(await notices.isOn())) return { list: [], next: null };
      const [at, id] = readCursor(cursor, ['time', 'number']) ?? [];
      const { rows, last } = await notices.list(caller, at && id ? { at, id } : null, size);
      return {
        list: rows.map((row) => ({
          id: row.id,
          category: CATEGORY[row.kind],
          ...wordsOf(row, row.count),
          at: row.at.toISOString(),
          read: row.isRead,
        })),
        next: last && cursorAfter([last.at.toISOString(), last.id]),
      };
    }),

    serve(readNotice, async ({ caller, now }, selection) => {
      await notices.markRead(caller.readerId, idsOf(selection), now);
      return { unread: (await notices.countUnread(caller)) ?? 0 };
    }),

    serve(delNotice, async ({ caller }, selection) => {
      await notices.drop(caller.readerId, idsOf(selection));
      return { unread: (await notices.countUnread(caller)) ?? 0 };
    }),

    serve(noticeSettings, async ({ caller }) => {
      const { mailMuted, ...muted } = await notices.mutedOf(caller.readerId);
      return caller.registered && (await notices.mails.isOn()) ? { ...muted, mailMuted } : muted;
    }),

    serve(setNoticeSettings, async ({ caller }, muted) => {
      await notices.setMuted(caller.readerId, muted);
      return {};
    }),

    serve(pushState, async ({ caller }, { endpoint }) => {
      const { key, endpoints } = await notices.pushState(caller.readerId);
      return { key, here: endpoint !== undefined && endpoints.includes(endpoint), devices: endpoints.length };
    }),

    serve(pushSubscribe, async ({ caller, now }, target) => {
      await notices.subscribe(caller, target, now);
      return {};
    }),

    serve(pushUnsubscribe, async ({ caller }, which) => {
      await notices.unsubscribe(caller.readerId, 'endpoint' in which ? which.endpoint : null);
      return {};
    }),

    serve(mailState, async ({ caller }) => {
      const on = await notices.mails.isOn();
      return { on, mail: on ? await notices.mails.find(caller.readerId) : null };
    }),

    serve(setMail, async ({ caller, now }, { address }) => {
      await notices.mails.set(caller.readerId, address, now);
      return {};
    }),

    serve(delMail, async ({ caller }) => {
      await notices.mails.drop(caller.readerId);
      return {};
    }),
  ];
}
