import { createHmac, randomInt } from 'node:crypto';
import pLimit from 'p-limit';
import type { Pool } from 'pg';
import { type Tx, transaction } from '../../../core/db/db.ts';
import type { Caller, Ctx, SessionCtx } from '../../../core/dispatch/ctx.ts';
import { BadField } from '../../../core/refusal/refusal.ts';
import type { ProofsOfWork, ProofToSpend } from '../proof/proof-of-work.ts';
import { isTelephoneOfAccount } from '../reader/store.ts';
import type { Devices } from '../session/known-devices.ts';
import { findSession } from '../session/store.ts';
import { hashOfToken } from '../session/token.ts';
import { type CodeKey, countTry, dropCode, putCode, tryCode } from './code-store.ts';
import type { SmsDeliverer } from './delivery.ts';
import { type MaySend, maySend, RESEND_AFTER_SECONDS } from './limits.ts';
import { networksOf } from './networks.ts';
import { lockSending, noteSend, type SendRequest, sentLately } from './send-store.ts';
import type { CodePurpose, SmsMessage, SmsOutcome, SmsSource } from './sender.ts';

const VALID_MINUTES = 5;
const TRIES = 5;
const LOG_AGAIN_MS = 10 * 60_000;
const ONLY_TO_ACCOUNTS = '今天的短信所剩不多，只发给已注册的号码；没有收到的话，请用密码登录或明天再试';

export type CodeRequest = { telephone: string; purpose: CodePurpose; proof?: string | undefined };

/** The result of a request for a code. It does not depend on whether the phone belongs to an account. */
export type CodeSent = { resendAfter: number } | { needsEffort: number } | { retryAfter: number; message?: string };

export type GivenCode = { telephone: string; purpose: CodePurpose; code: string };

/**
 * SMS codes: sends them within the limits and checks those that readers enter. A code can be used only by its requester: the
 * reader of the session (`caller`, or the reader of the token for calls that need no session), otherwise the address.
 */
export type SmsCodes = {
  send(ctx: Ctx, caller: Caller | null, request: CodeRequest): Promise<CodeSent>;
  /** Counts as a try; a correct code is used up even if the call fails later. */
  use(ctx: Ctx, caller: Caller | null, given: GivenCode): Promise<boolean>;
  /** Counts as a try of each code; if all are correct they are used up, otherwise returns an incorrect one. */
  spendAll(ctx: SessionCtx, given: readonly GivenCode[]): Promise<GivenCode | null>;
};

export type SmsSettings = SmsSource & {
  /** Counts the results of messages by sender. */
  countSms?: (sender: string, outcome: SmsOutcome) => void;
};

type CodesParts = {
  pool: Pool;
  secret: Buffer;
  proofs: ProofsOfWork;
  devices: Devices;
  deliverer: SmsDeliverer;
  sms: SmsSource;
};

export function createSmsCodes({ pool, secret, proofs, devices, deliverer, sms }: CodesParts): SmsCodes {
  const hashOf = (...parts: string[]) => createHmac('sha256', secret).update(parts.join('\n')).digest();
  const hashOfCode = ({ telephone, purpose, code }: GivenCode) => hashOf(purpose, telephone, code);

  const limitsOf = (rule: { isOwn: boolean }) => ({ dailyBudget: sms.now().dailyBudget, ...rule });

  // One request of this process waits for the database lock; the others wait here, without occupying connections.
  const oneByOne = pLimit(1);

  async function readerInUse({ from, now }: Ctx): Promise<number | null> {
    const tokenHash = hashOfToken(from.token);
    return (tokenHash && (await findSession(pool, tokenHash, now))?.readerId) ?? null;
  }

  /** The requester; for a reader also the address, because the session may have started after the code was requested. */
  async function requestersOf(ctx: Ctx, caller: Caller | null): Promise<[Buffer, ...Buffer[]]> {
    const byAddress = hashOf('address', networksOf(ctx.from.address).host);
    const readerId = caller ? caller.readerId : await readerInUse(ctx);
    return readerId === null ? [byAddress] : [hashOf('reader', String(readerId)), byAddress];
  }

  /** By the calling session; before a login, by the device, which has logged in to the phone's account before. */
  async function isOwnPhone(
    ctx: Ctx,
    caller: Caller | null,
    telephone: string,
    purpose: CodePurpose,
  ): Promise<boolean> {
    if (caller?.profile.telephone === telephone) return true;
    return purpose === 'login' && (await devices.knownByName(ctx, telephone)) !== null;
  }

  type Reserved = MaySend | { isSent: boolean; isReserved: boolean };

  /** Counts the request in the database, under the lock that all processes share, and stores the code. */
  function reserve(
    wish: SendRequest & CodeKey,
    rule: { isOwn: boolean },
    code: string,
    proof: ProofToSpend | null,
    now: Date,
  ) {
    const count = async (client: Tx): Promise<Reserved> => {
      await lockSending(client);
      const may = maySend(await sentLately(client, wish, now), limitsOf(rule), now);
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
  /** Logged at most every ten minutes, so that an attack on the budget does not fill the log. */
  function logShortage({ now, log }: Ctx, text: string): void {
    if (loggedAt && now.getTime() - loggedAt.getTime() <= LOG_AGAIN_MS) return;
    loggedAt = now;
    log.error({ alarm: 'sms-budget' }, text);
  }

  function refusalOf(may: MaySend, ctx: Ctx): CodeSent {
    if (may === 'spent') {
      logShortage(ctx, 'the budget of text messages for today is spent: nobody gets a code');
      return { retryAfter: 3600, message: '今天的短信已经发完，请明天再试' };
    }
    return 'retryAfter' in may ? may : { needsEffort: may.effort };
  }

  async function deliverNow(ctx: Ctx, message: SmsMessage): Promise<CodeSent> {
    const outcome = await deliverer.deliver(ctx, message);
    if (outcome === 'bad-number') throw new BadField('telephone');
    if (outcome === 'throttled') return { retryAfter: RESEND_AFTER_SECONDS };
    if (outcome === 'operator-fault')
      return { retryAfter: RESEND_AFTER_SECONDS, message: '短信暂时无法发送，请稍后再试' };
    return { resendAfter: RESEND_AFTER_SECONDS };
  }

  return {
    async send(ctx, caller, { telephone, purpose, proof }) {
      const { now } = ctx;
      const [requester] = await requestersOf(ctx, caller);
      const wish = { telephone, purpose, requester, from: networksOf(ctx.from.address) };
      const rule = { isOwn: await isOwnPhone(ctx, caller, telephone, purpose) };
      // A check without the lock refuses floods before they queue for it.
      const estimate = maySend(await sentLately(pool, wish, now), limitsOf(rule), now);
      if (estimate === 'spent' || 'retryAfter' in estimate) return refusalOf(estimate, ctx);
      // Checked even if none is needed now: requests counted before this one may raise the effort.
      const given = await proofs.check('sms', proof, now);
      if (estimate.effort > (given?.effort ?? 0)) return refusalOf(estimate, ctx);
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const reserved = await reserve(wish, rule, code, given, now);
      if (reserved === 'spent' || !('isSent' in reserved)) return refusalOf(reserved, ctx);
      const message = { telephone, code, purpose, validMinutes: VALID_MINUTES };
      if (!reserved.isReserved) return deliverNow(ctx, message);
      // The same answer for all phones, without waiting for the delivery: otherwise it would reveal which phones have accounts.
      logShortage(ctx, 'little is left of the budget of text messages for today: only phones of accounts get codes');
      if (reserved.isSent) void deliverer.deliver(ctx, message);
      return { retryAfter: RESEND_AFTER_SECONDS, message: ONLY_TO_ACCOUNTS };
    },

    async use(ctx, caller, given) {
      const { telephone, purpose } = given;
      for (const requester of await requestersOf(ctx, caller)) {
        const fits = await tryCode(pool, { telephone, purpose, requester }, hashOfCode(given), ctx.now);
        if (fits !== null) return fits;
      }
      return false;
    },

    async spendAll(ctx, given) {
      const [requester] = await requestersOf(ctx, ctx.caller);
      return transaction(pool, async (client) => {
        let wrong: GivenCode | null = null;
        for (const each of given)
          if (!(await countTry(client, { ...each, requester }, hashOfCode(each), ctx.now))) wrong ??= each;
        if (!wrong) for (const each of given) await dropCode(client, { ...each, requester });
        return wrong;
      });
    },
  };
}
