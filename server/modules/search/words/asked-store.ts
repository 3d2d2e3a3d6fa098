import { type Db, execute, row, statement } from '../../../core/db/db.ts';

/** A search for a word; `fromAge`: the lowest age rating of its results, null without results. */
export type SearchedWord = { asker: Buffer; network: Buffer; word: string; shown: string; fromAge: number | null };

const ADD_SALT = statement<never, [day: string, salt: Buffer]>(
  'search.add-salt',
  'insert into search.day_salt (day, salt) values ($1, $2) on conflict do nothing',
);

const SALT = statement<{ salt: Buffer }, [day: string]>(
  'search.salt',
  'select salt from search.day_salt where day = $1',
);

/** Counts each asker once for a word. Limits the words of an asker, and the askers of a network for a word and in total. */
const WRITE = statement<
  never,
  [day: string, asked: string, mostOfOne: number, askersOfNetwork: number, mostOfNetwork: number]
>(
  'search.write-asked',
  `with given as (
     select decode(asker, 'hex') as asker, decode(network, 'hex') as network, word, shown, "fromAge" as from_age
     from jsonb_to_recordset($2) t (asker text, network text, word text, shown text, "fromAge" smallint)
   ), of_asker as (
     select g.*, row_number() over (partition by g.asker order by g.word)
       + (select count(*) from search.asked a where a.day = $1::date and a.asker = g.asker) as place
     from given g where not exists (
       select from search.asked a where a.day = $1::date and a.asker = g.asker and a.word = g.word)
   ), of_word as (
     select g.*, row_number() over (partition by g.network, g.word order by g.asker) + (
         select count(*) from search.asked a where a.day = $1::date and a.network = g.network and a.word = g.word
       ) as place_of_word
     from of_asker g where place <= $3
   ), of_network as (
     select g.*, row_number() over (partition by g.network order by g.word, g.asker)
       + (select count(*) from search.asked a where a.day = $1::date and a.network = g.network) as place_of_network
     from of_word g where place_of_word <= $4
   ), added as (
     insert into search.asked (day, asker, network, word)
     select $1::date, asker, network, word from of_network where place_of_network <= $5
     on conflict do nothing returning asker, word
   )
   insert into search.asked_word as kept (day, word, shown, askers, from_age)
   select $1::date, word, max(g.shown), count(*), min(g.from_age) from added join given g using (asker, word) group by word
   order by word
   on conflict (day, word) do update set askers = kept.askers + excluded.askers, shown = excluded.shown,
     from_age = excluded.from_age`,
);

/** Deletes the askers of earlier days, old words, and words that are not among the most frequent of their day. */
export const dropOldAsked = execute<[today: string, keptDays: number, most: number]>(
  'search.drop-old-asked',
  `with askers as (delete from search.asked where day < $1::date),
     salts as (delete from search.day_salt where day < $1::date),
     surplus as (
       select day, word from (
         select day, word, row_number() over (partition by day, from_age is null order by askers desc, word) as place
         from search.asked_word) w where place > $3)
   delete from search.asked_word w where day < $1::date - $2::int
     or exists (select from surplus s where s.day = w.day and s.word = w.word)`,
);

/** The salt of a day, the same on every node. */
export async function saltOf(db: Db, day: string, proposed: Buffer): Promise<Buffer> {
  await row(db, ADD_SALT, [day, proposed]);
  const found = await row(db, SALT, [day]);
  if (!found) throw new Error('the salt of the day was deleted');
  return found.salt;
}

export type MostAsked = { ofAddress: number; ofNetworkAndWord: number; ofNetwork: number };

export async function writeAsked(db: Db, day: string, asked: readonly SearchedWord[], most: MostAsked): Promise<void> {
  const given = asked.map(({ asker, network, ...rest }) => ({
    ...rest,
    asker: asker.toString('hex'),
    network: network.toString('hex'),
  }));
  await row(db, WRITE, [day, JSON.stringify(given), most.ofAddress, most.ofNetworkAndWord, most.ofNetwork]);
}
