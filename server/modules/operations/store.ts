import { allRows, type Db, execute, firstRow, row, statement, type Tx } from '../../core/db/db.ts';
import type { OperatorEvent } from '../../core/log/operator-events.ts';

export type RecordedEvent = OperatorEvent & { at: Date };
type DiskDay = { day: string; usedBytes: number };
type RaisedAlert = { rule: string; occasion: string; text: string };
type SentAlert = { rule: string; text: string; receiver: string; at: Date };
export type RefusedImport = { refused: number; example: string; at: Date };

const ADD_EVENT = statement<never, [what: string, times: number, detail: string, at: Date]>(
  'operations.add-sighting',
  `insert into operations.sighting (what, times, detail, seen_at) values ($1, $2, $3, $4)
   on conflict (what) do update
     set times = sighting.times + excluded.times, detail = excluded.detail, seen_at = excluded.seen_at`,
);
/** The events since a time. */
export const listOperatorEvents = allRows<RecordedEvent, [since: Date]>(
  'operations.sightings',
  'select what, times, detail, seen_at as at from operations.sighting where seen_at >= $1 order by what',
);

const NOTE_DISK = statement<never, [place: string, usedBytes: number, now: Date]>(
  'operations.note-disk',
  `insert into operations.disk_day (place, day, used_bytes)
   values ($1, ($3::timestamptz at time zone 'Asia/Shanghai')::date, $2) on conflict do nothing`,
);
const DROP_DISK_DAYS = statement<never, [now: Date]>(
  'operations.drop-disk-days',
  `delete from operations.disk_day where day < ($1::timestamptz at time zone 'Asia/Shanghai')::date - 90`,
);
/** The used bytes of a disk on each of the last days, the oldest first. */
export const listDiskDays = allRows<DiskDay, [place: string, days: number, now: Date]>(
  'operations.disk-days',
  `select day::text as day, used_bytes as "usedBytes" from operations.disk_day
   where place = $1 and day >= ($3::timestamptz at time zone 'Asia/Shanghai')::date - $2::int order by day`,
);

const NOTE_REFUSED = statement<never, [refused: number, example: string, at: Date]>(
  'operations.note-refused-import',
  `insert into operations.refused_import (refused, example, at) values ($1, $2, $3)
   on conflict (is_only) do update set refused = excluded.refused, example = excluded.example, at = excluded.at`,
);
export const findRefusedImport = firstRow<RefusedImport, []>(
  'operations.refused-import',
  'select refused, example, at from operations.refused_import',
);

/** Held until the transaction ends: a file of settings is changed by one at a time. */
export const lockSettings = execute<[file: string], Tx>(
  'operations.lock-settings',
  `select pg_advisory_xact_lock(hashtextextended('operations.settings ' || $1, 0))`,
);

/** All nodes read the files of settings again. */
export const announceSettings = execute<[]>('operations.announce-settings', `select pg_notify('catalog', 'settings')`);

/** The answers to readers depend on the settings, so all nodes drop their cached answers. */
export const announceShownSettings = execute<[]>(
  'operations.announce-shown-settings',
  `select pg_notify('catalog', 'editorial')`,
);

/** Alerts that were sent to a receiver and have not ended. */
export const listRaised = allRows<RaisedAlert, [receiver: string]>(
  'operations.raised-alerts',
  'select rule, occasion, text from operations.alert where receiver = $1 order by rule',
);
/** The same of all receivers, the latest first. */
export const listAllRaised = allRows<SentAlert, []>(
  'operations.all-raised-alerts',
  'select rule, text, receiver, raised_at as at from operations.alert order by raised_at desc, rule, receiver',
);
const RAISE = statement<never, [receiver: string, rule: string, occasion: string, text: string, at: Date]>(
  'operations.raise-alert',
  `insert into operations.alert (receiver, rule, occasion, text, raised_at) values ($1, $2, $3, $4, $5)
   on conflict (receiver, rule) do update set occasion = excluded.occasion, text = excluded.text, raised_at = excluded.raised_at`,
);
export const noteEnded = execute<[receiver: string, rule: string]>(
  'operations.end-alert',
  'delete from operations.alert where receiver = $1 and rule = $2',
);

const DATABASE_TIME = statement<{ at: Date }, []>('operations.database-time', 'select clock_timestamp() as at');

export async function addOperatorEvent(db: Db, { what, times, detail }: OperatorEvent, at: Date): Promise<void> {
  await row(db, ADD_EVENT, [what, times, detail, at]);
}

/** Records the used bytes of a disk, once a day. */
export async function noteDisk(db: Db, place: string, usedBytes: number, now: Date): Promise<void> {
  await row(db, NOTE_DISK, [place, usedBytes, now]);
  await row(db, DROP_DISK_DAYS, [now]);
}

export async function noteRefusedImport(db: Db, { refused, example, at }: RefusedImport): Promise<void> {
  await row(db, NOTE_REFUSED, [refused, example, at]);
}

export async function noteRaised(
  db: Db,
  receiver: string,
  { rule, occasion, text }: RaisedAlert,
  at: Date,
): Promise<void> {
  await row(db, RAISE, [receiver, rule, occasion, text, at]);
}

/** The current time of the database. */
export async function databaseTime(db: Db): Promise<Date> {
  const found = await row(db, DATABASE_TIME);
  if (!found) throw new Error('the database returned no time');
  return found.at;
}
