import { type Db, execute, firstValue, row, rows, statement } from '../../core/db/db.ts';
import type { GeneralList, Listed, RelatedList } from './lists.ts';

type ListedRow = { comics: number[]; ages: number[]; fresh: number[]; freshAges: number[] };

const LISTED = `to_json(comics) as comics, to_json(ages) as ages, to_json(fresh) as fresh, to_json(fresh_ages) as "freshAges"`;

const RELATED = statement<ListedRow & { comicId: number; scores: number[] }, [comicIds: readonly number[]]>(
  'recommend.related',
  `select comic_id as "comicId", to_json(scores) as scores, ${LISTED} from recommend.related where comic_id = any($1::bigint[])`,
);

const GENERAL = statement<ListedRow, []>('recommend.general', `select ${LISTED} from recommend.general`);

const COLUMNS = 'comic_id, comics, scores, ages, fresh, fresh_ages';

const WRITE_RELATED = statement<never, [lists: string]>(
  'recommend.write-related',
  `insert into recommend.related as kept (${COLUMNS})
   select ${COLUMNS} from jsonb_populate_recordset(null::recommend.related, $1)
   on conflict (comic_id) do update set
     (comics, scores, ages, fresh, fresh_ages)
       = (excluded.comics, excluded.scores, excluded.ages, excluded.fresh, excluded.fresh_ages)
   where (kept.comics, kept.scores, kept.ages, kept.fresh, kept.fresh_ages)
     is distinct from (excluded.comics, excluded.scores, excluded.ages, excluded.fresh, excluded.fresh_ages)`,
);

/** Deletes the lists of all other comics. */
export const deleteRelatedBut = execute<[comicIds: readonly number[]]>(
  'recommend.delete-related-but',
  `delete from recommend.related r where not exists (select from unnest($1::bigint[]) id where id = r.comic_id)`,
);

const WRITE_GENERAL = statement<
  never,
  [madeAt: Date, comics: number[], ages: number[], fresh: number[], freshAges: number[]]
>(
  'recommend.write-general',
  `insert into recommend.general (made_at, comics, ages, fresh, fresh_ages) values ($1, $2, $3, $4, $5)
   on conflict (is_only) do update set made_at = excluded.made_at, comics = excluded.comics, ages = excluded.ages,
     fresh = excluded.fresh, fresh_ages = excluded.fresh_ages`,
);

/** The time when the lists were last made; null if never. */
export const madeAt = firstValue<{ madeAt: Date }, []>(
  'recommend.made-at',
  'select made_at as "madeAt" from recommend.general',
);

/** The lists of these comics. Comics without a list are left out. */
export async function findRelated(db: Db, comicIds: readonly number[]): Promise<RelatedList[]> {
  return (await rows(db, RELATED, [comicIds])).map(({ comicId, comics, scores, ages, fresh, freshAges }) => ({
    comicId,
    comics: listed(comics, ages).map((each, index) => ({ ...each, score: scores[index] ?? 0 })),
    fresh: listed(fresh, freshAges),
  }));
}

export async function findGeneral(db: Db): Promise<GeneralList | null> {
  const found = await row(db, GENERAL);
  return found && { comics: listed(found.comics, found.ages), fresh: listed(found.fresh, found.freshAges) };
}

function listed(ids: readonly number[], ages: readonly number[]): Listed[] {
  return ids.map((comicId, index) => ({ comicId, fromAge: ages[index] ?? 0 }));
}

/** Writes the lists that differ from the stored ones. */
export async function writeRelated(db: Db, lists: readonly RelatedList[]): Promise<void> {
  const written = lists.map(({ comicId, comics, fresh }) => ({
    comic_id: comicId,
    comics: comics.map((each) => each.comicId),
    scores: comics.map(({ score }) => Number(score.toPrecision(3))),
    ages: comics.map(({ fromAge }) => fromAge),
    fresh: fresh.map((each) => each.comicId),
    fresh_ages: fresh.map(({ fromAge }) => fromAge),
  }));
  await row(db, WRITE_RELATED, [JSON.stringify(written)]);
}

export async function writeGeneral(db: Db, { comics, fresh }: GeneralList, madeAt: Date): Promise<void> {
  await row(db, WRITE_GENERAL, [
    madeAt,
    comics.map(({ comicId }) => comicId),
    comics.map(({ fromAge }) => fromAge),
    fresh.map(({ comicId }) => comicId),
    fresh.map(({ fromAge }) => fromAge),
  ]);
}
