import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { transaction } from '../server/core/db/db.ts';
import { discover } from '../server/importer/discover/discover.ts';
import type { ImportOptions } from '../server/importer/options.ts';
import { type ImportContext, importSources, withImportLock } from '../server/importer/run.ts';
import { listChaptersOfSeries, titleKey } from '../server/modules/catalog/publishing/publishing.ts';
import { reopenDayBefore } from '../server/modules/reading/reading.ts';
import { publishedAt } from './calendar.ts';
import { type ChapterToDraw, drawChapter } from './draw-chapter.ts';
import { addEditorial } from './editorial.ts';
import { addFigures } from './figures.ts';
import { readDemoState, writeDemoState } from './state.ts';
import { readAllSeries, type Series } from './story/series.ts';
import { addWidePicture } from './wide-picture.ts';

/** The importer's context and the data folder. */
export type DemoContext = ImportContext & { dataDir: string };

/**
 * Draws the missing parts of the demo and imports them: the first chapter of every series with its cover, then the others. Ends
 * early if `stop` aborts or the demo is removed; published chapters stay, and the next run continues.
 */
export async function addDemo(context: DemoContext, series?: readonly Series[]): Promise<void> {
  const stop = context.stop ?? new AbortController().signal;
  const abort = new AbortController();
  const signal = AbortSignal.any([stop, abort.signal]);
  const all = series ?? (await readAllSeries());
  const folder = join(context.dataDir, 'demo-drawing');
  const now = context.clock();
  await writeDemoState(context.dataDir, 'drawing');
  try {
    await withImportLock(
      context,
      (error) => abort.abort(error),
      signal,
      async () => {
        // Under the lock, because another process may be drawing into this folder.
        await rm(folder, { recursive: true, force: true });
        for await (const drawn of drawnAhead(await chaptersLeft(context, all), folder, signal)) {
          if ((await readDemoState(context.dataDir)) !== 'drawing') return;
          await publish(context, drawn, publishedAt(drawn.series, drawn.no, now), signal);
        }
        await addEditorial(context, folder, all);
        // The running app closed yesterday's ranking without the demo's views.
        await transaction(context.pool, (tx) => reopenDayBefore(tx, context.clock()));
        await writeDemoState(context.dataDir, 'whole');
      },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The unpublished chapters: all first ones, then all second ones, and so on. */
async function chaptersLeft({ pool }: DemoContext, all: readonly Series[]): Promise<ChapterToDraw[]> {
  const known = await listChaptersOfSeries(pool, new Set(all.map(({ title }) => titleKey(title))), []);
  const published = new Set(known.map(({ titleKey: key, no }) => `${key} ${no}`));
  const longest = Math.max(0, ...all.map(({ chapters }) => chapters.length));
  return Array.from({ length: longest }, (_, at) => at + 1).flatMap((no) =>
    all
      .filter(({ title, chapters }) => no <= chapters.length && !published.has(`${titleKey(title)} ${no}`))
      .map((series) => ({ series, no })),
  );
}

type Drawn = ChapterToDraw & { folder: string };

/** Draws the next chapter while the previous one is published. */
async function* drawnAhead(
  chapters: readonly ChapterToDraw[],
  root: string,
  signal: AbortSignal,
): AsyncGenerator<Drawn> {
  const draw = async (chapter: ChapterToDraw): Promise<Drawn> => {
    const folder = join(root, `${chapter.series.name}-${chapter.no}`);
    await drawChapter(folder, chapter);
    return { ...chapter, folder };
  };
  const [first, ...others] = chapters;
  if (first === undefined) return;
  let ahead = draw(first);
  for (const next of [...others, undefined]) {
    const drawn = await ahead;
    signal.throwIfAborted();
    if (next !== undefined) {
      ahead = draw(next);
      // If publishing fails first, nothing awaits this promise.
      ahead.catch(() => {});
    }
    yield drawn;
    await rm(drawn.folder, { recursive: true, force: true });
  }
}

async function publish(
  context: DemoContext,
  { series, no, folder }: Drawn,
  at: Date,
  signal: AbortSignal,
): Promise<void> {
  // The chapter gets the publication time of the story.
  const then = { ...context, clock: () => at };
  const nothing = { onPage: () => {}, onChapter: () => {} };
  const outcomes = await importSources(discover([folder]), optionsAt(folder, at), then, signal, () => nothing);
  const refused = outcomes.find(({ result }) => result === 'refused');
  if (refused) throw new Error(`${series.title} ${no}: ${refused.reason}`);
  if (no > 1) return;
  await addWidePicture(context, series, `${folder}-wide.jpg`);
  await addFigures(context, series);
}

function optionsAt(folder: string, publishAt: Date): ImportOptions {
  return {
    paths: [folder],
    dryRun: false,
    json: false,
    verify: false,
    rehash: true,
    watch: false,
    poll: false,
    series: undefined,
    status: undefined,
    genres: undefined,
    priceCoins: undefined,
    freeFirst: undefined,
    direction: undefined,
    publishAt,
  };
}
