import { FIVE_MINUTES_MS, HOUR_MS, MINUTE_MS } from '../../core/jobs/jobs.ts';
import type { Module } from '../../core/module/module.ts';
import { noticeCalls } from './calls.ts';
import { noticesOwner } from './data-owner.ts';
import type { Notices } from './notices.ts';

const SEND_EVERY_MS = 10_000;

/** The inbox of readers. */
export function noticesModule(notices: Notices): Module {
  return {
    calls: noticeCalls(notices),
    jobs: {
      'announce-chapters': { everyMs: MINUTE_MS, node: 'one', run: notices.announceChapters },
      'announce-ready': { everyMs: MINUTE_MS, node: 'one', run: notices.announceReady },
      'announce-expiring': { everyMs: FIVE_MINUTES_MS, node: 'one', run: notices.announceExpiring },
      'send-announcements': { everyMs: MINUTE_MS, node: 'one', run: notices.sendAnnouncements },
      // Several nodes can send at once, because each locks its messages.
      'send-pushes': { everyMs: SEND_EVERY_MS, node: 'every', run: notices.sendPushes },
      'send-mails': { everyMs: SEND_EVERY_MS, node: 'every', run: notices.mails.send },
      'push-count': { everyMs: MINUTE_MS, node: 'every', run: notices.countWaiting },
      'delete-old-notices': { everyMs: 24 * HOUR_MS, node: 'one', run: notices.sweep },
    },
    metrics: [
      { name: 'manyu_pushes_waiting', help: 'Pushes that wait to be sent.', read: notices.waitingPushes },
      { name: 'manyu_mails_waiting', help: 'Notices that wait to be mailed.', read: notices.waitingMails },
    ],
    dataOwners: [noticesOwner],
  };
}
