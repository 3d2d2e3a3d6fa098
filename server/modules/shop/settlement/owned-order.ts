import type { Pool } from 'pg';
import { type Tx, transaction } from '../../../core/db/db.ts';
import { findOrder, lockOrder, type Order } from '../orders/store.ts';
import type { ShopPorts } from '../ports.ts';

/** A reader is merged at most once while an order is being changed. */
const TRIES = 3;

class OwnerChanged extends Error {}

/**
 * Runs `work` in one transaction that has locked the reader of an order and then the order. The wallet can be locked after
 * them. `isHere`: `false` if the reader is erased.
 */
export async function withLockedOrder<T>(
  pool: Pool,
  { lockReader }: Pick<ShopPorts, 'lockReader'>,
  order: Pick<Order, 'id' | 'no' | 'readerId'>,
  work: (tx: Tx, order: Order, isHere: boolean) => Promise<T>,
): Promise<T> {
  for (let left = TRIES - 1; ; left--) {
    const { id, no, readerId } = order;
    try {
      return await transaction(pool, async (tx) => {
        const isHere = readerId !== null && (await lockReader(tx, readerId));
        const locked = await lockOrder(tx, id);
        if (locked.readerId !== readerId) throw new OwnerChanged();
        return work(tx, locked, isHere);
      });
    } catch (error) {
      const moved = error instanceof OwnerChanged && left > 0 ? await findOrder(pool, no) : null;
      if (!moved) throw error;
      order = moved;
    }
  }
}
