import { rows, statement, type Tx } from '../../../core/db/db.ts';

type Pair = [fromId: number, intoId: number];

/** The comic that stays is in the groups of the other. */
const COPY = statement<never, Pair>(
  'reading.copy-to-groups',
  `insert into reading.grouped_comic (reader_id, group_id, comic_id, copied_from)
   select c.reader_id, c.group_id, $2, $1
   from reading.entry f
   join reading.grouped_comic c on c.reader_id = f.reader_id and c.comic_id = f.comic_id
   join reading.entry i on i.reader_id = f.reader_id and i.comic_id = $2
   where f.comic_id = $1
   on conflict do nothing`,
);

/** Readers who have taken the comic out of a group since the merge meant both comics. */
const DROP_TAKEN_OUT = statement<never, Pair>(
  'reading.drop-taken-out',
  `delete from reading.grouped_comic c using reading.entry f
   where f.comic_id = $1 and c.reader_id = f.reader_id and c.comic_id = f.comic_id and not exists (
     select from reading.grouped_comic i where i.reader_id = c.reader_id and i.group_id = c.group_id and i.comic_id = $2
   )`,
);

/** Copies a group back to its comic, whose own row may have been deleted with its entry. */
const MOVE_BACK = statement<never, Pair>(
  'reading.move-back-in-groups',
  `with gone as (
     delete from reading.grouped_comic c using reading.entry i
     where i.comic_id = $2 and c.reader_id = i.reader_id and c.comic_id = i.comic_id and c.copied_from = $1
     returning c.reader_id, c.group_id
   )
   insert into reading.grouped_comic (reader_id, group_id, comic_id)
   select g.reader_id, g.group_id, $1
   from gone g join reading.entry f on f.reader_id = g.reader_id and f.comic_id = $1
   on conflict do nothing`,
);

export async function copyToGroups(tx: Tx, pair: Readonly<Pair>): Promise<void> {
  await rows(tx, COPY, [...pair]);
}

export async function moveBackInGroups(tx: Tx, pair: Readonly<Pair>): Promise<void> {
  await rows(tx, DROP_TAKEN_OUT, [...pair]);
  await rows(tx, MOVE_BACK, [...pair]);
}
