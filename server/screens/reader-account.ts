import {
  bindPhone,
  bindSendCode,
  endSession,
  loginBySms,
  loginSendSms,
  userChallenge,
  userDelete,
  userLogin,
  userPassword,
  userSendCode,
  userSessions,
} from '#contract/calls/account';
import { userInfo, userLogout, userRegister } from '#contract/calls/session';
import type { Caller, Ctx } from '../core/ctx.ts';
import { type Served, serve } from '../core/dispatch.ts';
import type { Refuse } from '../core/refusal.ts';
import type { Account, CodeRequest } from '../modules/account/account.ts';
import { type Site, viewConfig } from './site.ts';
import type { UserInfoOf } from './user-info.ts';

/** Session start, login, and what guards an account. */
export function readerAccountCalls(account: Account, site: Site, infoOf: UserInfoOf): Served[] {
  const { sessions, credentials, phone, proofs } = account;

  return [
    serve(userRegister, async (ctx, { domain, u, platform }) =>
      infoOf(await sessions.start(ctx, { domain, source: u ?? null, platform }), ctx.now),
    ),
    serve(userInfo, ({ caller, now }) => infoOf(caller, now)),

    serve(userLogin, async (ctx, payload) => {
      const caller = await credentials.login(ctx, payload);
      const { token, restored } = caller;
      return { token, config: await viewConfig(site, ctx.from), user: await infoOf(caller, ctx.now), restored };
    }),

    serve(loginBySms, async (ctx, payload) => {
      const caller = await phone.login(ctx, payload);
      const { token, restored } = caller;
      return { token, user: await infoOf(caller, ctx.now), restored };
    }),

    serve(userPassword, async (ctx, payload) => infoOf(await credentials.setPassword(ctx, payload), ctx.now)),

    serve(bindPhone, async (ctx, payload) => infoOf(await phone.bind(ctx, payload), ctx.now)),

    serve(userDelete, async (ctx, payload) => ({
      erasesAt: (await credentials.giveUp(ctx, payload)).toISOString(),
    })),

    serve(userChallenge, ({ now }, { purpose, effort }) => proofs.challenge(purpose, effort ?? 1, now)),

    serve(userSessions, async ({ caller, now }) => ({ devices: await sessions.list(caller, now) })),

    serve(endSession, async ({ caller, now }, { id }) => {
      await sessions.end(caller, id, now);
      return {};
    }),

    serve(userLogout, async (ctx, { all }) => {
      await sessions.logout(ctx, all ?? false);
      return {};
    }),

    ...codeCalls(account),
  ];
}

type SendRefusals = (typeof loginSendSms | typeof bindSendCode | typeof userSendCode)['refusals'];
type RefuseToSend = Refuse<Pick<SendRefusals, 'codeSentTooOften' | 'proofRequired'>>;

/** The calls that send a code. What they answer says nothing of whether the phone is known. */
function codeCalls({ codes }: Account): Served[] {
  async function send(ctx: Ctx, caller: Caller | null, request: CodeRequest, refuse: RefuseToSend) {
    const sent = await codes.send(ctx, caller, request);
    if ('needsEffort' in sent) return refuse('proofRequired', { effort: sent.needsEffort });
    if ('retryAfter' in sent) return refuse('codeSentTooOften', { retryAfter: sent.retryAfter }, sent.message);
    return sent;
  }

  return [
    serve(loginSendSms, (ctx, payload, refuse) => send(ctx, null, { ...payload, purpose: 'login' }, refuse)),

    serve(bindSendCode, (ctx, payload, refuse) => send(ctx, ctx.caller, { ...payload, purpose: 'bind' }, refuse)),

    serve(userSendCode, (ctx, { purpose, proof }, refuse) => {
      const { telephone } = ctx.caller;
      if (telephone === null) return refuse('loginRequired', null, '请先绑定手机号');
      return send(ctx, ctx.caller, { telephone, purpose, proof }, refuse);
    }),
  ];
}
