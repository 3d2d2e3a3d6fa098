import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { BadNotification, type Channel, type NotifyAnswer, type RawNotification } from '../channel.ts';
import { keepNotification, setNotificationResult } from './notification-store.ts';
import type { Refunds } from './refunds.ts';
import type { Settlement } from './settle.ts';

export type Notifications = {
  /** Deals with what a channel sent, and answers as that channel wants it; null where there is no such channel. */
  receive(channelId: string, raw: RawNotification, now: Date): Promise<NotifyAnswer | null>;
};

export type NotificationParts = {
  pool: Pool;
  log: Logger;
  channels: ReadonlyMap<string, Channel>;
  settlement: Settlement;
  refunds: Refunds;
  count(channel: string, result: string): void;
};

/** Anybody can send what is not signed: that must not fill the log. */
const LOG_EVERY_MS = 60_000;

export function createNotifications(parts: NotificationParts): Notifications {
  const { pool, log, channels, settlement, refunds, count } = parts;
  let loggedAt = Number.NEGATIVE_INFINITY;

  function logForgery(channel: string, reason: string, id: number): void {
    const now = performance.now();
    const isFirst = now - loggedAt >= LOG_EVERY_MS;
    if (isFirst) loggedAt = now;
    const isTold = isFirst && reason !== 'probe';
    const told = { channel, reason, notification: id, ...(isTold && { alarm: 'shop' }) };
    log[isTold ? 'warn' : 'debug'](told, 'a notification of a payment is refused: check the keys and the clock');
  }

  /** `accepted`, or why not. */
  async function judge(channel: Channel, raw: RawNotification, id: number, now: Date): Promise<string> {
    try {
      const notice = await channel.parseNotify(raw);
      if (notice.kind === 'other') return 'accepted';
      if (notice.kind === 'refund')
        return (await refunds.learn(notice.refundNo, notice.state, now)) ? 'accepted' : 'unknown-refund';
      const settled = await settlement.settle(channel, notice.payment, now);
      return settled === 'granted' || settled === 'known' || settled === 'surplus' ? 'accepted' : settled;
    } catch (error) {
      if (!(error instanceof BadNotification)) throw error;
      logForgery(channel.id, error.reason, id);
      return error.reason;
    }
  }

  return {
    async receive(channelId, raw, now) {
      const channel = channels.get(channelId);
      if (!channel) return null;
      try {
        const id = await keepNotification(pool, channel.id, raw, now);
        const result = await judge(channel, raw, id, now);
        await setNotificationResult(pool, id, result);
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
