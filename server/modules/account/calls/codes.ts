import { bindSendCode, loginSendSms, userSendCode } from '#contract/calls/account';
import type { Caller, Ctx } from '../../../core/dispatch/ctx.ts';
import { type Served, serve } from '../../../core/dispatch/dispatch.ts';
import type { Refuse } from '../../../core/refusal/refusal.ts';
import type { Account, CodeRequest } from '../account.ts';

type SendRefusals = (typeof loginSendSms | typeof bindSendCode | typeof userSendCode)['refusals'];
type RefuseToSend = Refuse<Pick<SendRefusals, 'codeSentTooOften' | 'proofRequired'>>;

/** The calls that send a code. Their answers do not reveal whether the phone belongs to an account. */
export function codeCalls({ codes }: Account): Served[] {
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
      const { telephone } = ctx.caller.profile;
      if (telephone === null) return refuse('loginRequired', null, '请先绑定手机号');
      return send(ctx, ctx.caller, { telephone, purpose, proof }, refuse);
    }),
  ];
}
