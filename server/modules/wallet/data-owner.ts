import type { Tx } from '../../core/db/db.ts';
import { anonymise, exportWallet, listLotsOf, movePurchases, sumMerged } from './data-owner-store.ts';
import { listWalletHistory } from './history/store.ts';
import type { Asset, LedgerAsset } from './ledger/assets.ts';
import { keysOfParts } from './ledger/credit.ts';
import { payDebt } from './ledger/debt.ts';
import { expire, lockWallet, takeWhole } from './ledger/ledger.ts';
import { inOrderOfUse, type Lot, openPurse } from './ledger/lots.ts';
import { findAndLock, lockSeveral, openDebt, openWallet, type Posting, post } from './ledger/store.ts';
import type { WalletPorts } from './ports.ts';

/**
 * The most that an account can ever get from anonymous readers: otherwise a thousand of them could fill one account. Paid coins
 * have no limit.
 */
export const MERGE_LIMITS: Readonly<Record<Asset, number>> = { coin: Number.MAX_SAFE_INTEGER, bonus: 20, ticket: 1 };

/** Merges, erases and exports the wallet of a reader, in transactions of the account module. */
export type WalletDataOwner = {
  name: 'wallet';
  /** Amounts that are withheld or above the limits stay in the old wallet, which is erased with the anonymous reader. */
  mergeReader(tx: Tx, fromReaderId: number, toReaderId: number, now: Date): Promise<void>;
  /** Takes out the balance and removes the reader from the records, which stay. */
  eraseReader(tx: Tx, readerId: number, now: Date): Promise<void>;
  exportReader(tx: Tx, readerId: number): Promise<unknown>;
};

export function createDataOwner({ withheldFromMerge }: WalletPorts): WalletDataOwner {
  return {
    name: 'wallet',

    async mergeReader(tx, fromReaderId, toReaderId, now) {
      if (fromReaderId === toReaderId) return;
      // Before the wallets are locked: all code locks the rows of other modules first.
      const withheld = await withheldFromMerge(tx, fromReaderId, toReaderId);
      const wallets = await lockSeveral(tx, [fromReaderId, toReaderId]);
      const fromId = wallets.get(fromReaderId);
      if (fromId === undefined) return;
      const toId = wallets.get(toReaderId) ?? (await openLocked(tx, toReaderId, now));
      const { lots } = await expire(tx, fromId, now);
      const staying = await listLotsOf(tx, fromId, withheld.flatMap(keysOfParts));
      const merged = await sumMerged(tx, toId);
      const moving = lots.filter(({ id }) => !staying.has(id));
      if (moving.some(({ asset }) => asset === 'debt')) await openDebt(tx, toId);
      const mostOf = (asset: Asset) => MERGE_LIMITS[asset] - (merged.get(asset) ?? 0);
      const moved = await post(
        tx,
        [
          ...(['coin', 'bonus', 'ticket'] as const).flatMap((asset) =>
            moveLots(moving, asset, mostOf(asset), fromId, toId),
          ),
          ...moveLots(moving, 'debt', Number.MAX_SAFE_INTEGER, fromId, toId),
        ],
        now,
      );
      if (moved.size > 0) await payDebt(tx, toId, now);
      await movePurchases(tx, fromId, toId);
    },

    async eraseReader(tx, readerId, now) {
      const wallet = await lockWallet(tx, readerId, now);
      if (!wallet) return;
      const { walletId, lots } = wallet;
      await post(
        tx,
        lots.map((lot) => takeWhole(lot, walletId, 'forfeit')),
        now,
      );
      await anonymise(tx, walletId);
    },

    async exportReader(tx, readerId) {
      const wallet = await exportWallet(tx, readerId);
      if (!wallet) return null;
      const records = await listWalletHistory(tx, readerId);
      return { ...wallet, records: records.map(({ id: _id, ...exported }) => exported) };
    },
  };
}

async function openLocked(tx: Tx, readerId: number, now: Date): Promise<number> {
  await openWallet(tx, readerId, now);
  const opened = await findAndLock(tx, readerId);
  if (!opened) throw new Error('the reader is gone');
  return opened.walletId;
}

/** Moves up to `most` of an asset, lot by lot, so that each lot keeps its expiry. */
function moveLots(lots: readonly Lot[], asset: LedgerAsset, most: number, from: number, to: number): Posting[] {
  const { uses } = openPurse(lots).take(asset, Math.max(0, most));
  const byId = new Map(inOrderOfUse(lots).map((lot) => [lot.id, lot]));
  return uses.map((use) => {
    const { costFen, granted, expiresAt } = byId.get(use.lotId) ?? { costFen: 0, granted: 1, expiresAt: null };
    const lot = { costFen: Math.floor((costFen * use.amount) / granted), expiresAt };
    return { key: `merge:${use.lotId}:${to}`, kind: 'merge', asset, from, to, amount: use.amount, uses: [use], lot };
  });
}
