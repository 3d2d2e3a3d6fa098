import type { Pool } from 'pg';
import { transaction } from '../../../core/db/db.ts';
import type { Ctx } from '../../../core/dispatch/ctx.ts';
import { maskedTelephone } from '../reader/names.ts';
import type { SmsDeliverer } from './delivery.ts';
import { maySendNotice } from './limits.ts';
import { lockSending, noteSend, sentLately } from './send-store.ts';
import type { NoticePurpose, SmsSource } from './sender.ts';

/** Messages about a change to an account, sent without a request. */
export type SmsNotices = {
  /** Sends in the background; a failure does not affect the call. */
  send(ctx: Ctx, telephone: string, purpose: NoticePurpose): void;
};

export function createSmsNotices(pool: Pool, deliverer: SmsDeliverer, sms: SmsSource): SmsNotices {
  /** Counts towards the limits of the phone and the day's budget, but not of a requester. */
  function reserve(telephone: string, now: Date): Promise<boolean> {
    const wish = { telephone, requester: null, from: null };
    return transaction(pool, async (client) => {
      await lockSending(client);
      const may = maySendNotice(await sentLately(client, wish, now), sms.now().dailyBudget, now);
      if (may) await noteSend(client, wish, true, now);
      return may;
    });
  }

  async function sendNow(ctx: Ctx, telephone: string, purpose: NoticePurpose): Promise<void> {
    if (await reserve(telephone, ctx.now)) await deliverer.deliver(ctx, { telephone, purpose });
    else ctx.log.warn({ to: maskedTelephone(telephone), purpose }, 'a notice was not sent: too many text messages');
  }

  return {
    send(ctx, telephone, purpose) {
      sendNow(ctx, telephone, purpose).catch((error) => ctx.log.warn({ err: error, purpose }, 'a notice was not sent'));
    },
  };
}
