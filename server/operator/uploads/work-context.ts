import type { Pool } from 'pg';
import { mayChange } from '#contract/console/roles';
import type { Db } from '../../core/db/db.ts';
import type { Room } from '../../importer/limits/room.ts';
import { type ImportOptions, readOptions } from '../../importer/options.ts';
import { describeFailure, isDatabaseLost } from '../../importer/publish/failures.ts';
import type { Outcome } from '../../importer/source/outcome.ts';
import { findComicByTitle } from '../../modules/catalog/publishing/publishing.ts';
import { ownComicsOf } from '../../modules/staff/staff.ts';
import {
  MissingFile,
  type Staging,
  type Upload,
  type UploadedComic,
  type UploadedSource,
} from '../../modules/uploads/uploads.ts';

export type WorkContext = {
  pool: Pool;
  staging: Staging;
  /** The image storage: `<DATA_DIR>/store`. */
  imageDir: string;
  room?: Room | undefined;
  clock: () => Date;
};

/** The options of the dry run and of the import of an upload whose files are below `tree`. */
export async function optionsFor(
  { edits, personId }: Upload,
  tree: string,
  { pool, clock }: Pick<WorkContext, 'pool' | 'clock'>,
): Promise<ImportOptions> {
  const options = readOptions([tree], clock());
  if (options === null) throw new Error('no help was asked for');
  const own = await ownComicsOf(pool, personId);
  const author =
    own === null ? undefined : { comics: new Set(own), maySet: (field: string) => mayChange('author', field) };
  return { ...options, author, edits: new Map(edits.map(({ path, ...edit }) => [`${tree}/${path}`, edit])) };
}

/** The outcomes with paths below the folder that was chosen. */
export function sourcesOf(outcomes: readonly Outcome[], tree: string): UploadedSource[] {
  const shown = (text: string) => text.replaceAll(`${tree}/`, '');
  return outcomes.map(
    ({ path, series, seriesFrom, no, pages, result, reason, warnings, priceCoins, title, titles }) => ({
      path: shown(path),
      series,
      seriesFrom: seriesFrom ?? null,
      no,
      pages,
      result,
      reason: reason === null ? null : shown(reason),
      warnings: warnings.map(shown),
      priceCoins: priceCoins ?? null,
      title: title ?? null,
      titles: [...(titles ?? [])],
    }),
  );
}

/** The comics of these sources that exist; of an author only their own. */
export async function comicsOf(
  db: Db,
  sources: readonly UploadedSource[],
  { author }: Pick<ImportOptions, 'author'>,
): Promise<UploadedComic[]> {
  const comics = new Map<number, UploadedComic>();
  for (const title of new Set(sources.flatMap(({ series }) => series ?? []))) {
    const comic = await findComicByTitle(db, title);
    if (comic && author?.comics.has(comic.id) !== false) comics.set(comic.id, { id: comic.id, title });
  }
  return [...comics.values()];
}

/** The reason of a failure that ends a dry run or an import; throws if it is to be tried again. */
export function failureOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted || isDatabaseLost(error)) throw error;
  return error instanceof MissingFile
    ? `「${error.message}」不在服务器上了，请删除这次上传，重新传一次`
    : describeFailure(error);
}
