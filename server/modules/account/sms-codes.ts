import { createHmac, randomInt } from 'node:crypto';
import pLimit from 'p-limit';
import type { Pool } from 'pg';
import type { Caller, Ctx, SessionCtx } from '../../core/ctx.ts';
import { type Tx, transaction } from '../../core/db.ts';
import { BadField } from '../../core/refusal.ts';
import type { ProofsOfWork, ProofToSpend } from './proof-of-work.ts';
import { isTelephoneOfAccount } from './reader-store.ts';
import { findSession } from './session-store.ts';
import { hashOfToken } from './session-token.ts';
import { type CodeKey, countTry, dropCode, putCode, tryCode } from './sms-code-store.ts';
import { deliver } from './sms-delivery.ts';
import { type MaySend, maySend, RESEND_AFTER_SECONDS } from './sms-limits.ts';
import { networksOf } from './sms-networks.ts';
import type { CodePurpose, SmsMessage, SmsSender } from './sms-sender.ts';
import { noteSend, sentLately, type Wish, waitTurnToSend } from './sms-store.ts';

const VALID_MINUTES = 5;
const TRIES = 5;
const LOG_AGAIN_MS = 10 * 60_000;
const ONLY_TO_ACCOUNTS = '今天的短信所剩不多，只发给已注册的号码；没有收到的话，请用密码登录或明天再试';

export type CodeRequest = { telephone: string; purpose: CodePurpose; proof?: string | undefined };

/** What came of a wish for a code. Whether the phone is known plays no part in it. */
export type CodeSent = { resendAfter: number } | { needsEffort: number } | { retryAfter: number; message?: string };

export type GivenCode = { telephone: string; purpose: CodePurpose; code: string };

/**
 * Codes by SMS: sending them within the limits, and trying what a reader typed. A code belongs to who asked for it: the
 * reader of the session that made the call (`caller`, or by the token that came with a call anyone may make), else the
 * address it came from.
 */
export type SmsCodes = {
  send(ctx: Ctx, caller: Caller | null, request: CodeRequest): Promise<CodeSent>;
  /** Costs one of the code's tries; a code that fits is used up, whatever becomes of the call. */
  use(ctx: Ctx, caller: Caller | null, given: GivenCode): Promise<boolean>;
  /** Costs each a try, and uses all of them up where all fit; else gives one that does not. */
  spendAll(ctx: SessionCtx, given: readonly GivenCode[]): Promise<GivenCode | null>;
};

export type SmsSettings = { senders: readonly SmsSender[]; dailyBudget: number };

type CodesParts = { pool: Pool; secret: Buffer; proofs: ProofsOfWork; sms: SmsSettings };

export function createSmsCodes({ pool, secret, proofs, sms }: CodesParts): SmsCodes {
  const { senders, dailyBudget } = sms;
  const hashOf = (...parts: string[]) => createHmac('sha256', secret).update(parts.join('\n')).digest();
  const hashOfCode = ({ telephone, purpose, code }: GivenCode) => hashOf(purpose, telephone, code);

  // One of this process waits in the database for its turn; the others wait here, and leave the connections to other calls.
  const oneByOne = pLimit(1);

  async function readerInUse({ from, now }: Ctx): Promise<number | null> {
    const tokenHash = hashOfToken(from.token);
    return (tokenHash && (await findSession(pool, tokenHash, now))?.readerId) ?? null;
  }

  /** Who asks; behind a reader the address too, for a session may have begun after its page asked for a code. */
  async function askersOf(ctx: Ctx, caller: Caller | null): Promise<[Buffer, ...Buffer[]]> {
    const byAddress = hashOf('address', networksOf(ctx.from.address).host);
    const readerId = caller ? caller.readerId : await readerInUse(ctx);
    return readerId === null ? [byAddress] : [hashOf('reader', String(readerId)), byAddress];
  }

  type Reserved = MaySend | { isSent: boolean; isReserved: boolean };

  /** Counts the wish in the one place where all processes count, and puts the code there. */
  function reserve(
    wish: Wish & CodeKey,
    rule: { isOwn: boolean },
    code: string,
    proof: ProofToSpend | null,
    now: Date,
  ) {
    const count = async (client: Tx): Promise<Reserved> => {
      await waitTurnToSend(client);
      const may = maySend(await sentLately(client, wish, now), { dailyBudget, ...rule }, now);
      if (may === 'spent' || 'retryAfter' in may) return may;
      const isWorkedFor =
        may.effort === 0 || (proof !== null && proof.effort >= may.effort && (await proof.spend(client)));
      if (!isWorkedFor) return may;
      const { isReserved, left } = may;
      const isSent = !isReserved || ((await isTelephoneOfAccount(client, wish.telephone)) && left > 0);
      await noteSend(client, wish, isSent, now);
      const expiresAt = new Date(now.getTime() + VALID_MINUTES * 60_000);
      await putCode(client, wish, { hash: hashOfCode({ ...wish, code }), tries: TRIES, expiresAt, now });
      return { isSent, isReserved };
    };
    return oneByOne(() => transaction(pool, count));
  }

  let loggedAt: Date | null = null;
  /** Whoever spends the budget on purpose must not fill the log too. */
  function logShortage({ now, log }: Ctx, text: string): void {
    if (loggedAt && now.getTime() - loggedAt.getTime() <= LOG_AGAIN_MS) return;
    loggedAt = now;
    log.error(text);
  }

  function refusalOf(may: MaySend, ctx: Ctx): CodeSent {
    if (may === 'spent') {
      logShortage(ctx, 'the budget of text messages for today is spent: nobody gets a code');
      return { retryAfter: 3600, message: '今天的短信已经发完，请明天再试' };
    }
    return 'retryAfter' in may ? may : { needsEffort: may.effort };
  }

  async function deliverNow(ctx: Ctx, message: SmsMessage): Promise<CodeSent> {
    const outcome = await deliver(senders, message, ctx.log);
    if (outcome === 'bad-number') throw new BadField('telephone');
    if (outcome === 'throttled') return { retryAfter: RESEND_AFTER_SECONDS };
    if (outcome === 'operator-fault')
      return { retryAfter: RESEND_AFTER_SECONDS, message: '短信暂时无法发送，请稍后再试' };
    return { resendAfter: RESEND_AFTER_SECONDS };
  }

  return {
    async send(ctx, caller, { telephone, purpose, proof }) {
      const { now } = ctx;
      const [asker] = await askersOf(ctx, caller);
      const wish = { telephone, purpose, asker, from: networksOf(ctx.from.address) };
      const rule = { isOwn: caller?.telephone === telephone };
      // A look without the lock turns a flood away before it queues for it.
      const look = maySend(await sentLately(pool, wish, now), { dailyBudget, ...rule }, now);
      if (look === 'spent' || 'retryAfter' in look) return refusalOf(look, ctx);
      // Also where none is needed yet: others may be counted before this one has its turn.
      const given = await proofs.check('sms', proof, now);
      if (look.effort > (given?.effort ?? 0)) return refusalOf(look, ctx);
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const reserved = await reserve(wish, rule, code, given, now);
      if (reserved === 'spent' || !('isSent' in reserved)) return refusalOf(reserved, ctx);
      const message = { telephone, code, purpose, validMinutes: VALID_MINUTES };
      if (!reserved.isReserved) return deliverNow(ctx, message);
      // One answer for all, at once and whatever becomes of the message, or it would tell which phones are known.
      logShortage(ctx, 'little is left of the budget of text messages for today: only phones of accounts get codes');
      if (reserved.isSent) void deliver(senders, message, ctx.log);
      return { retryAfter: RESEND_AFTER_SECONDS, message: ONLY_TO_ACCOUNTS };
    },

    async use(ctx, caller, given) {
      const { telephone, purpose } = given;
      for (const asker of await askersOf(ctx, caller)) {
        const fits = await tryCode(pool, { telephone, purpose, asker }, hashOfCode(given), ctx.now);
        if (fits !== null) return fits;
      }
      return false;
    },

    async spendAll(ctx, given) {
      const [asker] = await askersOf(ctx, ctx.caller);
      return transaction(pool, async (client) => {
        let wrong: GivenCode | null = null;
        for (const each of given)
          if (!(await countTry(client, { ...each, asker }, hashOfCode(each), ctx.now))) wrong ??= each;
        if (!wrong) for (const each of given) await dropCode(client, { ...each, asker });
        return wrong;
      });
    },
  };
}
