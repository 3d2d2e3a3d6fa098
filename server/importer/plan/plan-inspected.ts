import type pg from 'pg';
import { type KnownSource, listChaptersOfSeries, titleKey } from '../../modules/catalog/publishing/publishing.ts';
import type { KnownChapter } from './candidate.ts';
import { underNewTitles } from './changed-titles.ts';
import type { InspectedSource } from './inspect-source.ts';
import type { KnownFiles } from './known-files.ts';
import { type PlannedChapter, type PlanOptions, planChapters } from './plan.ts';
import { addUnchanged, chapterKey, conflictOutcome, type PreparedImport } from './prepared-import.ts';
import { findMovedComics, type MovedComic } from './renamed-folders.ts';

type Inspected = {
  inspected: InspectedSource[];
  /** The source of this run for each chapter id. */
  claimed: ReadonlyMap<string, string>;
  /** The chapters with the content of a source of this run. */
  known: KnownSource[];
  files: KnownFiles;
};

/** Plans the opened sources and adds the result to `prepared`. */
export async function planInspected(
  pool: pg.Pool,
  { inspected, claimed, known, files }: Inspected,
  titles: { series?: string | undefined; formerTitles: Map<string, string> },
  prepared: PreparedImport,
): Promise<void> {
  if (inspected.length === 0) return;
  const { series, formerTitles } = titles;
  const options: PlanOptions = { formerTitles, ...(series !== undefined && { series }) };
  // Only a plan knows the series of sources without a title, so a first plan is made without the catalogue.
  const first = planChapters(inspected, [], series === undefined ? {} : { series });
  const renamed = underNewTitles(known, prepared.renamed);
  const moved = series === undefined ? await findMovedComics(pool, first, renamed, files, formerTitles) : [];
  for (const { id, series: kept, title, isNamedByHand } of moved) {
    if (!isNamedByHand) prepared.renamed.set(id, title);
    else formerTitles.set(titleKey(title), kept);
    if (isNamedByHand) prepared.otherTitles.set(id, title);
    else formerTitles.set(titleKey(kept), title);
  }
  for (const { title, isNamedByHand } of moved) if (!isNamedByHand) formerTitles.delete(titleKey(title));
  const keyNow = (title: string) => titleKey(formerTitles.get(titleKey(title)) ?? title);
  const roots = new Map(first.map(({ series, candidate }) => [keyNow(series), candidate.sourceRoot]));
  const stored = await listChaptersOfSeries(pool, new Set(roots.keys()), [
    ...prepared.renamed.keys(),
    ...prepared.otherTitles.keys(),
  ]);
  const chapters = new Map<string, KnownSource & KnownChapter>();
  for (const chapter of underNewTitles(stored, prepared.renamed)) {
    const claimedBy = claimed.get(chapterKey(chapter));
    const file = await files.stateOf(chapter, roots.get(chapter.titleKey));
    chapters.set(chapterKey(chapter), { ...chapter, file, ...(claimedBy !== undefined && { claimedBy }) });
  }
  const planned = planChapters(inspected, [...chapters.values()], options);
  for (const comic of moved) warnMoved(comic, planned);
  const sameContent = Map.groupBy(underNewTitles(known, prepared.renamed), ({ sha256 }) => sha256);
  for (const each of planned) settle(each, chapters, sameContent, prepared);
}

function warnMoved(
  { series, title, isNamedByHand }: MovedComic,
  planned: readonly PlannedChapter<InspectedSource>[],
): void {
  const now = titleKey(isNamedByHand ? series : title);
  const first = planned.find((each) => titleKey(each.series) === now);
  const kept = isNamedByHand ? '，书名是手工改的，照旧' : '';
  first?.warnings.push(`《${series}》的文件现在属于《${title}》${kept}：内容相同，原来的文件已经不在`);
}

function settle(
  planned: PlannedChapter<InspectedSource>,
  chapters: ReadonlyMap<string, KnownSource & KnownChapter>,
  sameContent: ReadonlyMap<string, KnownSource[]>,
  prepared: PreparedImport,
): void {
  const { candidate, no, formerNo, action, warnings } = planned;
  const key = titleKey(planned.series);
  const chapter = chapters.get(chapterKey({ titleKey: key, no: formerNo ?? no }));
  if (action === 'conflict') {
    prepared.settled.push(conflictOutcome(planned));
    return;
  }
  const isStored = chapter !== undefined && (action === 'unchanged' || action === 'redo');
  if (isStored && formerNo !== undefined)
    warnings.push(`原来是第 ${formerNo} 话「${chapter.sourceName.split('/').at(-1)}」`);
  if (!isStored) warnings.push(...sameElsewhere(sameContent.get(candidate.sha256) ?? [], key, no));
  const outcome =
    action === 'unchanged' && chapter ? addUnchanged(prepared, candidate, { ...chapter, no }, warnings) : undefined;
  if (outcome) prepared.settled.push(...planned.spares.map(conflictOutcome));
  else prepared.tasks.push(planned);
  if (!isStored || chapter.file === 'there' || chapter.sourceName === candidate.sourceName) return;
  const { sourceName, sourceRoot, sidecar, metadata } = candidate;
  const title = sidecar?.chapters.get(no)?.title ?? metadata.title;
  prepared.renamedFiles.push({
    comicId: chapter.comicId,
    file: { no: chapter.no, newNo: no, sourceName, sourceRoot, title },
    outcome,
    what: no === chapter.no ? '文件名' : '话数',
  });
}

/** A sentence about other chapters with the same content, if there are any. */
function sameElsewhere(known: readonly KnownSource[], key: string, no: number): string[] {
  const others = known.filter((chapter) => chapter.titleKey !== key || chapter.no !== no);
  const [first] = others;
  if (first === undefined) return [];
  const where = `${first.titleKey === key ? '' : `《${first.series}》`}第 ${first.no} 话`;
  return [`内容与${where}${others.length > 1 ? `等 ${others.length} 话` : ''}相同`];
}
