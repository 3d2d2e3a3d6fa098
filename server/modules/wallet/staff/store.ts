import { execute, firstRow, type Tx, valueOr } from '../../../core/db/db.ts';

/** What one member of staff gives happens one after the other, so that each sees the day's sum. Taken before the wallet. */
export const lockAdjuster = execute<[actor: string], Tx>(
  'wallet.lock-adjuster',
  `select pg_advisory_xact_lock(hashtextextended('wallet.adjust ' || $1, 0))`,
);

/** The hash of the request with this key, which this wallet has had before. */
export const findAdjusted = firstRow<{ request: Buffer }, [walletId: number, key: string], Tx>(
  'wallet.find-adjusted',
  'select request from wallet.idempotency where wallet_id = $1 and key = $2',
);

export const keepAdjusted = execute<[walletId: number, key: string, request: Buffer, at: Date], Tx>(
  'wallet.keep-adjusted',
  `insert into wallet.idempotency (wallet_id, key, request, answer, at) values ($1, $2, $3, '{}', $4)`,
);

/** The sum that someone has given and taken alone since a moment, in coins. */
export const sumAdjusted = valueOr<{ sum: number }, [actor: string, since: Date, ticketWorth: number], Tx>(
  'wallet.sum-adjusted',
  `select coalesce(sum(case when asset = 'ticket' then amount * $3 else amount end), 0)::bigint as sum
   from wallet.transfer where kind = 'adjust' and actor = $1 and at >= $2 and idem_key not like 'adjust-request:%'`,
  0,
);
