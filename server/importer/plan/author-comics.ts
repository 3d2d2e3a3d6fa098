import { createHash } from 'node:crypto';
import type pg from 'pg';
import { findComicToBe, isNewSidecar, type KnownComic, titleKey } from '../../modules/catalog/publishing/publishing.ts';
import type { SeriesSidecar } from '../sidecar/series-sidecar.ts';
import { type Outcome, refusedOutcome } from '../source/outcome.ts';
import { SourceError } from '../source/source-error.ts';
import type { InspectedSource } from './inspect-source.ts';
import type { PlannedChapter } from './plan.ts';
import type { PreparedImport } from './prepared-import.ts';

/** An import of an author changes only these comics, adds none, and sets only some of the fields. */
export type AuthorRights = { comics: ReadonlySet<number>; maySet(field: string): boolean };

/** Throws unless the comic is one of the author's. The answer is the same for a comic that does not exist. */
export function checkAuthorComic(author: AuthorRights | undefined, comic: { id: number } | null, title: string): void {
  if (author === undefined || (comic !== null && author.comics.has(comic.id))) return;
  throw notOfAuthor(title);
}

function notOfAuthor(title: string): SourceError {
  return new SourceError('conflict', `你的漫画里没有《${title}》，没有导入；新漫画请编辑来建`);
}

/** Removes from an import the changes of other comics than these, and the settings that authors are not allowed to set. */
export async function keepToAuthorComics(pool: pg.Pool, prepared: PreparedImport, author: AuthorRights): Promise<void> {
  const { comics } = author;
  keepOwn(prepared.renamed, comics);
  keepOwn(prepared.otherTitles, comics);
  keepOwn(prepared.unchanged, comics);
  prepared.renamedFiles = prepared.renamedFiles.filter(({ comicId }) => comics.has(comicId));
  prepared.movedRoots = new Map();
  const own = await ownTitles(pool, prepared, comics);
  for (const comic of prepared.unchanged.values())
    comic.sidecar = withoutEditorsSettings(comic.sidecar, author, own.get(comic.series) ?? null);
  const refusedTasks = prepared.tasks.filter(({ series }) => !own.has(series));
  // A reason may name files of another comic.
  const settled = prepared.settled.map((outcome) => {
    const isOwn = outcome.series === null || own.has(outcome.series);
    return isOwn ? outcome : refusedOutcome(outcome.path, notOfAuthor(outcome.series ?? ''));
  });
  prepared.settled = [...settled, ...refusedTasks.flatMap(refusedSources)];
  prepared.tasks = prepared.tasks
    .filter(({ series }) => own.has(series))
    .map((task) => withoutEditorsValues(task, author, own.get(task.series) ?? null));
}

/** The author's comics in an import, by the titles there. */
async function ownTitles(
  pool: pg.Pool,
  { tasks, settled, renamed }: PreparedImport,
  comics: AuthorRights['comics'],
): Promise<Map<string, KnownComic>> {
  const own = new Map<string, KnownComic>();
  for (const title of new Set([...tasks, ...settled].flatMap(({ series }) => series ?? []))) {
    const renamedId = [...renamed].find(([, to]) => titleKey(to) === titleKey(title))?.[0];
    const comic = await findComicToBe(pool, title, renamedId);
    if (comic !== null && comics.has(comic.id)) own.set(title, comic);
  }
  return own;
}

/** The outcomes of a refused chapter: of its source and of the spare ones. */
function refusedSources({ candidate, spares, series }: PlannedChapter<InspectedSource>): Outcome[] {
  const sources = [candidate, ...spares.map((spare) => spare.candidate)];
  return sources.map(({ path }) => refusedOutcome(path, notOfAuthor(series)));
}

function keepOwn(byComic: Map<number, unknown>, comics: AuthorRights['comics']): void {
  for (const comicId of byComic.keys()) if (!comics.has(comicId)) byComic.delete(comicId);
}

function withoutEditorsValues(
  task: PlannedChapter<InspectedSource>,
  author: AuthorRights,
  comic: KnownComic | null,
): PlannedChapter<InspectedSource> {
  const { candidate, spares } = task;
  const { ageRating } = candidate.metadata;
  const metadata = { ...candidate.metadata, ageRating: author.maySet('ageRating') ? ageRating : undefined };
  return {
    ...task,
    candidate: { ...candidate, metadata, sidecar: withoutEditorsSettings(candidate.sidecar, author, comic) },
    spares: spares.map((spare) => withoutEditorsValues(spare, author, comic)),
  };
}

/** A sidecar that loses settings gets another hash: the whole one is not applied, and stays new for an editor. */
function withoutEditorsSettings(
  sidecar: SeriesSidecar | undefined,
  { maySet }: AuthorRights,
  comic: KnownComic | null,
): SeriesSidecar | undefined {
  if (sidecar === undefined) return undefined;
  const settings = allowed(sidecar.settings, maySet);
  const chapters = new Map([...sidecar.chapters].map(([no, each]) => [no, allowed(each, maySet)] as const));
  const isWhole =
    isSame(settings, sidecar.settings) && [...sidecar.chapters].every(([no, each]) => isSame(each, chapters.get(no)));
  const sha256 = isWhole || !isNewSidecar(sidecar, comic) ? sidecar.sha256 : hashOfPart(sidecar.sha256);
  return { ...sidecar, settings, chapters, sha256 };
}

const hashOfPart = (sha256: string | undefined) =>
  sha256 && createHash('sha256').update(`of an author ${sha256}`).digest('hex');

const isSame = (one: object, other: object = {}) => Object.keys(one).length === Object.keys(other).length;

function allowed<Settings extends object>(settings: Settings, maySet: AuthorRights['maySet']): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => maySet(name))) as Settings;
}
