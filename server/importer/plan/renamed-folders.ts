import type pg from 'pg';
import {
  findComicByTitle,
  type KnownSource,
  listChaptersOfSeries,
  titleKey,
} from '../../modules/catalog/publishing/publishing.ts';
import type { InspectedSource } from './inspect-source.ts';
import type { KnownFiles } from './known-files.ts';
import type { PlannedChapter } from './plan.ts';

/** A comic whose files are now under another title. */
export type MovedComic = {
  id: number;
  series: string;
  title: string;
  /** An operator set its title. The title stays, and the new one becomes an alias for imports. */
  isNamedByHand: boolean;
};

/**
 * The comics that are renamed with their folders: at least half of a comic's chapters are under another title now, none of its
 * files is left in its place, and no other comic keeps that title. `planned` has the titles of the folders, `formerTitles` the
 * current titles of comics by the keys of their former titles.
 */
export async function findMovedComics(
  pool: pg.Pool,
  planned: readonly PlannedChapter<InspectedSource>[],
  known: readonly KnownSource[],
  files: KnownFiles,
  formerTitles: ReadonlyMap<string, string>,
): Promise<MovedComic[]> {
  const moved = new Map<number, MovedComic>();
  const holders = new Map<number, number | undefined>();
  const comicsByTitle = Map.groupBy(findTitles(planned, known), ([, key]) => key);
  for (const [key, chapters] of Map.groupBy(planned, ({ series }) => titleKey(series))) {
    const title = chapters[0]?.series.trim();
    const here = (comicsByTitle.get(key) ?? []).map(([comic]) => comic);
    if (title === undefined || here.some((comic) => isNamed(comic, title, here.length > 1))) continue;
    const candidates = here.filter((comic) => !comic.isNamedByHand || !hasTitle(comic, key, formerTitles));
    const comics = await Promise.all(candidates.map(({ comicId }) => comicMovedTo(pool, comicId, chapters, files)));
    const [comic, ...others] = comics.flatMap((each) => each ?? []);
    if (comic === undefined || others.length > 0) continue;
    moved.set(comic.id, { ...comic, title });
    holders.set(comic.id, (await findComicByTitle(pool, title))?.id);
  }
  removeBlocked(moved, holders);
  return [...moved.values()];
}

/**
 * Removes the comics whose new title another comic keeps. That may keep a title for a third one, so it is repeated until nothing is
 * removed. `holders`: by comic, the one that has the new title now.
 */
function removeBlocked(moved: Map<number, MovedComic>, holders: ReadonlyMap<number, number | undefined>): void {
  const isBlocked = ({ id }: MovedComic) => {
    const holder = holders.get(id);
    return holder !== undefined && (moved.get(holder)?.isNamedByHand ?? true);
  };
  for (;;) {
    const blocked = [...moved.values()].filter(isBlocked);
    if (blocked.length === 0) return;
    for (const { id } of blocked) moved.delete(id);
  }
}

/** For each comic, the title under which most of its content is now. On a tie its current title wins. */
function findTitles(planned: readonly PlannedChapter<InspectedSource>[], known: readonly KnownSource[]) {
  const bySha = Map.groupBy(known, ({ sha256 }) => sha256);
  const counts = new Map<number, { comic: KnownSource; titles: Map<string, number> }>();
  for (const { candidate, series } of planned)
    for (const comic of bySha.get(candidate.sha256) ?? []) {
      const { titles } = counts.get(comic.comicId) ?? { titles: new Map([[comic.titleKey, 0]]) };
      titles.set(titleKey(series), (titles.get(titleKey(series)) ?? 0) + 1);
      counts.set(comic.comicId, { comic, titles });
    }
  return [...counts.values()].map(({ comic, titles }): [KnownSource, string] => {
    const [[key] = [comic.titleKey]] = [...titles].sort(([, a], [, b]) => b - a);
    return [comic, key];
  });
}

/** Another spelling of its title counts as a new title, unless other comics have it. */
function isNamed({ titleKey: key, series }: KnownSource, title: string, areOthers: boolean): boolean {
  return key === titleKey(title) && (areOthers || series.normalize() === title.normalize());
}

/** Whether this is the current or a former title of the comic. */
function hasTitle({ titleKey: key, series }: KnownSource, other: string, formerTitles: ReadonlyMap<string, string>) {
  return key === other || formerTitles.get(other) === series;
}

async function comicMovedTo(
  pool: pg.Pool,
  id: number,
  planned: readonly PlannedChapter<InspectedSource>[],
  files: KnownFiles,
): Promise<Omit<MovedComic, 'title'> | undefined> {
  const content = new Set(planned.map(({ candidate }) => candidate.sha256));
  const chapters = await listChaptersOfSeries(pool, new Set(), [id]);
  const [first] = chapters;
  const here = chapters.filter(({ sha256 }) => content.has(sha256)).length;
  if (first === undefined || here * 2 < chapters.length) return undefined;
  const root = planned[0]?.candidate.sourceRoot;
  for (const chapter of chapters) if ((await files.stateOf(chapter, root)) === 'there') return undefined;
  return { id, series: first.series, isNamedByHand: first.isNamedByHand };
}
