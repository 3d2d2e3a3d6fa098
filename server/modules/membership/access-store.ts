import { firstRow } from '../../core/db/db.ts';
import { PASS_END } from './passes/store.ts';
import { WAIT_STATE, type WaitStateRow } from './waiting/store.ts';

/** The state of 等就免费 and the end of 月卡 in one statement: both are needed for each answer about a comic. */
export const findAccess = firstRow<
  WaitStateRow & { endsOn: string | null },
  [readerId: number, comicId: number, now: Date]
>('membership.access', `select ${WAIT_STATE}, p."endsOn" from (${PASS_END}) p`);
