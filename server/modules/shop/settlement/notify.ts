import type { Pool } from 'pg';
import type { Logger } from 'pino';
import {
  BadNotification,
  type Channel,
  type ChannelsById,
  type Notice,
  type NotifyAnswer,
  type NotifyingChannel,
  type RawNotification,
  sendsNotifications,
} from '../channel.ts';
import type { Disputes } from './disputes.ts';
import { setNotificationResult, storeNotification } from './notification-store.ts';
import type { Refunds } from './refunds.ts';
import type { Settlement } from './settle.ts';

export type Notifications = {
  /** Handles a notification and returns the answer that the channel expects; `null` for an unknown channel. */
  receive(channelId: string, raw: RawNotification, now: Date): Promise<NotifyAnswer | null>;
};

export type NotificationParts = {
  pool: Pool;
  log: Logger;
  channels: ChannelsById;
  settlement: Settlement;
  refunds: Refunds;
  disputes: Disputes;
  count(channel: string, result: string): void;
};

/** Anybody can send forgeries, so they must not fill the log or the disk. */
const MINUTE_MS = 60_000;
const KEPT_FORGERIES_A_MINUTE = 100;

export function createNotifications(parts: NotificationParts): Notifications {
  const { pool, log, channels, settlement, refunds, disputes, count } = parts;
  const forgeries = createForgeryCount();

  function logForgery(channel: string, { reason }: BadNotification, isFirst: boolean): void {
    const isAlarm = isFirst && reason !== 'probe';
    const fields = { channel, reason, ...(isAlarm && { alarm: 'shop' }) };
    log[isAlarm ? 'warn' : 'debug'](fields, 'a notification of a payment is refused: check the keys and the clock');
  }

  /** The content of a notification, or the reason to refuse it. */
  async function read(channel: NotifyingChannel, raw: RawNotification): Promise<Notice | BadNotification> {
    try {
      return await channel.parseNotify(raw);
    } catch (error) {
      if (error instanceof BadNotification) return error;
      throw error;
    }
  }

  /** `accepted`, or the reason to refuse it. */
  async function act(channel: Channel, notice: Notice, now: Date): Promise<string> {
    if (notice.kind === 'other') return 'accepted';
    if (notice.kind === 'refund') {
      const isKnown = await refunds.learn(notice.refundNo, notice.state, now);
      // It is accepted, otherwise the channel would send it again.
      if (!isKnown)
        log.warn(
          { channel: channel.id, refund: notice.refundNo },
          'a refund was made by hand at the channel: coins stay',
        );
      return 'accepted';
    }
    if (notice.kind === 'dispute') {
      await disputes.learn(channel.id, notice, now);
      return 'accepted';
    }
    const settled = await settlement.settle(channel, notice.payment, now);
    return settled === 'granted' || settled === 'known' || settled === 'surplus' ? 'accepted' : settled;
  }

  async function judge(channel: NotifyingChannel, raw: RawNotification, now: Date): Promise<string> {
    if (forgeries.areMany() && (await read(channel, raw)) instanceof BadNotification) return 'flood';
    const stored = await storeNotification(pool, channel.id, raw, now);
    const notice = await read(channel, raw);
    if (notice instanceof BadNotification) logForgery(channel.id, notice, forgeries.add());
    const result = notice instanceof BadNotification ? notice.reason : await act(channel, notice, now);
    const about = notice instanceof BadNotification ? null : numberIn(notice);
    if (stored.result !== result) await setNotificationResult(pool, stored.id, result, about);
    return result;
  }

  return {
    async receive(channelId, raw, now) {
      const channel = channels.get(channelId);
      if (!channel || !sendsNotifications(channel)) return null;
      try {
        const result = await judge(channel, raw, now);
        count(channel.id, result);
        return channel.answer(result === 'accepted' ? 'accepted' : 'refused');
      } catch (error) {
        count(channel.id, 'failed');
        log.error({ err: error, alarm: 'shop', channel: channel.id }, 'a notification could not be dealt with');
        return channel.answer('later');
      }
    },
  };
}

/** The number that a notification names. */
function numberIn(notice: Notice): string | null {
  if (notice.kind === 'paid') return notice.payment.orderNo;
  if (notice.kind === 'refund') return notice.refundNo;
  return notice.kind === 'dispute' ? notice.transactionId : null;
}

/** Counts the forgeries of a minute; `add` returns whether it is the first. */
function createForgeryCount() {
  let since = Number.NEGATIVE_INFINITY;
  let count = 0;
  const renew = () => {
    if (performance.now() - since < MINUTE_MS) return;
    since = performance.now();
    count = 0;
  };
  return {
    add(): boolean {
      renew();
      count += 1;
      return count === 1;
    },
    areMany(): boolean {
      renew();
      return count >= KEPT_FORGERIES_A_MINUTE;
    },
  };
}
