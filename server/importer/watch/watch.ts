import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { watch as watchFiles } from 'chokidar';
import { discover } from '../discover/discover.ts';
import type { ImportOptions } from '../options.ts';
import { Interrupted } from '../publish/publish-chapters.ts';
import { stampOf } from '../read/fingerprint-cache.ts';
import { open } from '../read/open-source.ts';
import { chapterLine } from '../report.ts';
import { type ImportContext, importSources, takingTurns } from '../run.ts';
import { isJunk } from '../source/file-names.ts';
import type { Found, Missed } from '../source/source.ts';
import { asUnfit, sentenceOf } from '../source/source-error.ts';
import { anyOnNetwork } from './network-folders.ts';

/** How long things are waited for, in milliseconds. */
export type Pace = {
  /** A file that has stayed as it is for so long has been copied, if it can be opened as well. */
  settle: number;
  /** And if it can't: after so long nothing more is coming. */
  patience: number;
  /** Between two looks at what is still being copied. */
  look: number;
  /** Between two looks where the file system tells of nothing by itself. */
  poll: number;
  /** Between two looks where it does tell: what was overheard is then found all the same. */
  anyway: number;
  /** After the database was lost. */
  retry: number;
};

const PACE: Pace = { settle: 3_000, patience: 60_000, look: 1_000, poll: 5_000, anyway: 300_000, retry: 10_000 };

/** What is known of one path: how it looked, since when, and whether that very version was dealt with. */
type Sight = { stamp: string; since: number; isDone: boolean };

/** Imports what is put into the folders, until it is told to stop; answers the exit code. */
export async function watchFolders(
  options: ImportOptions,
  context: ImportContext,
  stop: AbortSignal,
  pace = PACE,
): Promise<number> {
  for (const path of await missing(options.paths)) {
    context.stderr.write(`${path} 不是文件夹，或者打不开；--watch 只能守着文件夹。\n`);
    return 2;
  }
  const bell = await makeBell(options, context, stop);
  context.stdout.write(`正在守着 ${options.paths.join('、')}：放进来的会自动导入，Ctrl-C 结束。\n`);
  const sights = new Map<string, Sight>();
  try {
    while (!stop.aborted) {
      const gone = await missing(options.paths);
      for (const path of gone) bell.lose(path);
      const there = options.paths.filter((path) => !gone.includes(path));
      const { ready, isWaiting } = await look(there, sights, pace, stop);
      const isWell = ready.length === 0 || (await bringIn(ready, sights, options, context, stop));
      if (!isWell) await pause(pace.retry, stop);
      else if (isWaiting) await pause(pace.look, stop);
      else await waitForNews(bell, options.paths, pace, stop);
    }
  } finally {
    await bell.close();
  }
  context.stdout.write('已停止守着文件夹，没有留下半成品。\n');
  return 0;
}

/** A folder that goes away as a whole rings no bell, so that is looked for in between; it is but one look. */
async function waitForNews(bell: Bell, paths: string[], pace: Pace, stop: AbortSignal): Promise<void> {
  const until = performance.now() + (bell.isPolling() ? pace.poll : pace.anyway);
  while (!(await bell.rung(pace.poll)) && !stop.aborted && performance.now() < until) {
    if ((await missing(paths)).length > 0) return;
  }
}

/** Those that are no folders, or can't be reached now. */
async function missing(paths: string[]): Promise<string[]> {
  const found = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)));
  return paths.filter((_path, index) => !found[index]?.isDirectory());
}

/** Rings when something has changed; where the system can't tell, looking is left to the clock. */
async function makeBell(options: ImportOptions, context: ImportContext, stop: AbortSignal) {
  let isPolling = options.poll || (await anyOnNetwork(options.paths));
  const lost = new Set<string>();
  let hasRung = false;
  let wake = () => {};
  const ring = () => {
    hasRung = true;
    wake();
  };
  stop.addEventListener('abort', ring);
  const watcher = isPolling
    ? undefined
    : watchFiles(options.paths, {
        ignoreInitial: true,
        ignorePermissionErrors: true,
        followSymlinks: false,
        ignored: isJunkBelow(options.paths),
      });
  watcher?.on('all', ring);
  watcher?.on('error', (error) => {
    if (!isPolling) context.stderr.write(`系统不能再通知变动（${messageOf(error)}），改为定时查看。\n`);
    isPolling = true;
    ring();
  });
  return {
    isPolling: () => isPolling,
    /** A folder that went away is not told of when it comes back. */
    lose(path: string) {
      if (!lost.has(path)) context.stderr.write(`${path} 不见了，回来之后自动接着导入。\n`);
      lost.add(path);
      isPolling = true;
    },
    /** Answers whether it has rung, at latest after that time. */
    async rung(timeoutMs: number): Promise<boolean> {
      if (!hasRung) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        const timer = setTimeout(resolve, timeoutMs);
        await promise;
        clearTimeout(timer);
      }
      const did = hasRung;
      hasRung = false;
      return did;
    },
    async close() {
      stop.removeEventListener('abort', ring);
      await watcher?.close();
    },
  };
}

/** The watched folders themselves may lie below anything. */
function isJunkBelow(folders: string[]): (path: string) => boolean {
  return (path) => {
    const folder = folders.find((each) => path.startsWith(each));
    return (
      folder !== undefined &&
      isJunk(
        path
          .slice(folder.length)
          .replace(/\\/g, '/')
          .replace(/^\/+|\/+$/g, ''),
      )
    );
  };
}

type Bell = Awaited<ReturnType<typeof makeBell>>;

type Looked = { ready: (Found | Missed)[]; isWaiting: boolean };

/** Everything that is there and whole and not yet dealt with; what is gone is forgotten, and nothing else follows from it. */
async function look(paths: string[], sights: Map<string, Sight>, pace: Pace, stop: AbortSignal): Promise<Looked> {
  const looked: Looked = { ready: [], isWaiting: false };
  const there = new Set<string>();
  for await (const found of discover(paths)) {
    if (stop.aborted) return { ready: [], isWaiting: false };
    there.add(found.path);
    const now = performance.now();
    const seen = await seenNow(found);
    if (seen === undefined) continue;
    const sight = sights.get(found.path);
    const same = sight?.stamp === seen.stamp ? sight : undefined;
    // What has long been as it is was not put here just now.
    const since = same?.since ?? (seen.newestMs < Date.now() - pace.patience ? -pace.patience : now);
    if (same === undefined) sights.set(found.path, { stamp: seen.stamp, since, isDone: false });
    if (same?.isDone) continue;
    const still = now - since;
    const settle = found.kind === 'folder' ? 3 * pace.settle : pace.settle;
    const isReady = found.kind === 'missed' || still >= pace.patience || (still >= settle && (await isWhole(found)));
    if (isReady) looked.ready.push(found);
    else looked.isWaiting = true;
  }
  for (const path of sights.keys()) if (!there.has(path)) sights.delete(path);
  return looked;
}

async function seenNow(found: Found | Missed): Promise<{ stamp: string; newestMs: number } | undefined> {
  if (found.kind === 'missed') return { stamp: found.unfit.message, newestMs: 0 };
  try {
    const { stamp, newestMs } = await stampOf(found);
    const stamps = [stamp.toString('hex')];
    for (const path of Object.values(found.beside ?? {})) {
      const beside = await stampOf({ kind: 'archive', path }).catch(() => undefined);
      stamps.push(beside?.stamp.toString('hex') ?? '');
    }
    return { stamp: stamps.join(), newestMs };
  } catch {
    // Gone or replaced between two looks.
    return undefined;
  }
}

/** Half a copy can't be opened: an archive's directory is at its end, or its parts are longer than it. */
async function isWhole(found: Found): Promise<boolean> {
  try {
    await (await open(found)).close();
    return true;
  } catch (error) {
    const code = asUnfit(error)?.code;
    return code !== 'truncated' && code !== 'corrupt_archive' && code !== 'unreadable' && code !== 'unsupported_format';
  }
}

/** Answers whether these versions are dealt with, well or badly; false where they are to be tried again. */
async function bringIn(
  ready: (Found | Missed)[],
  sights: Map<string, Sight>,
  options: ImportOptions,
  context: ImportContext,
  stop: AbortSignal,
): Promise<boolean> {
  const lost = new AbortController();
  const signal = AbortSignal.any([stop, lost.signal]);
  const progress = {
    onPage: () => {},
    onChapter: (outcome: Parameters<typeof chapterLine>[0]) => {
      if (outcome.result !== 'unchanged') context.stdout.write(`${chapterLine(outcome)}\n`);
      for (const warning of outcome.warnings) context.stdout.write(`  注意：${warning}\n`);
    },
  };
  const giveUp = (error: Error) => lost.abort(error);
  try {
    await takingTurns(context, giveUp, signal, () =>
      importSources(inTurn(ready), options, context, signal, () => progress),
    );
    for (const { path } of ready) {
      const sight = sights.get(path);
      if (sight) sight.isDone = true;
    }
    return true;
  } catch (error) {
    if (stop.aborted) return false;
    const cause = error instanceof Interrupted ? error.cause : error;
    context.stderr.write(`导入失败：${sentenceOf(cause)}，稍后自动再试。\n`);
    return false;
  }
}

async function* inTurn(found: (Found | Missed)[]): AsyncIterable<Found | Missed> {
  yield* found;
}

async function pause(ms: number, stop: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: stop }).catch(() => {});
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
