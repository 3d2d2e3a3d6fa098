import type pg from 'pg';
import { findComicToBe, titleKey } from '../../modules/catalog/publishing/publishing.ts';
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

/** Takes out of an import what changes other comics than these, and the settings that authors may not set. */
export async function keepToAuthorComics(pool: pg.Pool, prepared: PreparedImport, author: AuthorRights): Promise<void> {
  const { comics } = author;
  keepOwn(prepared.renamed, comics);
  keepOwn(prepared.otherTitles, comics);
  keepOwn(prepared.unchanged, comics);
  for (const comic of prepared.unchanged.values()) comic.sidecar = withoutEditorsSettings(comic.sidecar, author);
  prepared.renamedFiles = prepared.renamedFiles.filter(({ comicId }) => comics.has(comicId));
  prepared.movedRoots = new Map();
  const own = await ownTitles(pool, prepared, comics);
  const refusedTasks = prepared.tasks.filter(({ series }) => !own.has(series));
  // A reason may name files of another comic.
  const settled = prepared.settled.map((outcome) => {
    const isOwn = outcome.series === null || own.has(outcome.series);
    return isOwn ? outcome : refusedOutcome(outcome.path, notOfAuthor(outcome.series ?? ''));
  });
  prepared.settled = [...settled, ...refusedTasks.flatMap(refusedSources)];
  prepared.tasks = prepared.tasks
    .filter(({ series }) => own.has(series))
    .map((task) => withoutEditorsValues(task, author));
}

/** The titles in an import that are those of the author's comics. */
async function ownTitles(
  pool: pg.Pool,
  { tasks, settled, renamed }: PreparedImport,
  comics: AuthorRights['comics'],
): Promise<Set<string>> {
  const own = new Set<string>();
  for (const title of new Set([...tasks, ...settled].flatMap(({ series }) => series ?? []))) {
    const renamedId = [...renamed].find(([, to]) => titleKey(to) === titleKey(title))?.[0];
    const comic = await findComicToBe(pool, title, renamedId);
    if (comic !== null && comics.has(comic.id)) own.add(title);
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
): PlannedChapter<InspectedSource> {
  const { candidate, spares } = task;
  const { ageRating } = candidate.metadata;
  const metadata = { ...candidate.metadata, ageRating: author.maySet('ageRating') ? ageRating : undefined };
  return {
    ...task,
    candidate: { ...candidate, metadata, sidecar: withoutEditorsSettings(candidate.sidecar, author) },
    spares: spares.map((spare) => withoutEditorsValues(spare, author)),
  };
}

function withoutEditorsSettings(
  sidecar: SeriesSidecar | undefined,
  { maySet }: AuthorRights,
): SeriesSidecar | undefined {
  if (sidecar === undefined) return undefined;
  const chapters = [...sidecar.chapters].map(([no, settings]) => [no, allowed(settings, maySet)] as const);
  return { ...sidecar, settings: allowed(sidecar.settings, maySet), chapters: new Map(chapters) };
}

function allowed<Settings extends object>(settings: Settings, maySet: AuthorRights['maySet']): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => maySet(name))) as Settings;
}
