import { isOnlyPlace } from '#contract/chapter-no';
import { titleKey } from '../../modules/catalog/publishing/publishing.ts';
import { RECIPE } from '../pictures/page-recipe.ts';
import { compareNatural } from '../source/natural-order.ts';
import type { Candidate, KnownChapter } from './candidate.ts';
import { fileName, isSameSource, stem } from './known-numbers.ts';
import { laterHalf } from './later-half.ts';
import { type Numbered, numberSources } from './numbering.ts';
import { findRenumbered } from './renumbered.ts';

export type PlannedChapter<T extends Candidate> = {
  candidate: T;
  series: string;
  no: number;
  /** One Chinese sentence each. */
  warnings: string[];
  /** `redo`: the source is unchanged, but its pages are lost or were made with an older recipe. */
  action: 'new' | 'replace' | 'redo' | 'unchanged' | 'conflict';
  /** The current number of this chapter in the catalogue, if its file now has another one. */
  formerNo?: number;
  /** Why it is refused, for a conflict or an unused spare. */
  reason?: string;
  /** Other sources for the same number, used in turn if this one is damaged. */
  spares: PlannedChapter<T>[];
};

/** `series`: one title for all sources; `formerTitles`: current titles of comics by the keys of their former titles. */
export type PlanOptions = { series?: string; formerTitles?: ReadonlyMap<string, string> };

/** Decides the action for each source. Sorted by series and number. */
export function planChapters<T extends Candidate>(
  candidates: readonly T[],
  known: readonly KnownChapter[],
  options: PlanOptions,
): PlannedChapter<T>[] {
  const bySeries = Map.groupBy(candidates, (candidate) => titleKey(seriesOf(candidate, options)));
  const chapters = Map.groupBy(known, (chapter) => chapter.titleKey);
  const planned = [...bySeries].flatMap(([key, sources]) => {
    const [series = key] = sources.map((source) => seriesOf(source, options));
    return planSeries(series, sources, chapters.get(key) ?? []);
  });
  return planned.sort((a, b) => compareNatural(a.series, b.series) || a.no - b.no);
}

function planSeries<T extends Candidate>(series: string, sources: T[], chapters: KnownChapter[]): PlannedChapter<T>[] {
  const leftBehind = chaptersInstead(chapters);
  const refused = sources.filter(({ sourceName }) => leftBehind.has(sourceName));
  const inOrder = sources
    .filter(({ sourceName }) => !leftBehind.has(sourceName))
    .sort((a, b) => compareNatural(a.path, b.path));
  const numberedSources = numberSources(inOrder, chapters);
  const renumbered = findRenumbered(numberedSources, chapters);
  const inCatalogue = byNewNumber(chapters, renumbered);
  const isComicDeleted = chapters.some(({ deleted }) => deleted === 'comic');
  const taken = new Map<number, PlannedChapter<T>>();
  const planned = refused.map((candidate) => refusedAfterMerge(candidate, series, leftBehind));
  for (const numbered of numberedSources) {
    const { candidate, no, warnings } = withHalfNumber(numbered, taken, inCatalogue, isComicDeleted);
    const chapter = inCatalogue.get(no);
    const decided = compareWith(candidate, chapter, isComicDeleted);
    const named = withPlaceTitle(candidate, no);
    const entry: PlannedChapter<T> = { candidate: named, series, no, warnings: [...warnings], spares: [], ...decided };
    if (chapter?.sha256 === candidate.sha256 && chapter.formerNo !== undefined) entry.formerNo = chapter.formerNo;
    if (decided.action === 'replace' && chapter && !isSameSource(chapter.sourceName, candidate.sourceName))
      entry.warnings.push(`代替了「${distinctNames(chapter.sourceName, candidate.sourceName)[0]}」，那份文件已经不在`);
    const first = taken.get(no);
    if (entry.action !== 'conflict' && first !== undefined && first.action !== 'unchanged') {
      first.spares.push({ ...entry, reason: whySpare(candidate, no, first.candidate.path) });
      continue;
    }
    planned.push(entry);
    if (entry.action === 'conflict') continue;
    if (first === undefined) taken.set(no, entry);
    else Object.assign(entry, { action: 'conflict', reason: sameNumberReason(no, first.candidate.path) });
  }
  return planned;
}

type RenumberedChapter = KnownChapter & { formerNo?: number };

/** The chapters of the catalogue by the numbers that their files have now. */
function byNewNumber(
  chapters: readonly KnownChapter[],
  renumbered: ReadonlyMap<KnownChapter, number>,
): Map<number, RenumberedChapter> {
  const byNumber = new Map<number, RenumberedChapter>();
  for (const chapter of chapters) {
    const no = renumbered.get(chapter) ?? chapter.no;
    byNumber.set(no, no === chapter.no ? chapter : { ...chapter, no, formerNo: chapter.no });
  }
  return byNumber;
}

/** If the number only gives a position, readers see only the title, so the title must contain the file's own number. */
function withPlaceTitle<T extends Candidate>(candidate: T, no: number): T {
  const { metadata, sourceName } = candidate;
  const { title, no: own, place, special, isTitleByHand } = metadata;
  if (!isOnlyPlace(no) || (isTitleByHand && title !== undefined)) return candidate;
  const isChapter =
    own !== undefined && !special && place?.isVolume !== true && (place?.role ?? 'chapter') === 'chapter';
  const fallback = isChapter ? `第${own}话` : stem(fileName(sourceName));
  const saysAll = title !== undefined && (!isChapter || title.includes(String(own)));
  const shown = saysAll ? title : [fallback, title ?? ''].join(' ').trim();
  return { ...candidate, metadata: { ...metadata, title: shown } };
}

/** The chapters that replaced those of these sources when two comics were merged. */
function chaptersInstead(chapters: readonly KnownChapter[]): ReadonlyMap<string, KnownChapter> {
  const used = new Set(chapters.map(({ sourceName }) => sourceName));
  const left = chapters.flatMap((chapter) => (chapter.leftSources ?? []).map((name) => [name, chapter] as const));
  return new Map(left.filter(([name]) => !used.has(name)));
}

function refusedAfterMerge<T extends Candidate>(
  candidate: T,
  series: string,
  leftBehind: ReadonlyMap<string, KnownChapter>,
): PlannedChapter<T> {
  const chapter = leftBehind.get(candidate.sourceName);
  const reason = `合并时第 ${chapter?.no} 话留的是「${chapter?.sourceName}」，这一份没有导入`;
  return { candidate, series, no: chapter?.no ?? 0, warnings: [], action: 'conflict', reason, spares: [] };
}

const USE_FILE = '要改用文件里的，用 manyu comics clear-overrides';
const BRING_BACK = '，没有导入；要恢复，用 manyu comics undo';

/** 第12话 重逢（下） beside 第12话 重逢（上）: two halves of a chapter, recognised by their equal number. */
function withHalfNumber<T extends Candidate>(
  numbered: Numbered<T>,
  taken: ReadonlyMap<number, unknown>,
  inCatalogue: ReadonlyMap<number, KnownChapter>,
  isComicDeleted: boolean,
): Numbered<T> {
  const { candidate, no, warnings } = numbered;
  const later = laterHalf(candidate.metadata.title, no);
  const chapter = inCatalogue.get(no);
  const isFree =
    !taken.has(no) && (chapter === undefined || compareWith(candidate, chapter, isComicDeleted).action !== 'conflict');
  if (later === undefined || isFree || taken.has(later)) return numbered;
  return { candidate, no: later, warnings: [...warnings, `与另一份同为第 ${no} 话，按第 ${later} 话导入`] };
}

function compareWith(
  candidate: Candidate,
  chapter: KnownChapter | undefined,
  isComicDeleted: boolean,
): Pick<PlannedChapter<Candidate>, 'action' | 'reason'> {
  if (!chapter && isComicDeleted) return { action: 'conflict', reason: `这部漫画已经删除${BRING_BACK}` };
  if (!chapter) return { action: 'new' };
  if (chapter.sha256 !== candidate.sha256 && chapter.claimedBy) {
    return { action: 'conflict', reason: sameNumberReason(chapter.no, chapter.claimedBy) };
  }
  if (chapter.deleted !== null)
    return chapter.sha256 === candidate.sha256
      ? { action: 'unchanged' }
      : { action: 'conflict', reason: `第 ${chapter.no} 话已经删除${BRING_BACK}` };
  if (chapter.setByHand.includes('pages_version'))
    return chapter.sha256 === candidate.sha256 && chapter.recipe > 0
      ? { action: 'unchanged' }
      : { action: 'conflict', reason: `第 ${chapter.no} 话的页手工改过，没有导入；${USE_FILE}` };
  if (chapter.sha256 === candidate.sha256)
    return { action: chapter.recipe === RECIPE && !chapter.isEdited ? 'unchanged' : 'redo' };
  if (chapter.file === 'gone' || isSameSource(chapter.sourceName, candidate.sourceName)) return { action: 'replace' };
  const [older, newer] = distinctNames(chapter.sourceName, candidate.sourceName);
  const reason = `第 ${chapter.no} 话已由「${older}」导入，与「${newer}」冲突，已保留原来的；要替换请改成同一文件名`;
  return { action: 'conflict', reason };
}

/** The two file names, with folders if they are equal. */
function distinctNames(one: string, other: string): [string, string] {
  const [a, b] = [fileName(one), fileName(other)];
  return a === b ? [one, other] : [a, b];
}

/** Why a second source of the same chapter is not used. */
function whySpare({ metadata: { place } }: Candidate, no: number, path: string): string {
  if (place?.isCopy) return `与「${path}」同为第 ${no} 话，这一份是副本，没有用`;
  return sameNumberReason(no, path);
}

function sameNumberReason(no: number, path: string): string {
  return `与「${path}」同为第 ${no} 话，已保留那一份`;
}

function seriesOf(candidate: Candidate, options: PlanOptions): string {
  const named = namedSeries(candidate, options);
  return options.formerTitles?.get(titleKey(named)) ?? named;
}

function namedSeries(candidate: Candidate, options: PlanOptions): string {
  const title = options.series ?? candidate.metadata.series;
  if (title && titleKey(title) !== '') return title;
  const [folder, name] = candidate.sourceName.includes('/') ? candidate.sourceName.split('/') : [undefined, undefined];
  return folder || (name ?? fileName(candidate.sourceName)).replace(/\.\w{1,4}$/, '');
}
