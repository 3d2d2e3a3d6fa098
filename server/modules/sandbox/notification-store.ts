import { type Db, row, rows, statement, type Tx } from '../../core/db.ts';

export type Waiting = { id: number; body: string; tries: number };

const ADD = statement<{ id: number }, [body: string, tryAt: Date | null]>(
  'sandbox.add-notification',
  'insert into sandbox.notification (body, try_at) values ($1, $2) returning id',
);

const TAKE = statement<Waiting, [now: Date, until: Date, size: number]>(
  'sandbox.take-notifications',
  `update sandbox.notification set try_at = $2, tries = tries + 1
   where id in (select id from sandbox.notification where try_at <= $1 order by try_at limit $3 for update skip locked)
   returning id, body, tries`,
);

const TRY_AT = statement<unknown, [id: number, at: Date | null]>(
  'sandbox.try-notification-at',
  'update sandbox.notification set try_at = $2 where id = $1',
);

/** Keeps what the shop is to be told at a time; null = never. */
export async function addNotification(tx: Tx, body: string, tryAt: Date | null): Promise<void> {
  await row(tx, ADD, [body, tryAt]);
}

/** Takes what is to be told now; other nodes take it again only after `until`. */
export function takeWaiting(db: Db, now: Date, until: Date, size: number): Promise<Waiting[]> {
  return rows(db, TAKE, [now, until, size]);
}

export async function tryAt(db: Db, id: number, at: Date | null): Promise<void> {
  await rows(db, TRY_AT, [id, at]);
}
