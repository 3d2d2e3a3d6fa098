import { columnOf } from '#contract/console/column-names';
import { type Db, execute, hasRow, row, rows, statement, type Tx } from '../../../core/db/db.ts';
import { type FieldSource, rowOfFields, sqlOfFields } from '../comics/comic-fields.ts';
import { titleKey } from '../comics/title-key.ts';
import type { ChapterSettings, ComicSettings, SetByHand } from './settings.ts';

const SET_PRICE_RULES = statement<
  { id: number },
  [comicId: number, priceCoins: number | undefined, freeFirst: number | undefined, now: Date]
>(
  'catalog.set-price-rules',
  `update catalog.comic set price_coins = coalesce($2::int, price_coins), free_first = coalesce($3::int, free_first),
       updated_at = $4
     where id = $1 and (price_coins, free_first) is distinct from
       (coalesce($2::int, price_coins), coalesce($3::int, free_first))
     returning id`,
);

/** `facts`: a row of catalog.comic as JSON; a column that is missing keeps its value. */
const SET_FACTS = statement<{ id: number }, [comicId: number, now: Date, facts: string]>(
  'catalog.set-comic-facts',
  `update catalog.comic c set ${sqlOfFields((column) => `${column} = coalesce(n.${column}, c.${column})`)},
       updated_at = $2
     from jsonb_populate_record(null::catalog.comic, $3::jsonb) n
     where c.id = $1 and (${sqlOfFields((column) => `c.${column}`)}) is distinct from
       (${sqlOfFields((column) => `coalesce(n.${column}, c.${column})`)})
     returning c.id`,
);

/** `sources`: by column. Repeating the same settings writes nothing. */
const NOTE_SOURCES = statement<never, [comicId: number, sources: string, hasChanged: boolean]>(
  'catalog.note-field-sources',
  `update catalog.comic c set field_sources = c.field_sources || $2::jsonb
     where c.id = $1 and ($3 or exists (
       select from jsonb_object_keys($2::jsonb) name
       where c.field_sources -> name -> 'from' is distinct from $2::jsonb -> name -> 'from'))`,
);

const RENAME = statement<never, [comicId: number, title: string, titleKey: string, formerKey: string, now: Date]>(
  'catalog.rename-comic',
  `update catalog.comic set title = $2, title_key = $3, updated_at = $5,
       alias = array_remove(array_append(array_remove(alias, title), title), $2),
       former_keys = array_remove(array_append(array_remove(former_keys, $4), $4), $3)
      where id = $1`,
);

/** Keys that no title has. */
const RELEASE_KEYS = statement<{ id: number; key: string }, [comicIds: number[]]>(
  'catalog.release-title-keys',
  `update catalog.comic b set title_key = old.title_key || E'\\n' || old.id
     from catalog.comic old where old.id = b.id and b.id = any($1::int[])
     returning b.id::int, old.title_key as key`,
);

/** Files under this title belong to the comic from now on. */
export const addFormerKey = execute<[comicId: number, key: string], Tx>(
  'catalog.add-former-key',
  `update catalog.comic set former_keys = array_append(former_keys, $2)
      where id = $1 and $2 <> all(former_keys) and title_key <> $2`,
);

const NAMES = statement<{ alias: string[]; formerKeys: string[] }, [comicId: number]>(
  'catalog.comic-alias-and-former-keys',
  'select alias, former_keys as "formerKeys" from catalog.comic where id = $1',
);

export const clearSidecar = execute<[comicId: number], Tx>(
  'catalog.clear-sidecar',
  'update catalog.comic set sidecar_sha256 = null where id = $1',
);

const SET_CHAPTERS = statement<{ id: number }, [comicId: number, settings: string, now: Date]>(
  'catalog.set-chapter-settings',
  `update catalog.chapter as c set title = new.title, own_price_coins = new.price, free_at = new.free_at, updated_at = $3
     from (select c.id, coalesce(given.title, c.title) as title,
             case when given.pricing then given.price else c.own_price_coins end as price,
             case when given.freeing then given.free_at else c.free_at end as free_at
           from jsonb_to_recordset($2::jsonb) as given
                  (no float8, pricing boolean, price integer, title text, freeing boolean, free_at timestamptz)
           join catalog.chapter c on c.comic_id = $1 and c.no = given.no) as new
     where c.id = new.id and (c.title, c.own_price_coins, c.free_at) is distinct from (new.title, new.price, new.free_at)
     returning c.id`,
);

const SET_PUBLICATION = statement<{ id: number }, [comicId: number, nos: readonly number[], at: Date]>(
  'catalog.set-publication',
  `update catalog.chapter set published_at = $3
      where comic_id = $1 and no = any($2::float8[]) and published_at is distinct from $3
        and 'published_at' <> all(set_by_hand)
      returning id`,
);

/** Removes a comic with its chapters and its entries on the shelves of readers. The caller sweeps its pictures. */
export const removeComic = execute<[comicId: number], Tx>(
  'catalog.delete-comic',
  'delete from catalog.comic where id = $1',
);

/** Shows a comic to readers, or hides it from them. */
export const setOnline = execute<[comicId: number, online: boolean, now: Date], Tx>(
  'catalog.set-online',
  'update catalog.comic set online = $2, updated_at = $3 where id = $1 and online <> $2',
);

const SET_BY_HAND = statement<{ comic: string[]; chapters: { no: number; columns: string[] }[] }, [comicId: number]>(
  'catalog.set-by-hand',
  `select set_by_hand as comic, coalesce((
       select jsonb_agg(jsonb_build_object('no', no, 'columns', set_by_hand)) from catalog.chapter c
       where c.comic_id = b.id and c.set_by_hand <> '{}'), '[]') as chapters
     from catalog.comic b where id = $1`,
);

/** The fields of a comic that operators have set by hand; none if the comic does not exist. */
export async function findSetByHand(db: Db, comicId: number | undefined): Promise<SetByHand> {
  const found = comicId === undefined ? null : await row(db, SET_BY_HAND, [comicId]);
  const chapters = new Map((found?.chapters ?? []).map(({ no, columns }) => [no, columns]));
  return { comic: found?.comic ?? [], chapters };
}

/**
 * Stores the settings of a comic, and which of them the command has set; returns which of its price rules and its facts
 * have changed.
 */
export async function updateComicSettings(
  tx: Tx,
  comicId: number,
  settings: ComicSettings,
  command: ComicSettings,
  now: Date,
): Promise<{ prices: boolean; facts: boolean }> {
  const { priceCoins, freeFirst, ...facts } = settings;
  const prices = await rows(tx, SET_PRICE_RULES, [comicId, priceCoins, freeFirst, now]);
  const alias = facts.alias && (await withFormerTitles(tx, comicId, facts.alias));
  const changed = await rows(tx, SET_FACTS, [comicId, now, rowOfFields({ ...facts, ...(alias && { alias }) })]);
  const names = Object.entries(settings).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (names.length > 0) {
    const isOption = (name: string) =>
      Object.entries(command).some(([key, value]) => key === name && value !== undefined);
    const sourceOf = (name: string): FieldSource => ({
      from: isOption(name) ? 'options' : 'series',
      at: now.toISOString(),
    });
    const sources = Object.fromEntries(names.map((name) => [columnOf(name), sourceOf(name)]));
    await row(tx, NOTE_SOURCES, [comicId, JSON.stringify(sources), prices.length + changed.length > 0]);
  }
  return { prices: prices.length > 0, facts: changed.length > 0 };
}

/** Readers find a comic under its earlier titles, with any aliases in its files. */
async function withFormerTitles(tx: Tx, comicId: number, alias: readonly string[]): Promise<string[]> {
  const stored = (await row(tx, NAMES, [comicId])) ?? { alias: [], formerKeys: [] };
  const former = stored.alias.filter((name) => stored.formerKeys.includes(titleKey(name)));
  return [...new Set([...alias, ...former])];
}

/** The old titles become aliases, under which the comics are still found. Two comics may exchange their titles. */
export async function updateTitles(tx: Tx, titles: ReadonlyMap<number, string>, now: Date): Promise<void> {
  for (const { id, key } of await rows(tx, RELEASE_KEYS, [[...titles.keys()]])) {
    const title = titles.get(id) ?? '';
    await row(tx, RENAME, [id, title, titleKey(title), key, now]);
  }
}

/** Stores which sidecar was applied last (sha256 in hex); returns whether it is another one than before. */
export const recordSidecar = hasRow<{ id: number }, [comicId: number, sha256: string], Tx>(
  'catalog.set-sidecar',
  `update catalog.comic set sidecar_sha256 = decode($2, 'hex')
      where id = $1 and sidecar_sha256 is distinct from decode($2, 'hex')
        and not exists (select from catalog.comic m where m.merged_into = $1 and m.sidecar_sha256 = decode($2, 'hex'))
      returning id`,
);

/** Stores the settings of single chapters, but not the resulting prices; returns whether one has changed. */
export async function updateChapterSettings(
  tx: Tx,
  comicId: number,
  settings: ReadonlyMap<number, ChapterSettings>,
  now: Date,
): Promise<boolean> {
  if (settings.size === 0) return false;
  const given = [...settings].map(([no, { priceCoins, title, freeAt }]) => ({
    no,
    pricing: priceCoins !== undefined,
    price: priceCoins,
    title,
    freeing: freeAt !== undefined,
    free_at: freeAt,
  }));
  return (await rows(tx, SET_CHAPTERS, [comicId, JSON.stringify(given), now])).length > 0;
}

/** Stores when these chapters were or will be published; returns whether one has changed. */
export async function updatePublication(tx: Tx, comicId: number, nos: readonly number[], at: Date): Promise<boolean> {
  return (await rows(tx, SET_PUBLICATION, [comicId, nos, at])).length > 0;
}
