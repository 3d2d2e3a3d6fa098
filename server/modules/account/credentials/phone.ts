import type { Pool } from 'pg';
import type { PayloadOf } from '#contract/call';
import type { bindPhone, loginBySms } from '#contract/calls/account';
import { isTaken, type Tx, transaction } from '../../../core/db/db.ts';
import type { Caller, Ctx, SessionCtx } from '../../../core/dispatch/ctx.ts';
import { refuse } from '../../../core/refusal/refusal.ts';
import type { ReaderLifecycle } from '../reader/lifecycle.ts';
import { isBanned } from '../reader/names.ts';
import {
  addReader,
  findReader,
  findReaderByName,
  lockReader,
  lockReaderByTelephone,
  setTelephone,
} from '../reader/store.ts';
import { isRegistered, newNickname, type Sessions, type SignedIn } from '../session/sessions.ts';
import type { SmsCodes } from '../sms/codes.ts';
import type { SmsNotices } from '../sms/notices.ts';
import type { Confirm } from './confirm.ts';

/** Login and binding by a phone number that was verified by SMS. */
export type Phone = {
  /** An unknown number becomes that of the calling anonymous reader, or of a new account. */
  login(ctx: Ctx, payload: PayloadOf<typeof loginBySms>): Promise<SignedIn>;
  /** Registered readers must confirm their identity. If another phone was bound, it gets a notice and all other devices log out. */
  bind(ctx: SessionCtx, payload: PayloadOf<typeof bindPhone>): Promise<Caller>;
};

export type PhoneParts = {
  pool: Pool;
  codes: SmsCodes;
  notices: SmsNotices;
  confirm: Confirm;
  sessions: Sessions;
  lifecycle: ReaderLifecycle;
};

export function createPhone({ pool, codes, notices, confirm, sessions, lifecycle }: PhoneParts): Phone {
  async function enter(client: Tx, ctx: Ctx, telephone: string): Promise<SignedIn> {
    const known = await lockReaderByTelephone(client, telephone);
    if (known?.erasesAt && known.erasesAt <= ctx.now) await lifecycle.erase(client, known.readerId, ctx.now);
    else if (known && isBanned(known, ctx.now)) refuse('wrongCode', null, '账号已停用');
    else if (known) return sessions.signIn(client, ctx, known);

    const anonymous = await sessions.anonymousInUse(client, ctx);
    if (anonymous) {
      await setTelephone(client, anonymous.readerId, telephone, ctx.now);
      return { ...(await sessions.replaceAll(client, ctx, { ...anonymous, telephone })), restored: false };
    }
    const arrival = { nickname: newNickname(), domain: '', source: null, referrer: null, platform: null };
    const { readerId } = await addReader(client, { ...arrival, telephone, at: ctx.now });
    const reader = await lockReader(client, readerId);
    if (!reader) throw new Error('a reader is gone that was just added');
    return sessions.signIn(client, ctx, reader);
  }

  /** Whether no other reader has the phone. A reader whose account is to be deleted by now is deleted first. */
  async function isFreeFor(tx: Tx, { caller, now }: SessionCtx, telephone: string): Promise<boolean> {
    const owner = await findReaderByName(tx, telephone);
    if (!owner || owner.readerId === caller.readerId) return true;
    if (!owner.erasesAt || owner.erasesAt > now) return false;
    await lifecycle.erase(tx, owner.readerId, now);
    return true;
  }

  return {
    async login(ctx, { telephone, code }) {
      if (!(await codes.use(ctx, null, { telephone, purpose: 'login', code }))) return refuse('wrongCode');
      const attempt = () => transaction(pool, (client) => enter(client, ctx, telephone));
      // The same phone may be bound concurrently: the second try finds its account.
      const caller = await attempt().catch((error) => (isTaken(error) ? attempt() : Promise.reject(error)));
      ctx.setToken(caller.token);
      return caller;
    },

    async bind(ctx, given) {
      const { telephone } = given;
      const before = await findReader(pool, ctx.caller.readerId);
      if (!before) refuse('sessionLost');
      await confirm.newPhone(ctx, before, given);
      const replaced = before.telephone === telephone ? null : before.telephone;
      try {
        const caller = await transaction(pool, async (client) => {
          if (!(await isFreeFor(client, ctx, telephone))) return null;
          const reader = await lockReader(client, ctx.caller.readerId);
          if (!reader) refuse('sessionLost');
          await setTelephone(client, reader.readerId, telephone, ctx.now);
          // If another request has changed the password or phone, this session has ended and `rotate` refuses.
          return sessions.rotate(client, ctx, { ...reader, telephone }, replaced !== null || !isRegistered(reader));
        });
        if (!caller) return refuse('phoneTaken');
        ctx.setToken(caller.token);
        if (replaced !== null) notices.send(ctx, replaced, 'phone-changed');
        return caller;
      } catch (error) {
        if (isTaken(error)) return refuse('phoneTaken');
        throw error;
      }
    },
  };
}
