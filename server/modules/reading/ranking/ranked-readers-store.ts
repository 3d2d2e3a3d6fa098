import { type Db, execute, row, rows, statement, valueOr } from '../../../core/db/db.ts';

/** A reader of a comic on a day, and the hash of the address or network they came from. */
export type Claim = { day: string; origin: Buffer; comicId: number; readerId: number };

/** The readers who count in the rankings of a comic from one address or network on one day. */
type CountedReaders = Omit<Claim, 'readerId'> & { readers: number[] };

const ADD_KEY = statement<never, [day: string, key: Buffer]>(
  'reading.add-address-key',
  'insert into reading.address_key (day, key) values ($1, $2) on conflict (day) do nothing',
);

const FIND_KEY = statement<{ key: Buffer }, [day: string]>(
  'reading.find-address-key',
  'select key from reading.address_key where day = $1',
);

/** Ordered by key, so that concurrent nodes cannot deadlock; readers who already have a place keep it. */
const CLAIM = statement<
  CountedReaders,
  [days: string[], origins: Buffer[], comicIds: number[], readerIds: number[], most: number]
>(
  'reading.claim-places',
  `insert into reading.address_day as kept (day, address, comic_id, readers)
   select day, address, comic_id, (array_agg(distinct reader_id))[1:$5]
   from unnest($1::date[], $2::bytea[], $3::bigint[], $4::bigint[]) t (day, address, comic_id, reader_id)
   group by day, address, comic_id order by day, address, comic_id
   on conflict (day, address, comic_id) do update set
     readers = (kept.readers || array(select id from unnest(excluded.readers) id where id <> all (kept.readers)))[1:$5]
   returning day::text, address as origin, comic_id as "comicId", to_json(readers) as readers`,
);

/** Without the key the hashed addresses cannot be recovered. */
export const dropKeysBefore = execute<[day: string]>(
  'reading.drop-address-keys',
  'delete from reading.address_key where day < $1',
);

/** The key of a day, the same on every node; stores this one if there is none. */
export async function addressKeyOf(db: Db, day: string, key: Buffer): Promise<Buffer> {
  await rows(db, ADD_KEY, [day, key]);
  const found = await row(db, FIND_KEY, [day]);
  if (!found) throw new Error(`the address key of ${day} could not be kept`);
  return found.key;
}

/** Claims places for readers among the `most` of their address or network; returns who has the places. */
export function claimPlaces(db: Db, claims: readonly Claim[], most: number): Promise<CountedReaders[]> {
  return rows(db, CLAIM, [
    claims.map(({ day }) => day),
    claims.map(({ origin }) => origin),
    claims.map(({ comicId }) => comicId),
    claims.map(({ readerId }) => readerId),
    most,
  ]);
}

/**
 * Deletes up to `most` places of earlier days; returns how many. Selects the rows by `ctid`: a join would read the whole table
 * for each part that is deleted.
 */
export const dropPlacesBefore = valueOr<{ dropped: number }, [day: string, most: number]>(
  'reading.drop-address-days',
  `with old as (
     delete from reading.address_day
     where ctid = any(array(select ctid from reading.address_day where day < $1 limit $2)) returning 1
   ) select count(*) as dropped from old`,
  0,
);
