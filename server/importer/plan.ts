import { titleKey } from '../modules/catalog/title-key.ts';
import { compareNatural } from './natural-order.ts';
import { RECIPE } from './page-recipe.ts';
import type { Metadata } from './source.ts';

/** A source that has been looked into. */
export type Candidate = {
  /** As the operator may recognise it. */
  path: string;
  /** What a later run knows it again by: its own name and, before a slash, its folder's. */
  sourceName: string;
  sha256: string;
  metadata: Pick<Metadata, 'series' | 'no'>;
};

/** A chapter that the catalogue has already. */
export type KnownChapter = {
  titleKey: string;
  no: number;
  sourceName: string;
  sha256: string;
  recipe: number;
  /** Path of the source that this run has found it made from already. */
  seen?: string;
};

export type Planned<T extends Candidate> = {
  candidate: T;
  series: string;
  no: number;
  /** One Chinese sentence each. */
  warnings: string[];
  /** `redo`: the same source, but what was made of it is of an older recipe or lost. */
  action: 'new' | 'replace' | 'redo' | 'unchanged' | 'conflict';
  /** Why it is refused, where it is a conflict. */
  reason?: string;
};

/** Decides what each source becomes; by series and number, so that a comic's chapters come in their order. */
export function planImport<T extends Candidate>(
  candidates: readonly T[],
  known: readonly KnownChapter[],
  options: { series?: string },
): Planned<T>[] {
  const bySeries = new Map<string, T[]>();
  for (const candidate of candidates) {
    const key = titleKey(seriesOf(candidate, options));
    bySeries.set(key, [...(bySeries.get(key) ?? []), candidate]);
  }
  const planned = [...bySeries].flatMap(([key, sources]) => {
    const chapters = known.filter((chapter) => chapter.titleKey === key);
    const [series = key] = sources.map((source) => seriesOf(source, options));
    return planSeries(series, sources, chapters);
  });
  return planned.sort((a, b) => compareNatural(a.series, b.series) || a.no - b.no);
}

function planSeries<T extends Candidate>(series: string, sources: T[], chapters: KnownChapter[]): Planned<T>[] {
  const inOrder = [...sources].sort((a, b) => compareNatural(a.path, b.path));
  const planned: Planned<T>[] = [];
  const taken = new Map<number, T>();
  for (const { candidate, no, warnings } of numbered(inOrder, chapters)) {
    const first = taken.get(no);
    if (first) {
      planned.push({ candidate, series, no, warnings, action: 'conflict', reason: bothAreChapter(no, first.path) });
      continue;
    }
    taken.set(no, candidate);
    const chapter = chapters.find((each) => each.no === no);
    planned.push({ candidate, series, no, warnings, ...against(candidate, chapter) });
  }
  return planned;
}

/** Gives a number to each: its own, the one its file already has in the catalogue, or the next whole one. */
function numbered<T extends Candidate>(sources: T[], chapters: KnownChapter[]) {
  const own = sources.map((candidate) => candidate.metadata.no ?? numberInCatalogue(candidate, chapters));
  const highest = Math.max(0, ...own.flatMap((no) => no ?? []), ...chapters.map((chapter) => chapter.no));
  let next = Math.floor(highest) + 1;
  return sources.map((candidate, index) => {
    const known = own[index];
    if (known !== undefined) return { candidate, no: known, warnings: [] };
    const no = next++;
    const alone = sources.length === 1 && chapters.length === 0;
    return { candidate, no, warnings: alone ? [] : [`没有找到话数，按第 ${no} 话导入`] };
  });
}

function numberInCatalogue(candidate: Candidate, chapters: KnownChapter[]): number | undefined {
  const same =
    chapters.find((chapter) => chapter.sha256 === candidate.sha256) ??
    chapters.find((chapter) => fileName(chapter.sourceName) === fileName(candidate.sourceName));
  return same?.no;
}

function against(
  candidate: Candidate,
  chapter: KnownChapter | undefined,
): Pick<Planned<Candidate>, 'action' | 'reason'> {
  if (!chapter) return { action: 'new' };
  if (chapter.sha256 !== candidate.sha256 && chapter.seen) {
    return { action: 'conflict', reason: bothAreChapter(chapter.no, chapter.seen) };
  }
  if (chapter.sha256 === candidate.sha256) return { action: chapter.recipe === RECIPE ? 'unchanged' : 'redo' };
  const [older, newer] = [fileName(chapter.sourceName), fileName(candidate.sourceName)];
  if (older === newer) return { action: 'replace' };
  const reason = `第 ${chapter.no} 话已由「${older}」导入，与「${newer}」冲突，已保留原来的；要替换请改成同一文件名`;
  return { action: 'conflict', reason };
}

function bothAreChapter(no: number, path: string): string {
  return `与「${path}」同为第 ${no} 话，已保留先读到的那一份`;
}

function seriesOf(candidate: Candidate, options: { series?: string }): string {
  const said = options.series ?? candidate.metadata.series;
  if (said && titleKey(said) !== '') return said;
  const [folder, name] = candidate.sourceName.includes('/') ? candidate.sourceName.split('/') : [undefined, undefined];
  return folder || (name ?? fileName(candidate.sourceName)).replace(/\.\w{1,4}$/, '');
}

function fileName(sourceName: string): string {
  return sourceName.slice(sourceName.lastIndexOf('/') + 1);
}
