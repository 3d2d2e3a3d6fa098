import type { Tx } from '../../../core/db/db.ts';
import { addEntry } from '../../audit/audit.ts';
import { type Adjustment, adjust } from '../ledger/adjusting.ts';
import { type AdjustmentRequest, endAdjustmentRequest } from './store.ts';

const DAY_MS = 24 * 3600 * 1000;

/** The expiry of assets that are given now for this many days. */
export function expiryOf(days: number, now: Date): Date {
  return new Date(now.getTime() + days * DAY_MS);
}

type Approval = { actor: string; accepts: NonNullable<Adjustment['accepts']> };

/**
 * Makes the adjustment of a request, as its approver has confirmed it. The reader must be locked. False if the request is not
 * open any more.
 */
export async function approveAdjustment(
  tx: Tx,
  { id, readerId, asset, amount, days, actor: requestedBy, reason }: AdjustmentRequest,
  { actor, accepts }: Approval,
  now: Date,
): Promise<boolean> {
  if (!(await endAdjustmentRequest(tx, id, 'approved', actor, now))) return false;
  const adjustment = { asset, amount, expiresAt: expiryOf(days, now), actor, reason, requestedBy, accepts };
  await adjust(tx, readerId, `adjust-request:${id}`, adjustment, now);
  return true;
}

/** Ends a request without an adjustment. False if it is not open any more. */
export async function rejectAdjustment(tx: Tx, request: AdjustmentRequest, actor: string, now: Date): Promise<boolean> {
  if (!(await endAdjustmentRequest(tx, request.id, 'rejected', actor, now))) return false;
  await logAdjustmentRequest(tx, 'adjust-reject', { ...request, actor, reason: null }, now);
  return true;
}

type Logged = Pick<AdjustmentRequest, 'readerId' | 'asset' | 'amount' | 'actor'> & { reason: string | null };

/** Not the columns of balances: the adjustment that another one reverses is found by them. */
const ASKED = { coin: 'asked_coins', bonus: 'asked_bonus', ticket: 'asked_tickets' } as const;

export async function logAdjustmentRequest(
  tx: Tx,
  action: 'adjust-request' | 'adjust-reject',
  { readerId, asset, amount, actor, reason }: Logged,
  now: Date,
): Promise<void> {
  const entry = { actor, action, subject: 'reader', subjectId: readerId, reason, undoes: null } as const;
  await addEntry(tx, { ...entry, before: {}, after: { [ASKED[asset]]: amount } }, now);
}
