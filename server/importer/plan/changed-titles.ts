import type pg from 'pg';
import {
  type FormerTitle,
  findComicByTitle,
  isNewSidecar,
  type KnownSource,
  titleKey,
} from '../../modules/catalog/publishing/publishing.ts';
import type { SeriesSidecar } from '../sidecar/series-sidecar.ts';
import type { Outcome } from '../source/outcome.ts';

type Source = { sourceName: string; sha256: string; sidecar: SeriesSidecar | undefined };

/** New titles by comic id. */
export type ChangedTitles = Map<number, string>;

/**
 * Finds comics whose sidecar has a new title. The comic is recognised by its published chapters beside that sidecar. If the
 * sidecar was applied before, or if an operator set the title, the comic keeps its title and the sidecar takes it.
 */
export async function findChangedTitles(
  pool: pg.Pool,
  sources: readonly Source[],
  bySha: ReadonlyMap<string, KnownSource[]>,
): Promise<ChangedTitles> {
  const changed: ChangedTitles = new Map();
  for (const [sidecar, besideIt] of Map.groupBy(sources, (source) => source.sidecar)) {
    const title = sidecar?.title?.trim();
    if (sidecar === undefined || title === undefined) continue;
    const chapters = besideIt.flatMap(({ sha256, sourceName }) =>
      (bySha.get(sha256) ?? []).filter((chapter) => chapter.sourceName === sourceName),
    );
    const [comic, ...others] = [...new Map(chapters.map((chapter) => [chapter.comicId, chapter])).values()];
    if (comic === undefined || others.length > 0 || comic.series === title) continue;
    if (comic.isNamedByHand || !isNewSidecar(sidecar, comic)) sidecar.title = comic.series;
    else if (comic.titleKey === titleKey(title) || !(await findComicByTitle(pool, title)))
      changed.set(comic.comicId, title);
  }
  return changed;
}

/** The same chapters with the new titles of their comics. */
export function underNewTitles(chapters: readonly KnownSource[], changed: ChangedTitles): KnownSource[] {
  return chapters.map((chapter) => {
    const title = changed.get(chapter.comicId);
    return title === undefined ? chapter : { ...chapter, series: title, titleKey: titleKey(title) };
  });
}

/** The titles of comics after this import, by the keys of their former titles. `known` has a chapter of every renamed comic. */
export function titlesNow(
  former: readonly FormerTitle[],
  known: readonly KnownSource[],
  changed: ChangedTitles,
): Map<string, string> {
  const titles = new Map(former.map(({ key, comicId, title }) => [key, changed.get(comicId) ?? title]));
  for (const { comicId, titleKey: key } of known) {
    const title = changed.get(comicId);
    if (title !== undefined) titles.set(key, title);
  }
  for (const title of changed.values()) titles.delete(titleKey(title));
  return titles;
}

type Renamed = {
  renamed: ChangedTitles;
  renamedFiles: readonly { outcome?: Outcome | undefined; what?: string }[];
  unchanged: ReadonlyMap<number, { outcomes: Outcome[] }>;
};

/** Notes in the outcomes of unchanged chapters which files and comics were renamed. */
export function markRenamed({ renamed, renamedFiles, unchanged }: Renamed): void {
  for (const { outcome, what } of renamedFiles) if (outcome !== undefined && what !== undefined) mark(outcome, what);
  for (const id of renamed.keys()) for (const outcome of unchanged.get(id)?.outcomes ?? []) mark(outcome, '书名');
}

function mark(outcome: Outcome, what: string): void {
  Object.assign(outcome, { result: 'updated', updated: [what, ...(outcome.updated ?? [])] });
}
