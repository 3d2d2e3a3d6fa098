import { createHash } from 'node:crypto';
import { allRows, type Db, execute, row, statement } from '../../../core/db/db.ts';
import type { RawNotification } from '../channel.ts';

/** `result`: the earlier result of the same bytes; `null`: none yet. */
export type StoredNotification = { id: number; result: string | null };

const STORE = statement<
  StoredNotification,
  [channel: string, digest: Buffer, body: Buffer, headers: string, query: string, now: Date]
>(
  'shop.keep-notification',
  `insert into shop.notification as n (channel, digest, body, headers, query, received_at, last_at)
   values ($1, $2, $3, $4::jsonb, $5, $6, $6)
   on conflict (channel, digest) do update set times = n.times + 1, last_at = excluded.last_at,
     headers = case when n.result = 'accepted' then n.headers else excluded.headers end,
     query = case when n.result = 'accepted' then n.query else excluded.query end
   returning id, result`,
);

/** An accepted notification stays accepted. The same bytes with another signature are a forgery or late. */
export const setNotificationResult = execute<[id: number, result: string, about: string | null]>(
  'shop.set-notification-result',
  `update shop.notification set result = $2, about = $3 where id = $1 and result is distinct from 'accepted'`,
);

export type Notification = {
  id: number;
  channel: string;
  /** `null`: not handled yet. */
  result: string | null;
  /** How often it was received. */
  times: number;
  receivedAt: Date;
};

/** The notifications that name one of these numbers, oldest first. */
export const listNotificationsAbout = allRows<Notification, [numbers: readonly string[]]>(
  'shop.notifications-about',
  `select id, channel, result, times, received_at as "receivedAt" from shop.notification
   where about = any($1) order by id limit 50`,
);

/** Deletes old refused notifications, and those above `most`, because anybody can send them. */
export const dropRefused = execute<[before: Date, most: number]>(
  'shop.drop-refused-notifications',
  `delete from shop.notification where result is distinct from 'accepted' and (last_at < $1 or id not in (
     select id from shop.notification where result is distinct from 'accepted' order by id desc limit $2))`,
);

export type UnmatchedNotification = {
  id: number;
  channel: string;
  about: string;
  result: string;
  times: number;
  lastAt: Date;
};

/** True notifications that fit no order or refund, latest first; `before`: the last id of the previous page. */
export const listUnmatched = allRows<UnmatchedNotification, [before: number, size: number]>(
  'shop.unmatched-notifications',
  `select id, channel, about, result, times, last_at as "lastAt" from shop.notification
   where result <> 'accepted' and about is not null and id < $1 order by id desc limit $2`,
);

/** Stores a notification byte for byte, once. */
export async function storeNotification(
  db: Db,
  channel: string,
  raw: RawNotification,
  now: Date,
): Promise<StoredNotification> {
  const digest = createHash('sha256').update(raw.body).digest();
  const { cookie: _cookie, authorization: _authorization, ...headers } = raw.headers;
  const stored = await row(db, STORE, [channel, digest, raw.body, JSON.stringify(headers), raw.query, now]);
  if (!stored) throw new Error('a notification was inserted without an id');
  return stored;
}
