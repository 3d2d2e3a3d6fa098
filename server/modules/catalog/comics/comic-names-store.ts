import { type Db, rows, statement } from '../../../core/db.ts';
import { titleKey } from './title-key.ts';

const NAMED = statement<{ id: number; titleKey: string; code: string }>(
  'catalog.comics-named',
  `select id, title_key as "titleKey", code from catalog.comic where title_key = any($1) or code = any($2)`,
);

const TITLES = statement<{ id: number; title: string }>(
  'catalog.comic-titles',
  'select id, title from catalog.comic where id = any($1::bigint[])',
);

/** The comics that an operator calls by title or by code; a title goes before another's code. */
export async function comicsNamed(db: Db, names: readonly string[]): Promise<Map<string, number>> {
  const found = await rows(db, NAMED, [names.map(titleKey), names.map((name) => name.toLowerCase())]);
  const byTitle = new Map(found.map((comic) => [comic.titleKey, comic.id]));
  const byCode = new Map(found.map((comic) => [comic.code, comic.id]));
  return new Map(
    names.flatMap((name) => {
      const id = byTitle.get(titleKey(name)) ?? byCode.get(name.toLowerCase());
      return id === undefined ? [] : [[name, id]];
    }),
  );
}

/** The titles of these comics; one that is no more has none. */
export async function titlesOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  return new Map((await rows(db, TITLES, [ids])).map(({ id, title }) => [id, title]));
}
