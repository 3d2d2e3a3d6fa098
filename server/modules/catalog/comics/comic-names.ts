import { chapterName } from '#contract/chapter-title';
import type { Db } from '../../../core/db/db.ts';
import { listChapterNames, listNamed, listTitles } from './comic-names-store.ts';
import { titleKey } from './title-key.ts';

/**
 * The ids of comics that an operator names by title, by code or by a title that they had before; the earlier kind of name has
 * precedence. The names of a comic that was merged lead to the one that it was merged into.
 */
export async function comicsNamed(db: Db, names: readonly string[]): Promise<Map<string, number>> {
  const found = await listNamed(
    db,
    names.map(titleKey),
    names.map((name) => name.toLowerCase()),
  );
  const byTitle = new Map(found.map((comic) => [comic.titleKey, comic.id]));
  const byFormer = new Map(found.flatMap(({ formerKeys, id }) => formerKeys.map((key) => [key, id])));
  const byCode = new Map(found.map((comic) => [comic.code, comic.id]));
  return new Map(
    names.flatMap((name) => {
      const id = byTitle.get(titleKey(name)) ?? byCode.get(name.toLowerCase()) ?? byFormer.get(titleKey(name));
      return id === undefined ? [] : [[name, id]];
    }),
  );
}

/** The titles of these comics; a comic that no longer exists has none. */
export async function titlesOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  return new Map((await listTitles(db, ids)).map(({ id, title }) => [id, title]));
}

type Named = 'comic' | 'chapter';

/** The names of comics and chapters, by `comic 5` and `chapter 71`: `《海上的岛》` and `《海上的岛》第1话`. Deleted ones have no name. */
export async function contentNames(
  db: Db,
  subjects: readonly { subject: string; subjectId: number }[],
): Promise<Map<string, string>> {
  const idsOf = (kind: Named) => subjects.flatMap(({ subject, subjectId }) => (subject === kind ? [subjectId] : []));
  const titles = await titlesOf(db, idsOf('comic'));
  const chapters = await listChapterNames(db, idsOf('chapter'));
  return new Map([
    ...[...titles].map(([id, title]): [string, string] => [`comic ${id}`, `《${title}》`]),
    ...chapters.map(({ id, comicTitle, ...chapter }): [string, string] => [
      `chapter ${id}`,
      `《${comicTitle}》${chapterName(chapter)}`,
    ]),
  ]);
}
