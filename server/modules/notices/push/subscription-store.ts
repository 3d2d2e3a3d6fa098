import { allRows, execute, rows, statement, type Tx, valueOr } from '../../../core/db/db.ts';
import type { PushTarget } from './sender.ts';

/** A reader has at most this many browsers; the oldest subscriptions end. */
const MOST = 10;

const ADD = statement<
  never,
  [readerId: number, endpoint: string, p256dh: string, auth: string, sessionHash: Buffer, now: Date]
>(
  'notices.add-subscription',
  `insert into notices.subscription (reader_id, endpoint, p256dh, auth, session_hash, created_at)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (endpoint) do update set p256dh = excluded.p256dh, auth = excluded.auth,
     session_hash = excluded.session_hash, created_at = excluded.created_at, failures = 0`,
);

const DROP_OTHERS = statement<never, [endpoint: string, readerId: number]>(
  'notices.drop-subscription-of-others',
  'delete from notices.subscription where endpoint = $1 and reader_id <> $2',
);

const DROP_OLDEST = statement<never, [readerId: number]>(
  'notices.drop-oldest-subscriptions',
  `delete from notices.subscription where id = any(array(
     select id from notices.subscription where reader_id = $1 order by created_at desc, id desc offset ${MOST}))`,
);

/** Null as `endpoint` means all. */
export const dropSubscriptions = execute<[readerId: number, endpoint: string | null]>(
  'notices.drop-subscriptions',
  'delete from notices.subscription where reader_id = $1 and ($2::text is null or endpoint = $2)',
);

export const dropSubscriptionsById = execute<[ids: readonly number[]]>(
  'notices.drop-subscriptions-by-id',
  'delete from notices.subscription where id = any($1)',
);

export const listSubscriptions = allRows<{ endpoint: string; createdAt: Date }, [readerId: number]>(
  'notices.subscriptions',
  `select endpoint, created_at as "createdAt" from notices.subscription where reader_id = $1
   order by created_at desc, id desc`,
);

/** The session of the one reader may end with the merge. */
export const moveSubscriptions = execute<[fromReaderId: number, toReaderId: number], Tx>(
  'notices.move-subscriptions',
  'update notices.subscription set reader_id = $2, session_hash = null where reader_id = $1',
);

export const forgetFailures = execute<[id: number]>(
  'notices.forget-push-failures',
  'update notices.subscription set failures = 0 where id = $1 and failures > 0',
);

/** A browser belongs to one reader: pushes that wait for its previous reader are not sent. */
export async function addSubscription(
  tx: Tx,
  readerId: number,
  { endpoint, p256dh, auth }: PushTarget,
  sessionHash: Buffer,
  now: Date,
): Promise<void> {
  await rows(tx, DROP_OTHERS, [endpoint, readerId]);
  await rows(tx, ADD, [readerId, endpoint, p256dh, auth, sessionHash, now]);
  await rows(tx, DROP_OLDEST, [readerId]);
}

/** The number of failures in a row. */
export const countFailure = valueOr<{ failures: number }, [id: number]>(
  'notices.count-push-failure',
  'update notices.subscription set failures = failures + 1 where id = $1 returning failures',
  0,
);
