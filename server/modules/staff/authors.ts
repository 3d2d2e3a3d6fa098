import type { Tx } from '../../core/db/db.ts';
import type { StaffCtx } from '../../core/dispatch/ctx.ts';
import { refuse } from '../../core/refusal/refusal.ts';
import { logStaffEvent, staffActor } from './audit-log.ts';
import { grantComic, revokeComic } from './author-store.ts';
import { lockPerson } from './person-store.ts';

/** Gives a comic to an author, or takes it back. It holds from their next call on. */
export async function setAuthor(
  tx: Tx,
  { caller, now }: StaffCtx,
  { personId, comicId, granted }: { personId: number; comicId: number; granted: boolean },
): Promise<void> {
  const author = await lockPerson(tx, personId);
  if (author?.role !== 'author' || author.disabledAt !== null) refuse('staffNotFound');
  const changed = granted ? await grantComic(tx, personId, comicId, now) : await revokeComic(tx, personId, comicId);
  if (!changed) return;
  const action = granted ? 'grant-comic' : 'revoke-comic';
  await logStaffEvent(tx, { actor: staffActor(caller.personId), action, personId, after: { comic: comicId } }, now);
}
