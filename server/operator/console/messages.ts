import type { Pool } from 'pg';
import type { DataOf } from '#contract/call';
import type { readMessages } from '#contract/console/system';
import { transaction } from '../../core/db/db.ts';
import type { StaffCtx } from '../../core/dispatch/ctx.ts';
import { maskedTelephone, messagesAfter } from '../../modules/account/account.ts';
import { logStaffEvent, staffActor } from '../../modules/staff/staff.ts';

const SHOWN = 20;

/** The latest messages of the outbox, which has the codes of readers. That they were read is logged. */
export function readOutbox(pool: Pool, { caller, now }: StaffCtx): Promise<DataOf<typeof readMessages>> {
  return transaction(pool, async (tx) => {
    const found = (await messagesAfter(tx, 0, SHOWN)).toReversed();
    const after = { messages: found.length };
    const event = { actor: staffActor(caller.personId), action: 'read-messages', personId: caller.personId, after };
    await logStaffEvent(tx, event, now);
    return {
      list: found.map(({ id, telephone, body, at }) => ({
        id,
        telephone: maskedTelephone(telephone),
        body,
        at: at.toISOString(),
      })),
    };
  });
}
