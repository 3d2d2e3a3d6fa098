import type { Pool } from 'pg';
import type * as v from 'valibot';
import * as oidc from '#contract/console/oidc';
import * as passkeys from '#contract/console/passkeys';
import * as session from '#contract/console/session';
import type { Me } from '#contract/console/shapes';
import type { StaffCaller } from '../../core/dispatch/ctx.ts';
import { type Served, serve } from '../../core/dispatch/dispatch.ts';
import { auditCalls, type ContentNames } from './audit-calls.ts';
import { peopleCalls, viewKey } from './people-calls.ts';
import type { StaffPorts } from './ports.ts';
import type { Staff } from './staff.ts';

export type CallPorts = Pick<StaffPorts, 'siteName'> & { contentNames: ContentNames };

/** The login, the own account, the people, and their log. */
export function staffCalls(pool: Pool, staff: Staff, { siteName, contentNames }: CallPorts): Served[] {
  async function viewMe({ personId, name, role, freshUntil }: StaffCaller): Promise<v.InferOutput<typeof Me>> {
    const [recoveryCodes, site] = [await staff.recoveryCodesOf(personId), await siteName()];
    return { id: personId, name, role, freshUntil: freshUntil.toISOString(), recoveryCodes, site };
  }

  return [
    serve(session.login, async (ctx, payload) => viewMe(await staff.login(ctx, payload))),
    serve(session.openLink, (ctx, { token }) => staff.enrolment.open(ctx, token)),
    serve(session.takeLink, async (ctx, payload) => {
      const { caller, recoveryCodes } = await staff.enrolment.take(ctx, payload);
      return { me: await viewMe(caller), recoveryCodes };
    }),
    serve(session.logout, (ctx) => nothing(staff.own.logout(ctx))),
    serve(session.me, ({ caller }) => viewMe(caller)),
    serve(session.confirmFactor, async (ctx, { code }) => viewMe(await staff.confirm(ctx, code))),
    serve(session.sessions, async (ctx) => ({
      list: (await staff.own.sessions(ctx)).map(({ id, device, address, createdAt, usedAt }) => ({
        id,
        device,
        address,
        createdAt: createdAt.toISOString(),
        usedAt: usedAt.toISOString(),
        current: id === ctx.caller.sessionId,
      })),
    })),
    serve(session.endSession, (ctx, { id }) => nothing(staff.own.endSession(ctx, id))),
    serve(session.changePassword, async (ctx, payload) => {
      await staff.own.changePassword(ctx, payload);
      return viewMe(ctx.caller);
    }),
    serve(session.beginFactor, (ctx) => staff.own.beginFactor(ctx)),
    serve(session.changeFactor, async (ctx, { code }) => {
      await staff.own.changeFactor(ctx, code);
      return viewMe(ctx.caller);
    }),
    serve(session.renewRecoveryCodes, async (ctx) => ({ recoveryCodes: await staff.own.renewRecoveryCodes(ctx) })),
    serve(session.keys, async (ctx) => ({ list: (await staff.own.keys(ctx)).map(viewKey) })),
    serve(session.addKey, async (ctx, payload) => {
      const { key, endsAt } = await staff.own.addKey(ctx, payload);
      return { key, endsAt: endsAt.toISOString() };
    }),
    serve(session.endKey, (ctx, { id }) => nothing(staff.own.endKey(ctx, id))),
    serve(passkeys.beginPasskeyLogin, (ctx) => staff.passkeys.beginLogin(ctx)),
    serve(passkeys.passkeyLogin, async (ctx, { signed }) => viewMe(await staff.passkeys.login(ctx, signed))),
    serve(passkeys.beginPasskeyConfirm, (ctx) => staff.passkeys.beginConfirm(ctx)),
    serve(passkeys.passkeyConfirm, async (ctx, { signed }) => viewMe(await staff.passkeys.confirm(ctx, signed))),
    serve(passkeys.passkeys, async (ctx) => ({
      list: (await staff.passkeys.list(ctx)).map(({ id, name, createdAt, usedAt }) => ({
        id,
        name,
        createdAt: createdAt.toISOString(),
        usedAt: usedAt?.toISOString() ?? null,
      })),
    })),
    serve(passkeys.beginPasskey, (ctx) => staff.passkeys.begin(ctx)),
    serve(passkeys.addPasskey, (ctx, payload) => nothing(staff.passkeys.add(ctx, payload))),
    serve(passkeys.endPasskey, (ctx, { id }) => nothing(staff.passkeys.end(ctx, id))),
    serve(oidc.oidcOffer, () => ({ button: staff.oidc.button })),
    serve(oidc.beginOidc, (ctx) => staff.oidc.begin(ctx)),
    serve(oidc.oidcLogin, async (ctx, payload) => viewMe(await staff.oidc.login(ctx, payload))),
    ...peopleCalls(staff),
    ...auditCalls(pool, contentNames),
  ];
}

async function nothing(work: Promise<void>): Promise<Record<string, never>> {
  await work;
  return {};
}
