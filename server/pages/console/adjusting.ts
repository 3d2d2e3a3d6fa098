import type { Pool } from 'pg';
import * as calls from '#contract/console/adjusting';
import { transaction } from '../../core/db/db.ts';
import { type Served, serve } from '../../core/dispatch/dispatch.ts';
import { refuse } from '../../core/refusal/refusal.ts';
import { findReader, lockReader } from '../../modules/account/account.ts';
import { staffActor } from '../../modules/staff/staff.ts';
import {
  adjustAlone,
  previewAdjustment,
  readBalances,
  TooLittle,
  TooMuchAlone,
  WalletChanged,
} from '../../modules/wallet/wallet.ts';

const DAY_MS = 24 * 3600 * 1000;

/** Corrections of readers' balances by staff. */
export function adjustingCalls(pool: Pool): Served[] {
  return [
    serve(calls.previewAdjustment, async ({ now }, { id, asset, amount }) => {
      if (!(await findReader(pool, id))) return refuse('readerNotFound');
      const plan = await refusing(previewAdjustment(pool, id, { asset, amount }, now));
      const { was, becomes, reverses, owed, gone } = plan;
      return { was, becomes, reverses: reverses !== null, owed, gone };
    }),

    serve(calls.adjustBalance, async ({ caller, now }, { id, asset, amount, days, reason, key, owed, gone }) => {
      const expiresAt = new Date(now.getTime() + days * DAY_MS);
      const actor = staffActor(caller.personId);
      const adjustment = { asset, amount, expiresAt, actor, reason, accepts: { owed, gone } };
      await refusing(
        transaction(pool, async (tx) => {
          if (!(await lockReader(tx, id))) refuse('readerNotFound');
          await adjustAlone(tx, id, key, adjustment, now);
        }),
      );
      return { balances: await readBalances(pool, id, now) };
    }),
  ];
}

/** Answers what could not be done as a refusal. */
async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof TooLittle) refuse('balanceTooLow');
    if (error instanceof WalletChanged) refuse('balanceChanged');
    if (error instanceof TooMuchAlone) refuse('adjustmentTooLarge');
    throw error;
  }
}
