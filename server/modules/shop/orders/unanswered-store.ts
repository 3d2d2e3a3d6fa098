import { execute, firstRow, type Tx } from '../../../core/db/db.ts';
import { ORDER_COLUMNS, type Order } from './store.ts';

/**
 * Finds an order of the same request that its channel has not answered. This call continues with it. Sets the key of
 * the latest call: the reader has tried again.
 */
export const takeUnanswered = firstRow<Order, [readerId: number, request: Buffer, key: string, now: Date], Tx>(
  'shop.take-unanswered-order',
  `update shop.topup_order o set key = $3, unanswered_at = null
   where o.id = (select id from shop.topup_order where reader_id = $1 and request = $2 and state = 'created'
     and unanswered_at is not null and expires_at > $4 order by id desc limit 1)
   returning ${ORDER_COLUMNS}`,
);

/**
 * Closes unanswered orders when the reader makes another one, because nobody can pay them. They no longer count in limits. The
 * upkeep closes them at their channels.
 */
export const closeUnanswered = execute<[readerId: number, now: Date], Tx>(
  'shop.close-unanswered-orders',
  `update shop.topup_order set state = 'closed', closed_at = $2, look_at = $2
   where reader_id = $1 and state = 'created' and unanswered_at is not null`,
);

/** Records that the channel has not answered how to pay an order. */
export const noteUnanswered = execute<[id: number, at: Date]>(
  'shop.note-silence',
  'update shop.topup_order set unanswered_at = $2 where id = $1 and next is null',
);
