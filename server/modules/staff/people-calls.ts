import type * as v from 'valibot';
import type { ApiKey } from '#contract/console/shapes';
import * as calls from '#contract/console/staff';
import type { StaffCtx } from '../../core/dispatch/ctx.ts';
import { type Served, serve } from '../../core/dispatch/dispatch.ts';
import { refuse } from '../../core/refusal/refusal.ts';
import { staffActor } from './audit-log.ts';
import type { KeyRow } from './key-store.ts';
import type { StaffAction, StaffActor, StaffLink } from './manage-people.ts';
import type { Person, Staff } from './staff.ts';

export function peopleCalls(staff: Staff): Served[] {
  async function manage(ctx: StaffCtx, id: number, action: StaffAction) {
    await staff.manage(actorOf(ctx), id, action, ctx.now);
    const person = (await staff.people(ctx.now)).find((each) => each.id === id);
    return person ? viewPerson(person) : refuse('staffNotFound');
  }

  return [
    serve(calls.people, async ({ now }) => ({ list: (await staff.people(now)).map(viewPerson) })),
    serve(calls.invite, async (ctx, person) => viewLink(await staff.invite(actorOf(ctx), person, ctx.now))),
    serve(calls.changeRole, (ctx, { id, role }) => manage(ctx, id, { kind: 'role', role })),
    serve(calls.disable, (ctx, { id, disabled }) => manage(ctx, id, { kind: disabled ? 'disable' : 'enable' })),
    serve(calls.resetPerson, async (ctx, { id }) => viewLink(await staff.reset(actorOf(ctx), id, ctx.now))),
    serve(calls.staffKeys, async ({ now }, { id }) => ({ list: (await staff.keysOf(id, now)).map(viewKey) })),
    serve(calls.endStaffKey, (ctx, { id, keyId }) => manage(ctx, id, { kind: 'end-key', keyId })),
    serve(calls.endSessions, (ctx, { id }) => manage(ctx, id, { kind: 'end-sessions' })),
  ];
}

function actorOf({ caller: { personId } }: StaffCtx): StaffActor {
  return { name: staffActor(personId), personId };
}

function viewPerson({ createdAt, seenAt, ...person }: Person): v.InferOutput<typeof calls.Person> {
  return { ...person, createdAt: createdAt.toISOString(), seenAt: seenAt?.toISOString() ?? null };
}

export function viewKey({ createdAt, endsAt, usedAt, ...key }: KeyRow): v.InferOutput<typeof ApiKey> {
  return {
    ...key,
    createdAt: createdAt.toISOString(),
    endsAt: endsAt.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
  };
}

function viewLink({ token, expiresAt }: StaffLink) {
  return { token, expiresAt: expiresAt.toISOString() };
}
