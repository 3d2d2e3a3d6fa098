import { allRows, execute, firstValue, hasRow, type Tx, valueOr } from '../../../core/db/db.ts';

/** A group as its reader sees it; `chosen`: how many of the asked comics are in it. */
export type GroupRow = { id: number; name: string; count: number; chosen: number };

/** Comics that a reader of this age is not allowed to see are not counted. */
export const listGroups = allRows<GroupRow, [readerId: number, age: number, comicIds: readonly number[]]>(
  'reading.groups',
  `select g.id, g.name, count(e.comic_id) as count, count(e.comic_id) filter (where e.comic_id = any($3)) as chosen
   from reading.comic_group g
   left join (reading.grouped_comic c join reading.entry e on e.reader_id = c.reader_id and e.comic_id = c.comic_id
       and e.age <= $2 and (e.latest_at is not null or e.owned_at is not null))
     on c.reader_id = g.reader_id and c.group_id = g.id
   where g.reader_id = $1 group by g.id, g.name, g.ordinal order by g.ordinal, g.id`,
);

export const listGroupNames = allRows<{ id: number; name: string }, [readerId: number], Tx>(
  'reading.group-names',
  'select id, name from reading.comic_group where reader_id = $1',
);

/** The new group is the last one. Returns its id. */
export const addGroup = firstValue<{ id: number }, [readerId: number, name: string], Tx>(
  'reading.add-group',
  `insert into reading.comic_group (reader_id, name, ordinal)
   select $1, $2, coalesce(max(ordinal), 0) + 1 from reading.comic_group where reader_id = $1
   returning id`,
);

export const renameGroup = execute<[readerId: number, id: number, name: string], Tx>(
  'reading.rename-group',
  'update reading.comic_group set name = $3 where reader_id = $1 and id = $2',
);

/** Whether there was one. */
export const dropGroup = hasRow<{ id: number }, [readerId: number, id: number], Tx>(
  'reading.drop-group',
  'delete from reading.comic_group where reader_id = $1 and id = $2 returning id',
);

/** The groups that are not among the ids come last, in their order. */
export const orderGroups = execute<[readerId: number, ids: readonly number[]], Tx>(
  'reading.order-groups',
  `update reading.comic_group g set ordinal = o.ordinal from (
     select id, row_number() over (order by array_position($2::bigint[], id) nulls last, ordinal, id) as ordinal
     from reading.comic_group where reader_id = $1
   ) o where g.reader_id = $1 and g.id = o.id`,
);

/** How many of these groups the reader has. */
export const countGroups = valueOr<{ count: number }, [readerId: number, ids: readonly number[]], Tx>(
  'reading.count-groups',
  'select count(*) as count from reading.comic_group where reader_id = $1 and id = any($2)',
  0,
);

/** Puts the comics that are in the library into every one of the groups. */
export const putIntoGroups = execute<[readerId: number, groupIds: readonly number[], comicIds: readonly number[]], Tx>(
  'reading.put-into-groups',
  `insert into reading.grouped_comic (reader_id, group_id, comic_id)
   select $1, g.id, e.comic_id from unnest($2::bigint[]) g (id) cross join reading.entry e
   where e.reader_id = $1 and e.comic_id = any($3)
   on conflict do nothing`,
);

export const takeOutOfGroups = execute<
  [readerId: number, groupIds: readonly number[], comicIds: readonly number[]],
  Tx
>(
  'reading.take-out-of-groups',
  'delete from reading.grouped_comic where reader_id = $1 and group_id = any($2) and comic_id = any($3)',
);

/** The groups of a reader that the other has no group with the name of, as many as the other may still have. */
export const copyGroups = execute<[fromReaderId: number, toReaderId: number, most: number], Tx>(
  'reading.copy-groups',
  `insert into reading.comic_group (reader_id, name, ordinal)
   select $2, f.name, (select coalesce(max(ordinal), 0) from reading.comic_group where reader_id = $2)
     + row_number() over (order by f.ordinal, f.id)
   from reading.comic_group f
   where f.reader_id = $1
     and not exists (select from reading.comic_group o where o.reader_id = $2 and o.name = f.name)
   order by f.ordinal, f.id limit greatest(0, $3 - (select count(*) from reading.comic_group where reader_id = $2))`,
);

/** The entries have been copied before. */
export const copyGroupedComics = execute<[fromReaderId: number, toReaderId: number], Tx>(
  'reading.copy-grouped-comics',
  `insert into reading.grouped_comic (reader_id, group_id, comic_id, copied_from)
   select $2, t.id, c.comic_id, c.copied_from from reading.grouped_comic c
   join reading.comic_group f on f.reader_id = c.reader_id and f.id = c.group_id
   join reading.comic_group t on t.reader_id = $2 and t.name = f.name
   where c.reader_id = $1
   on conflict do nothing`,
);

export const exportGroups = allRows<{ id: number; name: string }, [readerId: number]>(
  'reading.export-groups',
  'select id, name from reading.comic_group where reader_id = $1 order by ordinal, id',
);

export const exportGroupedComics = allRows<{ groupId: number; comicId: number }, [readerId: number]>(
  'reading.export-grouped-comics',
  `select group_id as "groupId", comic_id as "comicId" from reading.grouped_comic
   where reader_id = $1 order by group_id, comic_id`,
);
