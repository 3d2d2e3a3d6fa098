import type { Pool } from 'pg';
import type { ReaderDataOwner } from '../../core/module/reader-data-owner.ts';
import { membershipDataOwner } from './data-owner.ts';
import { createWaiting, type Waiting } from './waiting/waiting.ts';

export { listUses as listWaitUses, type WaitState } from './waiting/store.ts';
export type { Waiting } from './waiting/waiting.ts';

/** What readers may read without buying it. */
export type Membership = { waiting: Waiting; dataOwner: ReaderDataOwner };

export function createMembership(pool: Pool): Membership {
  return { waiting: createWaiting(pool), dataOwner: membershipDataOwner };
}
