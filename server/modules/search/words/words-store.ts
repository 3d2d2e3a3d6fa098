import { allRows, allValues, type Db, execute, hasRow, rows, statement } from '../../../core/db/db.ts';

/** A word that readers search for; `score` is higher the more of them, and the more recently. */
export type SearchedWord = { word: string; shown: string; score: number };
/** A word that found nothing. */
type MissedWord = { word: string; shown: string; askers: number; lastDay: string };

/** Each day the weight of a search is multiplied by this. */
const DECAY = 0.7;
/** Older searches do not count. */
const DAYS = 14;
/** A word becomes public only if this many addresses searched for it on one day: it may be a name, or one reader's joke. */
const LEAST_ASKERS = 3;

const POPULAR = statement<SearchedWord, [today: string, ageLimit: number, most: number]>(
  'search.popular-words',
  `select * from (
     select word, (array_agg(shown order by day desc))[1] as shown,
       sum(askers * ${DECAY}::float8 ^ ($1::date - day)) as score
     from search.asked_word where day > $1::date - ${DAYS} and day <= $1::date and from_age <= $2
     group by word having max(askers) >= ${LEAST_ASKERS}) w
   where not exists (select from search.hidden_word h where h.word = w.word)
   order by score desc, word limit $3`,
);

/** The words that found nothing in these last days, and have found nothing since. */
export const listMissed = allRows<MissedWord, [today: string, days: number, most: number]>(
  'search.missed-words',
  `select word, (array_agg(shown order by day desc))[1] as shown, sum(askers) as askers, max(day)::text as "lastDay"
   from search.asked_word where day > $1::date - $2::int and from_age is null
     and not exists (select from search.asked_word later
       where later.word = asked_word.word and later.day >= asked_word.day and later.from_age is not null)
   group by word order by sum(askers) desc, max(day) desc, word limit $3`,
);

export const hideWord = execute<[word: string, now: Date]>(
  'search.hide-word',
  'insert into search.hidden_word (word, hidden_at) values ($1, $2) on conflict do nothing',
);

export const renameHidden = execute<[word: string, to: string]>(
  'search.rename-hidden-word',
  `with gone as (delete from search.hidden_word where word = $1 returning hidden_at)
   insert into search.hidden_word (word, hidden_at) select $2, hidden_at from gone on conflict do nothing`,
);

/** The words of the most readers first. */
export function listPopular(db: Db, query: { today: string; ageLimit: number; most: number }): Promise<SearchedWord[]> {
  return rows(db, POPULAR, [query.today, query.ageLimit, query.most]);
}

export const listHidden = allValues<{ word: string }, []>(
  'search.hidden-words',
  'select word from search.hidden_word order by word',
);

/** Whether it was hidden. */
export const showWord = hasRow<{ word: string }, [word: string]>(
  'search.show-word',
  'delete from search.hidden_word where word = $1 returning word',
);
