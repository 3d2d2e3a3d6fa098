import type { Pool } from 'pg';
import { type Db, type Tx, transaction } from '../../../core/db/db.ts';
import type { Asset, Balances } from './assets.ts';
import { inOrderOfUse, isExpired, type Lot, type LotUse, openPurse, sumOf } from './lots.ts';
import {
  findAndLock,
  listReadersWithExpired,
  listUnspent,
  listUnspentOfReader,
  openWallet,
  type Posting,
  post,
} from './store.ts';

declare const locked: unique symbol;

type WalletState = { readonly walletId: number; readonly lots: readonly Lot[] };

/** A wallet that this transaction has locked, with the lots that can be spent. Only this file makes one. */
export type LockedWallet = WalletState & { readonly [locked]: true };

/** A wallet holds less than is to be taken. */
export class TooLittle extends Error {
  readonly asset: Asset;
  constructor(asset: Asset) {
    super(`the wallet holds less ${asset} than is to be taken`);
    this.asset = asset;
  }
}

/** Locks the wallet and takes out its expired lots. `null` if the reader has no wallet. */
export async function lockWallet(tx: Tx, readerId: number, now: Date): Promise<LockedWallet | null> {
  const found = await findAndLock(tx, readerId);
  return found && expireOf(tx, found, now);
}

/** Takes out the expired lots of a wallet, which must be locked. */
export async function expire(tx: Tx, walletId: number, now: Date): Promise<LockedWallet> {
  return expireOf(tx, { walletId, lots: await listUnspent(tx, walletId) }, now);
}

async function expireOf(tx: Tx, { walletId, lots }: WalletState, now: Date): Promise<LockedWallet> {
  const due = lots.filter((lot) => isExpired(lot, now));
  await post(
    tx,
    due.map((lot) => takeWhole(lot, walletId, 'expire')),
    now,
  );
  const state: WalletState = { walletId, lots: inOrderOfUse(lots.filter((lot) => !isExpired(lot, now))) };
  // The only place that may cast to LockedWallet: its callers have locked the row.
  return state as LockedWallet;
}

/** Locks the wallet like `lockWallet`, and opens one if the reader has none. */
export async function lockOrOpenWallet(tx: Tx, readerId: number, now: Date): Promise<LockedWallet> {
  const wallet = await lockWallet(tx, readerId, now);
  if (wallet) return wallet;
  await openWallet(tx, readerId, now);
  const opened = await lockWallet(tx, readerId, now);
  if (!opened) throw new Error('the reader is gone');
  return opened;
}

/** Takes an amount from the lots; throws `TooLittle`. */
export function takeExactly({ lots }: LockedWallet, asset: Asset, amount: number): { amount: number; uses: LotUse[] } {
  const taken = openPurse(lots).take(asset, amount);
  if (taken.amount < amount) throw new TooLittle(asset);
  return taken;
}

/** A transfer of the whole rest of a lot to the system. */
export function takeWhole({ id, asset, remaining }: Lot, walletId: number, kind: 'expire' | 'forfeit'): Posting {
  const uses = [{ lotId: id, amount: remaining }];
  return { key: `${kind}:${id}`, kind, asset, from: walletId, to: 'sys:expired', amount: remaining, uses };
}

/** The amounts that the reader can spend at this moment. */
export async function readBalances(db: Db, readerId: number, now: Date): Promise<Balances> {
  return sumOf((await listUnspentOfReader(db, readerId)).filter((lot) => !isExpired(lot, now)));
}

/** Whether the wallet still holds expired lots. The next transfer of the wallet takes them out. */
export async function hasExpired(db: Db, readerId: number, now: Date): Promise<boolean> {
  return (await listUnspentOfReader(db, readerId)).some((lot) => isExpired(lot, now));
}

/** Takes out the expired lots of all wallets. */
export async function expireDue(pool: Pool, now: Date): Promise<void> {
  const errors: unknown[] = [];
  for (const readerId of await listReadersWithExpired(pool, now))
    await transaction(pool, (tx) => lockWallet(tx, readerId, now)).catch((error) => errors.push(error));
  // A failure with one wallet must not stop the others.
  if (errors.length > 0) throw errors[0];
}
