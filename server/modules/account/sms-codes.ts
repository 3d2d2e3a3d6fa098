import { createHmac, randomInt } from 'node:crypto';
import pLimit from 'p-limit';
import type { Pool, PoolClient } from 'pg';
import type { Ctx } from '../../core/ctx.ts';
import { transaction } from '../../core/db.ts';
import { addressKey } from '../../core/rate-limit.ts';
import { BadField } from '../../core/refusal.ts';
import { deliver } from './sms-delivery.ts';
import { type MaySend, maySend, RESEND_AFTER_SECONDS } from './sms-limits.ts';
import type { SmsPurpose, SmsSender } from './sms-sender.ts';
import { noteSend, sentLately, tryCode, waitTurnToSend } from './sms-store.ts';

const VALID_MINUTES = 5;
const TRIES = 5;
const TELL_SPENT_MS = 10 * 60_000;

/** What came of a wish for a code. Whether the phone is known plays no part in it. */
export type CodeSent = { resendAfter: number } | { needs: 'proof' } | { retryAfter: number; message?: string };

/** Codes by SMS: sending them within the limits, and trying what a reader typed. */
export type SmsCodes = {
  /** `proven` = the one asking has done a proof of work; asked only where one is needed. */
  send(ctx: Ctx, telephone: string, purpose: SmsPurpose, proven: () => Promise<boolean>): Promise<CodeSent>;
  /** Costs one of the code's tries; a code that fits is used up, whatever becomes of the call. */
  use(telephone: string, purpose: SmsPurpose, code: string, now: Date): Promise<boolean>;
};

export type SmsSettings = { senders: readonly SmsSender[]; dailyBudget: number };

export function createSmsCodes(pool: Pool, secret: Buffer, { senders, dailyBudget }: SmsSettings): SmsCodes {
  const hashOf = (telephone: string, purpose: SmsPurpose, code: string) =>
    createHmac('sha256', secret).update(`${purpose}\n${telephone}\n${code}`).digest();

  // One of this process waits in the database for its turn; the others wait here, and leave the connections to other calls.
  const oneByOne = pLimit(1);

  /** Counts the send in the one place where all processes count, and puts the code there. */
  function reserve(ctx: Ctx, telephone: string, purpose: SmsPurpose, code: string, proven: boolean): Promise<MaySend> {
    const address = addressKey(ctx.from.address);
    const count = async (client: PoolClient): Promise<MaySend> => {
      await waitTurnToSend(client);
      const may = maySend(await sentLately(client, telephone, address, ctx.now), dailyBudget, ctx.now);
      if (may !== 'yes' && !(may === 'proof' && proven)) return may;
      const expiresAt = new Date(ctx.now.getTime() + VALID_MINUTES * 60_000);
      const codeHash = hashOf(telephone, purpose, code);
      await noteSend(client, { telephone, address, purpose, codeHash, tries: TRIES, expiresAt, now: ctx.now });
      return 'yes';
    };
    return oneByOne(() => transaction(pool, count));
  }

  let toldSpentAt: Date | null = null;
  function told(may: Exclude<MaySend, 'yes'>, { now, log }: Ctx): CodeSent {
    if (may === 'proof') return { needs: 'proof' };
    if (may !== 'spent') return may;
    // Whoever spends it on purpose must not fill the log too.
    if (!toldSpentAt || now.getTime() - toldSpentAt.getTime() > TELL_SPENT_MS) {
      toldSpentAt = now;
      log.error('the budget of text messages for today is spent: nobody gets a code');
    }
    return { retryAfter: 3600, message: '今天的短信已经发完，请明天再试' };
  }

  return {
    async send(ctx, telephone, purpose, proven) {
      // A look without the lock turns a flood away before it queues for it.
      const seen = maySend(
        await sentLately(pool, telephone, addressKey(ctx.from.address), ctx.now),
        dailyBudget,
        ctx.now,
      );
      const isProven = seen === 'proof' && (await proven());
      if (seen !== 'yes' && !isProven) return told(seen, ctx);
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const may = await reserve(ctx, telephone, purpose, code, isProven);
      if (may !== 'yes') return told(may, ctx);
      const outcome = await deliver(senders, { telephone, code, purpose, validMinutes: VALID_MINUTES }, ctx.log);
      if (outcome === 'bad-number') throw new BadField('telephone');
      if (outcome === 'throttled') return { retryAfter: RESEND_AFTER_SECONDS };
      if (outcome === 'operator-fault')
        return { retryAfter: RESEND_AFTER_SECONDS, message: '短信暂时无法发送，请稍后再试' };
      return { resendAfter: RESEND_AFTER_SECONDS };
    },

    use: (telephone, purpose, code, now) =>
      tryCode(pool, { telephone, purpose, codeHash: hashOf(telephone, purpose, code), now }),
  };
}
