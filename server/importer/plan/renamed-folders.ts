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

/** A comic whose files lie under another title now. */
export type MovedComic = {
  id: number;
  series: string;
  title: string;
  /** An operator has named it: its title stays, and the other one leads to it. */
  isNamedByHand: boolean;
};

/**
 * The comics that go with the renamed folders of their files: at least half of a comic's chapters lie under one other title
 * now, none of its files is left where it was, and no other comic has that title and keeps it.
 */
export async function findMovedComics(
  pool: pg.Pool,
  planned: readonly PlannedChapter<InspectedSource>[],
  known: readonly KnownSource[],
  files: KnownFiles,
): Promise<MovedComic[]> {
  const bySha = Map.groupBy(known, ({ sha256 }) => sha256);
  const moved = new Map<number, MovedComic>();
  const holders = new Map<number, number | undefined>();
  for (const [key, chapters] of Map.groupBy(planned, ({ series }) => titleKey(series))) {
    const [first] = chapters;
    const elsewhere = chapters.flatMap(({ candidate }) => bySha.get(candidate.sha256) ?? []);
    const ids = new Set(elsewhere.filter((each) => each.titleKey !== key).map(({ comicId }) => comicId));
    if (first === undefined || elsewhere.some((each) => each.titleKey === key && !ids.has(each.comicId))) continue;
    const comics = await Promise.all([...ids].map((id) => comicMovedTo(pool, id, chapters, files)));
    const [comic, ...others] = comics.flatMap((each) => each ?? []);
    if (comic === undefined || others.length > 0 || moved.has(comic.id)) continue;
    moved.set(comic.id, { ...comic, title: first.series.trim() });
    holders.set(comic.id, (await findComicByTitle(pool, first.series))?.id);
  }
  const isBlocked = ({ id }: MovedComic) => {
    const holder = holders.get(id);
    return holder !== undefined && (moved.get(holder)?.isNamedByHand ?? true);
  };
  for (let blocked = [...moved.values()].filter(isBlocked); blocked.length > 0; ) {
    for (const { id } of blocked) moved.delete(id);
    blocked = [...moved.values()].filter(isBlocked);
  }
  return [...moved.values()];
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
