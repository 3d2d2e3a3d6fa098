import type pg from 'pg';
import { findComic, type KnownSource } from '../../modules/catalog/import-store.ts';
import { titleKey } from '../../modules/catalog/title-key.ts';
import type { SeriesTold } from '../sidecar/series-sidecar.ts';
import type { Outcome } from '../source/outcome.ts';

type Source = { sourceName: string; sha256: string; told: SeriesTold | undefined };

/** New titles by the id of their comic. */
export type ChangedTitles = Map<number, string>;

/**
 * Which comics the operator calls otherwise now. A comic is known by the chapters that lie beside the new title and are
 * in it already; what is said was obeyed once, so that a title changed elsewhere since then stays, and holds for those
 * files as well.
 */
export async function findChangedTitles(
  pool: pg.Pool,
  sources: readonly Source[],
  bySha: ReadonlyMap<string, KnownSource[]>,
): Promise<ChangedTitles> {
  const changed: ChangedTitles = new Map();
  for (const [told, beside] of Map.groupBy(sources, (source) => source.told)) {
    const title = told?.title?.trim();
    if (told === undefined || title === undefined) continue;
    const chapters = beside.flatMap(({ sha256, sourceName }) =>
      (bySha.get(sha256) ?? []).filter((chapter) => chapter.sourceName === sourceName),
    );
    const [comic, ...others] = [...new Map(chapters.map((chapter) => [chapter.comicId, chapter])).values()];
    if (comic === undefined || others.length > 0 || comic.series === title) continue;
    if (comic.toldSha256 === told.sha256) told.title = comic.series;
    else if (comic.titleKey === titleKey(title) || !(await findComic(pool, title))) changed.set(comic.comicId, title);
  }
  return changed;
}

/** The same chapters under the titles that their comics will have. */
export function underNewTitles(chapters: readonly KnownSource[], changed: ChangedTitles): KnownSource[] {
  return chapters.map((chapter) => {
    const title = changed.get(chapter.comicId);
    return title === undefined ? chapter : { ...chapter, series: title, titleKey: titleKey(title) };
  });
}

type Renamed = { renamed: ChangedTitles; unchanged: ReadonlyMap<number, { outcomes: Outcome[] }> };

/** Notes in the outcomes of a comic's chapters that it has another title. */
export function tellRenamed({ renamed, unchanged }: Renamed): void {
  for (const id of renamed.keys()) {
    for (const outcome of unchanged.get(id)?.outcomes ?? []) {
      Object.assign(outcome, { result: 'updated', updated: ['书名', ...(outcome.updated ?? [])] });
    }
  }
}
