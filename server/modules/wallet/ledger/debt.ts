import type { Tx } from '../../../core/db/db.ts';
import { openPurse } from './lots.ts';
import { listUnspent, type Posting, postMore } from './store.ts';

/**
 * Pays the debt of a wallet with its coins, as part of the event that was posted last: a wallet never holds coins and a debt.
 * The wallet must be locked.
 */
export async function payDebt(tx: Tx, walletId: number, now: Date): Promise<void> {
  const purse = openPurse(await listUnspent(tx, walletId));
  const most = Math.min(purse.left('debt'), purse.left('coin'));
  if (most === 0) return;
  const [coin, debt] = [purse.take('coin', most), purse.take('debt', most)];
  // One of the two is used up by this, so no other repayment starts with the same two lots.
  const key = `repay:${debt.uses[0]?.lotId}:${coin.uses[0]?.lotId}`;
  const common = { kind: 'repay', from: walletId, to: 'sys:refunded' } as const;
  const postings: Posting[] = [
    { ...common, key: `${key}:coin`, asset: 'coin', ...coin },
    { ...common, key: `${key}:debt`, asset: 'debt', ...debt },
  ];
  await postMore(tx, postings, now);
}
