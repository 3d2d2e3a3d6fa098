import pLimit, { type LimitFunction } from 'p-limit';
import { randomStoreKey } from '../../modules/catalog/import-store.ts';
import { titleKey } from '../../modules/catalog/title-key.ts';
import { byteBudget } from '../limits/byte-budget.ts';
import { pagesAtOnce } from '../limits/threads.ts';
import { makeChapter, type Workshop } from '../make/make-chapter.ts';
import type { Planned } from '../plan/plan.ts';
import { conflictOf, type Looked, type Prepared, refusal, unfitOf } from '../plan/prepare.ts';
import { open } from '../read/open-source.ts';
import type { Outcome } from '../source/outcome.ts';
import type { Opened } from '../source/source.ts';
import { isDatabaseLost } from '../source/source-error.ts';
import {
  announce,
  applyOrders,
  type Catalog,
  choosePlace,
  finishChapter,
  type Place,
  pagesPrefix,
  tidy,
  withdraw,
} from './publish-chapter.ts';

/** Chapters whose pages are being made: enough to keep every core at work, and few enough to bound memory. */
const MADE_AT_ONCE = 3;
/** Chapters on their way, those included that are made and wait for their turn to be brought in: no core waits with them. */
const CHAPTERS_AT_ONCE = 2 * MADE_AT_ONCE;
const PIXEL_BYTES_IN_FLIGHT = 256 * 1024 * 1024;
/** Two scans of 25 million pixels, or one of any size. */
const DECODING_BYTES_IN_FLIGHT = 144 * 1024 * 1024;
/** What the memory of a run has room for besides pixels. */
const LARGE_DICTIONARY_BYTES = 32 * 1024 * 1024;

export type Progress = { onPage: () => void; onChapter: (outcome: Outcome) => void };

/** What all chapters of a run share, and the limit on how many are made at once. */
type Crew = { workshop: Workshop; making: LimitFunction };

type Series = { comicKey: string; nos: number[] };

/**
 * Makes every planned chapter and brings it in, each in its own transaction; answers what became of each.
 * Throws where the database is lost or the run is told to stop: what is in stays in, the rest leaves nothing behind.
 */
export async function runTasks(
  catalog: Catalog,
  prepared: Prepared,
  progress: Progress,
  signal: AbortSignal,
): Promise<Outcome[]> {
  const series = new Map<string, Series>();
  for (const task of prepared.tasks) {
    const entry = series.get(titleKey(task.series)) ?? { comicKey: randomStoreKey(), nos: [] };
    entry.nos.push(task.no);
    series.set(titleKey(task.series), entry);
  }
  const stop = new AbortController();
  const workshop: Workshop = {
    store: catalog.store,
    slots: pLimit(pagesAtOnce()),
    budget: byteBudget(PIXEL_BYTES_IN_FLIGHT),
    decoding: byteBudget(DECODING_BYTES_IN_FLIGHT),
    signal: AbortSignal.any([signal, stop.signal]),
    onPage: progress.onPage,
  };
  const crew: Crew = { workshop, making: pLimit(MADE_AT_ONCE) };
  const inTurn = turns();
  const chapters = pLimit(CHAPTERS_AT_ONCE);
  const outcomes = await Promise.allSettled(
    prepared.tasks.map((task) =>
      chapters(async () => {
        const turn = inTurn();
        try {
          workshop.signal.throwIfAborted();
          const run = series.get(titleKey(task.series)) ?? { comicKey: randomStoreKey(), nos: [task.no] };
          return await bringInOne(catalog, crew, task, run, turn.mine, progress);
        } catch (error) {
          stop.abort(error);
          throw error;
        } finally {
          turn.pass();
        }
      }),
    ),
  );
  const done = outcomes.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  const failed = outcomes.find((each) => each.status === 'rejected');
  // Where the database is lost too, the next run tidies up.
  if (failed) await tidy(catalog).catch(() => {});
  if (failed) throw new Interrupted(done, failed.reason);
  await tidy(catalog);
  return done;
}

/** A run that ended early, with what it had brought in. */
export class Interrupted extends Error {
  readonly done: Outcome[];
  constructor(done: Outcome[], cause: unknown) {
    super('The import was interrupted', { cause });
    this.done = done;
  }
}

/** Does what the operator says to chapters that stay as they are, and notes it in their outcomes. */
export async function applyToUnchanged(catalog: Catalog, prepared: Prepared): Promise<void> {
  const isOrdered = Object.values(catalog.orders).some((order) => order !== undefined);
  for (const [comicId, kept] of prepared.unchanged) {
    if (!isOrdered && !kept.isNews) continue;
    const { updated, warnings } = await applyOrders(catalog, comicId, kept);
    kept.outcomes[0]?.warnings.push(...warnings);
    if (updated.length === 0) continue;
    for (const outcome of kept.outcomes) Object.assign(outcome, { result: 'updated', updated });
  }
}

/** Brings a chapter in from the first of its sources that isn't damaged; answers what became of each source. */
async function bringInOne(
  catalog: Catalog,
  crew: Crew,
  task: Planned<Looked>,
  series: Series,
  myTurn: Promise<void>,
  progress: Progress,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let isIn = false;
  for (const source of [task, ...task.spares]) {
    const outcome = isIn ? conflictOf(source) : await bringIn(catalog, crew, source, series, myTurn);
    if (!isIn && outcome.result !== 'refused') {
      for (const { path } of outcomes) outcome.warnings.push(`代替了读不出的「${path}」`);
      isIn = true;
    }
    progress.onChapter(outcome);
    outcomes.push(outcome);
  }
  return outcomes;
}

async function bringIn(
  catalog: Catalog,
  { workshop, making }: Crew,
  task: Planned<Looked>,
  series: Series,
  myTurn: Promise<void>,
): Promise<Outcome> {
  const { candidate, no } = task;
  const warnings = [...candidate.warnings, ...task.warnings];
  let place: Place | undefined;
  try {
    place = await choosePlace(catalog, task.series, no, series, candidate.told);
    await announce(catalog, place);
    const wanted = { prefix: pagesPrefix(place), wantsCover: place.isFace };
    const made = await making(async () => {
      workshop.signal.throwIfAborted();
      const opened = await open(candidate.found, catalog.scratch, workshop.signal);
      try {
        await unpackFirst(opened, workshop);
        return await makeChapter(opened, wanted, workshop);
      } finally {
        await opened.close();
      }
    });
    warnings.push(...made.warnings);
    await myTurn;
    workshop.signal.throwIfAborted();
    warnings.push(...(await finishChapter(catalog, place, made, { ...candidate, series: task.series, no })));
    const result = task.action === 'new' ? 'new' : 'replaced';
    const pages = made.pages.length;
    return { path: candidate.path, series: task.series, no, pages, result, code: null, reason: null, warnings };
  } catch (error) {
    await myTurn;
    if (place) await withdraw(catalog, place).catch(() => {});
    if (workshop.signal.aborted || isDatabaseLost(error)) throw error;
    return { ...refusal(candidate.path, unfitOf(error)), series: task.series, no, warnings };
  }
}

/** A large dictionary takes the place of pages that would be drawn meanwhile. */
async function unpackFirst({ unpacking }: Opened, { budget, signal }: Workshop): Promise<void> {
  if (unpacking === undefined || unpacking.bytes < LARGE_DICTIONARY_BYTES) return;
  const giveBack = await budget.take(unpacking.bytes);
  try {
    signal.throwIfAborted();
    await unpacking.finish();
  } finally {
    giveBack();
  }
}

/** Lets work go on one after the other, in the order in which it asked. */
function turns() {
  let last = Promise.resolve();
  return () => {
    const mine = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    return { mine, pass: resolve };
  };
}
