import type { Pool } from 'pg';
import type { PayloadOf } from '#contract/call';
import {
  announcementCreate,
  announcementList,
  announcementPreview,
  announcementWithdraw,
} from '#contract/console/announcements';
import { transaction } from '../../core/db/db.ts';
import { type Served, serve } from '../../core/dispatch/dispatch.ts';
import { cursorAfter, readCursor, readPage } from '../../core/refusal/paging.ts';
import { countActive } from '../../modules/account/account.ts';
import type { Editorial } from '../../modules/editorial/editorial.ts';
import {
  announce,
  clearFirst,
  listAnnouncements,
  seenSince,
  stateOfAnnouncement,
  withdrawAnnouncement,
} from '../../modules/notices/notices.ts';
import { actorNames, staffActor } from '../../modules/staff/staff.ts';

/** Announcements of the operator to readers. */
export function announcementCalls(pool: Pool, editorial: Editorial): Served[] {
  return [
    serve(announcementList, async ({ now }, { cursor, size }) => {
      const before = readCursor(cursor, ['number'])?.[0] ?? Number.MAX_SAFE_INTEGER;
      const { rows, last } = await readPage(size, (limit) => listAnnouncements(pool, before, limit));
      const nameOfActor = await actorNames(pool);
      return {
        isOn: (await editorial.parts()).features.notices,
        list: rows.map(({ plannedAt, createdBy, afterReaderId: _place, doneAt, withdrawnAt, ...text }) => ({
          ...text,
          at: plannedAt.toISOString(),
          state: stateOfAnnouncement({ plannedAt, doneAt, withdrawnAt }, now),
          actorName: nameOfActor(createdBy),
        })),
        next: last && cursorAfter([last.id]),
      };
    }),

    serve(announcementPreview, async ({ now }, { seenDays }) => ({
      readers: (await countActive(pool, seenSince({ seenDays, plannedAt: now }), now))?.readers ?? 0,
      isOn: (await editorial.parts()).features.notices,
    })),

    serve(announcementCreate, async ({ caller, now }, { key, ...wanted }) => {
      const text = textOf(wanted, now);
      return { id: await transaction(pool, (tx) => announce(tx, staffActor(caller.personId), key, text, now)) };
    }),

    serve(announcementWithdraw, async ({ caller, now }, { id }, refuse) => {
      const isFound = await transaction(pool, (tx) => withdrawAnnouncement(tx, staffActor(caller.personId), id, now));
      if (!isFound) return refuse('announcementNotFound');
      // The job clears the other inboxes.
      await clearFirst(pool, id, now);
      return {};
    }),
  ];
}

function textOf({ at, ...text }: Omit<PayloadOf<typeof announcementCreate>, 'key'>, now: Date) {
  const plannedAt = at === null ? now : new Date(at);
  return { ...text, plannedAt: plannedAt > now ? plannedAt : now };
}
