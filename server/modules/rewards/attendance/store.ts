import { allRows, allValues, type Db, execute, firstValue, rows, statement, type Tx } from '../../../core/db/db.ts';

/** A day on which a reader has signed; `day` is `YYYY-MM-DD` in Shanghai. */
export type SignedDay = {
  day: string;
  /** The length of the streak that ends with it. */
  streak: number;
  bonus: number;
  tickets: number;
  /** The price of the repair in bonus; `null` if it was signed on the day itself. */
  repairCost: number | null;
};

const DAY_COLUMNS = 'day::text, streak, bonus, tickets, repair_cost as "repairCost"';

const LIST_DAYS = statement<
  SignedDay,
  [readerId: number, from: string, to: string, otherFrom: string, otherTo: string]
>(
  'rewards.list-days',
  `select ${DAY_COLUMNS} from rewards.attendance
   where reader_id = $1 and (day between $2 and $3 or day between $4 and $5) order by day`,
);

/** Every signed day, for the reader's export. */
export const listAllDays = allRows<SignedDay & { at: Date }, [readerId: number]>(
  'rewards.all-days',
  `select ${DAY_COLUMNS}, at from rewards.attendance where reader_id = $1 order by day`,
);

const ADD_DAY = statement<
  never,
  [readerId: number, day: string, streak: number, bonus: number, tickets: number, repairCost: number | null, at: Date]
>(
  'rewards.add-day',
  `insert into rewards.attendance (reader_id, granted_to, day, streak, bonus, tickets, repair_cost, at)
   values ($1, $1, $2, $3, $4, $5, $6, $7)`,
);

/** Days without a gap have the same difference between the day and its streak. */
const JOIN_STREAK = statement<never, [readerId: number, day: string, streak: number]>(
  'rewards.join-streak',
  'update rewards.attendance set streak = streak + $3 where reader_id = $1 and day - streak = $2::date',
);

const TWICE = `exists (select from rewards.attendance o where o.reader_id = $2 and (o.day = a.day
    or (o.repair_cost is not null and a.repair_cost is not null
      and date_trunc('week', o.day) = date_trunc('week', a.day))))`;

const MOVE_DAYS = statement<never, [fromReaderId: number, toReaderId: number]>(
  'rewards.move-days',
  `update rewards.attendance a set reader_id = $2 where reader_id = $1 and not ${TWICE}`,
);

const COUNT_STREAKS = statement<never, [readerId: number]>(
  'rewards.count-streaks',
  `update rewards.attendance a set streak = counted.streak
   from (
     select day, row_number() over (partition by island order by day) as streak
     from (select day, day - row_number() over (order by day)::integer as island
           from rewards.attendance where reader_id = $1) i
   ) counted
   where a.reader_id = $1 and a.day = counted.day and a.streak <> counted.streak`,
);

export const dropDays = execute<[readerId: number], Tx>(
  'rewards.drop-days',
  'delete from rewards.attendance where reader_id = $1',
);

/** From one day to another, including both. */
export type Days = { from: string; to: string };

/** The signed days of two periods. */
export function listDays(db: Db, readerId: number, span: Days, other: Days): Promise<SignedDay[]> {
  return rows(db, LIST_DAYS, [readerId, span.from, span.to, other.from, other.to]);
}

/** The first signed day; `null` if there is none. */
export const firstSignedDay = firstValue<{ first: string | null }, [readerId: number]>(
  'rewards.first-day',
  'select min(day)::text as first from rewards.attendance where reader_id = $1',
);

/** Adds a signed day and joins the following days to its streak. */
export async function addDay(tx: Tx, readerId: number, signed: SignedDay, at: Date): Promise<void> {
  const { day, streak, bonus, tickets, repairCost } = signed;
  await rows(tx, ADD_DAY, [readerId, day, streak, bonus, tickets, repairCost, at]);
  if (repairCost !== null) await rows(tx, JOIN_STREAK, [readerId, day, streak]);
}

/** The days of a reader that can't move to another: signed by both, or a second repair in one week. */
export const signedByBoth = allValues<{ day: string }, [readerId: number, otherReaderId: number], Tx>(
  'rewards.signed-by-both',
  `select day::text from rewards.attendance a where reader_id = $1 and ${TWICE}`,
);

/** Moves the days that can move to another reader and computes the streaks again; deletes the other days. */
export async function moveDays(tx: Tx, fromReaderId: number, toReaderId: number): Promise<void> {
  await rows(tx, MOVE_DAYS, [fromReaderId, toReaderId]);
  await rows(tx, COUNT_STREAKS, [toReaderId]);
  await dropDays(tx, fromReaderId);
}
