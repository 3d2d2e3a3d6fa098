import { execute, row, statement, type Tx } from '../../../core/db/db.ts';

/** A chapter whose file has another name or place than before. `no` is the number that it has so far. */
export type RenamedFile = {
  no: number;
  newNo: number;
  sourceName: string;
  sourceRoot: string;
  /** Undefined keeps the title that is stored. */
  title: string | undefined;
};

/** Chapters may exchange their numbers, so all of them first get numbers that no chapter has. */
const RELEASE_NUMBERS = statement<never, [comicId: number, nos: number[]]>(
  'catalog.release-chapter-numbers',
  'update catalog.chapter set no = no + 500000000 where comic_id = $1 and no = any($2::float8[])',
);

const RENAME = statement<never, [comicId: number, files: string, now: Date]>(
  'catalog.rename-sources',
  `update catalog.chapter c set no = f."newNo", source_name = f."sourceName", source_root = f."sourceRoot",
       title = case when 'title' = any(c.set_by_hand) then c.title else coalesce(f.title, c.title) end,
       updated_at = case when (f.no, f."sourceName") is distinct from (f."newNo", c.source_name) then $3 else c.updated_at end
     from jsonb_to_recordset($2::jsonb) as f
            (no float8, "newNo" float8, "sourceName" text, "sourceRoot" text, title text)
     where c.comic_id = $1 and c.no = case when f.no = f."newNo" then f.no else f.no + 500000000 end`,
);

/** Lets the files of chapters that lay below a folder lie below another one. */
export const followMovedRoot = execute<[from: string, to: string], Tx>(
  'catalog.move-source-root',
  `update catalog.chapter set source_root = $2 || substr(source_root, length($1) + 1)
   where source_root = $1 or starts_with(source_root, $1 || '/')`,
);

export async function updateSources(tx: Tx, comicId: number, files: readonly RenamedFile[], now: Date): Promise<void> {
  const renumbered = files.filter(({ no, newNo }) => no !== newNo).map(({ no }) => no);
  if (renumbered.length > 0) await row(tx, RELEASE_NUMBERS, [comicId, renumbered]);
  await row(tx, RENAME, [comicId, JSON.stringify(files), now]);
}
