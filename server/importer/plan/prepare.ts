import pLimit from 'p-limit';
import {
  findChaptersBySource,
  type KnownSource,
  listFormerTitles,
  titleKey,
} from '../../modules/catalog/publishing/publishing.ts';
import { settleAll } from '../limits/settle-all.ts';
import { RECIPE } from '../pictures/page-recipe.ts';
import type { FingerprintCache } from '../read/fingerprint-cache.ts';
import type { FoundSource, MissedSource } from '../source/source.ts';
import { type AuthorRights, keepToAuthorComics } from './author-comics.ts';
import { findChangedTitles, titlesNow, underNewTitles } from './changed-titles.ts';
import { type FingerprintedSource, fingerprintSources } from './fingerprint-sources.ts';
import { type InspectedSource, inspectSource } from './inspect-source.ts';
import { KnownFiles } from './known-files.ts';
import { planInspected } from './plan-inspected.ts';
import { addUnchanged, chapterKey, type PreparedImport } from './prepared-import.ts';
import { choosesChapter, editedMetadata, type SourceEdit, type SourceEdits } from './source-edits.ts';

/** Opening an archive waits for many small reads. */
const OPENED_AT_ONCE = 4;

/** `series`: one title for all sources, given by the operator. */
type Options = { series?: string | undefined; edits?: SourceEdits; author?: AuthorRights | undefined };
type Titles = { formerTitles: Map<string, string> } & Options;

/** Inspects every source and plans the import. Writes only the fingerprint cache. */
export async function prepareImport(
  sources: AsyncIterable<FoundSource | MissedSource>,
  cache: FingerprintCache,
  options: Options,
  signal: AbortSignal,
): Promise<PreparedImport> {
  const fingerprinted = await fingerprintSources(sources, cache, signal);
  const prepared: PreparedImport = {
    tasks: [],
    settled: fingerprinted.refused,
    unchanged: new Map(),
    renamed: new Map(),
    renamedFiles: [],
    otherTitles: new Map(),
    movedRoots: new Map(),
  };
  const hashes = [...new Set(fingerprinted.sources.map(({ sha256 }) => sha256))];
  const known = await findChaptersBySource(cache.pool, hashes);
  if (options.series === undefined) {
    const knownBySha = Map.groupBy(known, ({ sha256 }) => sha256);
    prepared.renamed = await findChangedTitles(cache.pool, fingerprinted.sources, knownBySha);
  }
  const titles = { ...options, formerTitles: titlesNow(await listFormerTitles(cache.pool), known, prepared.renamed) };
  const files = new KnownFiles(fingerprinted.sources);
  const { inspected, claimed } = await inspectChanged(fingerprinted.sources, known, titles, prepared, files, signal);
  await planInspected(cache.pool, { inspected, claimed, known, files }, titles, prepared);
  prepared.movedRoots = files.movedRoots;
  if (options.author) await keepToAuthorComics(cache.pool, prepared, options.author);
  return prepared;
}

/** Adds unchanged and refused sources to `prepared`. Returns the others, and the source of each unchanged chapter. */
async function inspectChanged(
  sources: FingerprintedSource[],
  known: KnownSource[],
  options: Titles,
  prepared: PreparedImport,
  files: KnownFiles,
  signal: AbortSignal,
): Promise<{ inspected: InspectedSource[]; claimed: Map<string, string> }> {
  const bySha = Map.groupBy(underNewTitles(known, prepared.renamed), ({ sha256 }) => sha256);
  const claimed = new Map<string, string>();
  const inspected: InspectedSource[] = [];
  const opening = pLimit(OPENED_AT_ONCE);
  const results = await settleAll(
    sources.map(async (source) => {
      const edit = options.edits?.get(source.found.path);
      const mayBeUnchanged = edit === undefined || !choosesChapter(edit);
      const known = mayBeUnchanged ? (bySha.get(source.sha256) ?? []) : [];
      const same = known.filter((each) => isUnchanged(source, each, options));
      const chapter = same.find(({ isLeftBehind }) => !isLeftBehind) ?? same[0];
      return chapter ? { source, chapter } : opening(() => inspectEdited(source, edit, signal));
    }),
  );
  for (const result of results) {
    if ('chapter' in result) {
      const { source, chapter } = result;
      if (!chapter.isLeftBehind) claimed.set(chapterKey(chapter), source.found.path);
      addUnchanged(prepared, source, chapter, []);
      if (!chapter.isLeftBehind) await noteRoot(prepared, source, chapter, files);
    } else if ('metadata' in result) inspected.push(result);
    else prepared.settled.push(result);
  }
  return { inspected, claimed };
}

async function inspectEdited(source: FingerprintedSource, edit: SourceEdit | undefined, signal: AbortSignal) {
  const result = await inspectSource(source, signal);
  if (edit === undefined || !('metadata' in result)) return result;
  return { ...result, metadata: editedMetadata(result.metadata, edit) };
}

/**
 * The same content and name, made with the current recipe or left behind when two comics were merged: the source is not opened.
 */
function isUnchanged(source: FingerprintedSource, chapter: KnownSource, { series, formerTitles }: Titles): boolean {
  const named = series ?? source.sidecar?.title;
  const title = named === undefined ? undefined : (formerTitles.get(titleKey(named)) ?? named);
  return (
    chapter.sourceName === source.sourceName &&
    (isMadeFromSource(chapter) || chapter.isLeftBehind) &&
    (title === undefined || titleKey(title) === chapter.titleKey)
  );
}

function isMadeFromSource({ recipe, isEdited, setByHand }: KnownSource): boolean {
  return setByHand.includes('pages_version') ? recipe > 0 : recipe === RECIPE && !isEdited;
}

/** Records the folder of an unchanged file: it may have moved, and older chapters have no recorded folder. */
async function noteRoot(
  { renamedFiles }: PreparedImport,
  { sourceName, sourceRoot }: FingerprintedSource,
  { comicId, no, ...chapter }: KnownSource,
  files: KnownFiles,
): Promise<void> {
  if (chapter.sourceRoot === sourceRoot) return;
  if (chapter.sourceRoot !== null) {
    if (await files.isThere(chapter, chapter.sourceRoot)) return;
    await files.noteMoved(chapter.sourceRoot, sourceRoot);
  }
  renamedFiles.push({ comicId, file: { no, newNo: no, sourceName, sourceRoot, title: undefined } });
}
