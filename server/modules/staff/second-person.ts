import { PERMISSIONS, type Permission } from '#contract/console/roles';
import type { Db } from '../../core/db/db.ts';
import type { StaffCtx } from '../../core/dispatch/ctx.ts';
import { staffActor } from './audit-log.ts';
import { isEnrolled, listPeople, type PersonRow } from './person-store.ts';

/** A person who is the only one with the permission can approve their own request after this time. */
const ALONE_AFTER_MS = 10 * 60 * 1000;

type Request = { actor: string; createdAt: Date };

/** When the caller can approve requests: those of others at once; null = never, because it is their own and there are others. */
export async function approvals(
  db: Db,
  { caller }: StaffCtx,
  permission: Permission,
): Promise<(request: Request) => Date | null> {
  const may = (await listPeople(db)).filter((person) => hasPermission(person, permission));
  return ({ actor, createdAt }) => {
    if (actor !== staffActor(caller.personId)) return createdAt;
    return may.length === 1 ? new Date(createdAt.getTime() + ALONE_AFTER_MS) : null;
  };
}

/** Whether the actor of a request is still a member of staff with the permission. */
export async function isStillAllowed(db: Db, actor: string, permission: Permission): Promise<boolean> {
  const people = await listPeople(db);
  return people.some((person) => staffActor(person.id) === actor && hasPermission(person, permission));
}

function hasPermission(person: PersonRow, permission: Permission): boolean {
  return person.disabledAt === null && isEnrolled(person) && PERMISSIONS[person.role].includes(permission);
}
