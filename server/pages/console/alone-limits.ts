import type { Pool } from 'pg';
import * as calls from '#contract/console/alone-limits';
import { transaction } from '../../core/db/db.ts';
import { type Served, serve } from '../../core/dispatch/dispatch.ts';
import { BadField } from '../../core/refusal/refusal.ts';
import { logStaffEvent, staffActor } from '../../modules/staff/staff.ts';
import { readAloneLimits, setAloneLimits } from '../../modules/wallet/wallet.ts';

/** The amounts that one member of staff can give without a second person. */
export function aloneLimitCalls(pool: Pool): Served[] {
  return [
    serve(calls.aloneLimits, () => readAloneLimits(pool)),

    serve(calls.setAloneLimits, async ({ caller, now }, { once, day }) => {
      if (day < once) throw new BadField('day');
      const { personId } = caller;
      await transaction(pool, async (tx) => {
        const before = await readAloneLimits(tx);
        await setAloneLimits(tx, once, day);
        const event = {
          actor: staffActor(personId),
          action: 'set-alone-limits',
          personId,
          before,
          after: { once, day },
        };
        await logStaffEvent(tx, event, now);
      });
      return {};
    }),
  ];
}
