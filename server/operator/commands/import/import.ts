import { dirname } from 'node:path';
import { openImageFolder } from '../../../adapters/image-folder.ts';
import { brokenAmong } from '../../../adapters/whole-picture.ts';
import { readArgs } from '../../../core/command-line/command-line.ts';
import { operatorName } from '../../../core/command-line/launch-environment.ts';
import { discover } from '../../../importer/discover/discover.ts';
import { outcomeTree } from '../../../importer/dry-run-tree.ts';
import { type ImportOptions, readOptions, USAGE } from '../../../importer/options.ts';
import { describeFailure } from '../../../importer/publish/failures.ts';
import { ImportInterrupted } from '../../../importer/publish/publish-chapters.ts';
import { verify } from '../../../importer/publish/verify.ts';
import { showProgress, summary, totals } from '../../../importer/report.ts';
import {
  fingerprintCacheFor,
  type ImportContext,
  importSources,
  previewImport,
  withImportLock,
} from '../../../importer/run.ts';
import { exitCodeOf, type Outcome } from '../../../importer/source/outcome.ts';
import { missingFolders, watchFolders } from '../../../importer/watch/watch.ts';
import { inWords } from '../../../importer/watch/watch-report.ts';
import { neededPictures } from '../../../modules/editorial/editing.ts';
import type { Command } from '../command.ts';

/** The behaviour of an import while there are demo comics. */
export type DemoBesideImport = {
  offerToRemove(context: ImportContext): Promise<void>;
  isDrawing(dataDir: string): Promise<boolean>;
};

const NO_DEMO: DemoBesideImport = { offerToRemove: async () => {}, isDrawing: async () => false };

/** `manyu import …` with an open database. Returns the exit code. */
export async function runImport(argv: string[], context: ImportContext, demo = NO_DEMO): Promise<number> {
  const options = readImportArgs(argv, context);
  return typeof options === 'number' ? options : run(options, context, demo);
}

export function importCommand(demo: DemoBesideImport): Command<ImportOptions> {
  return { readArgs: readImportArgs, run: (options, context) => run(options, context, demo) };
}

/** Returns the exit code: 0 all imported, 1 some refused, 2 none imported or wrong usage, 130 interrupted. */
async function run(given: ImportOptions, context: ImportContext, demo: DemoBesideImport): Promise<number> {
  const options = { ...given, run: { actor: operatorName(), uploadId: '' } };
  const abort = new AbortController();
  const stop = () => abort.abort(new Error('Interrupted by the operator'));
  context.stop?.addEventListener('abort', stop, { once: true });
  try {
    if (options.watch) return await runWatch(options, context, abort.signal);
    if (!options.dryRun && !options.verify) await demo.offerToRemove(context);
    return await (options.dryRun
      ? runDry(options, context, abort.signal)
      : runUnderLock(options, context, demo, abort));
  } catch (error) {
    if (!context.stop?.aborted) {
      context.stderr.write(`导入失败：${describeFailure(error)}\n`);
      return 2;
    }
    context.stderr.write('已中断，没有留下半成品。再次运行同一命令即可继续。\n');
    return 130;
  } finally {
    context.stop?.removeEventListener('abort', stop);
  }
}

export function readImportArgs(
  argv: string[],
  { stdout, stderr, clock }: Pick<ImportContext, 'stdout' | 'stderr' | 'clock'>,
): ImportOptions | number {
  return readArgs(USAGE, { stdout, stderr }, () => readOptions(argv, clock()));
}

async function runWatch(options: ImportOptions, context: ImportContext, signal: AbortSignal): Promise<number> {
  const [missing] = await missingFolders(options.paths);
  if (missing === undefined) {
    await watchFolders(options, context, signal, inWords(context));
    return 0;
  }
  context.stderr.write(`${missing} 不是文件夹，或者打不开；--watch 只能监视文件夹。\n`);
  return 2;
}

async function runUnderLock(
  options: ImportOptions,
  context: ImportContext,
  demo: DemoBesideImport,
  abort: AbortController,
): Promise<number> {
  const loseLock = (error: Error) => abort.abort(error);
  const isDrawing = await demo.isDrawing(dirname(context.imageDir));
  const waitsFor = isDrawing ? '正在画演示用的漫画，要一两分钟' : undefined;
  return withImportLock({ ...context, waitsFor }, loseLock, abort.signal, () =>
    options.verify ? runVerify(options, context) : runPaths(options, context, abort.signal),
  );
}

async function runPaths(options: ImportOptions, context: ImportContext, signal: AbortSignal): Promise<number> {
  const started = performance.now();
  let progress = showProgress(context, 0, true);
  const onStart = (totalPages: number) => {
    progress = showProgress(context, totalPages, options.json);
    return progress;
  };
  const printOutcomes = (outcomes: Outcome[]) => {
    const rate = progress.stop();
    report(outcomes, options, context, { seconds: (performance.now() - started) / 1000, rate });
  };
  try {
    const outcomes = await importSources(discover(options.paths), options, context, signal, onStart);
    printOutcomes(outcomes);
    return exitCodeOf(outcomes);
  } catch (error) {
    if (!(error instanceof ImportInterrupted)) throw error;
    if (error.done.length > 0 || options.json) printOutcomes(error.done);
    else progress.stop();
    throw error.cause;
  }
}

/** Prints the plan of an import. Takes no lock and writes nothing. */
async function runDry(options: ImportOptions, context: ImportContext, signal: AbortSignal): Promise<number> {
  const cache = fingerprintCacheFor(options, context);
  const outcomes = await previewImport(discover(options.paths), options, { pool: context.pool, cache }, signal);
  if (!options.json) context.stdout.write(outcomeTree(outcomes));
  report(outcomes, options, context, { seconds: 0, rate: 0 });
  return exitCodeOf(outcomes);
}

function report(
  outcomes: Outcome[],
  options: ImportOptions,
  context: ImportContext,
  speed: { seconds: number; rate: number },
): void {
  if (!options.json) {
    const how = { dryRun: options.dryRun, ...speed };
    const text = options.dryRun ? totals(outcomes, how) : summary(outcomes, how);
    context.stdout.write(outcomes.length > 0 ? text : '没有找到可以导入的内容。\n');
    return;
  }
  const count = (result: Outcome['result']) => outcomes.filter((each) => each.result === result).length;
  const document = {
    dryRun: options.dryRun,
    new: count('new'),
    replaced: count('replaced'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    seconds: Number(speed.seconds.toFixed(3)),
    pagesPerSecond: Number(speed.rate.toFixed(2)),
    sources: outcomes,
  };
  context.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
}

/** Returns 0 if all is well or repaired, 1 if something must be imported or applied again. */
async function runVerify(options: ImportOptions, context: ImportContext): Promise<number> {
  const { pool, imageDir, clock } = context;
  const storage = openImageFolder(imageDir);
  const findings = await verify(pool, storage, clock);
  const lostOfEditor = await brokenAmong(storage, await neededPictures(pool, clock()));
  if (options.json) {
    // Other programs read the field `mended`, so its name stays.
    const { repaired, lost, ...counts } = findings;
    context.stdout.write(`${JSON.stringify({ ...counts, mended: repaired, lost, lostOfEditor }, null, 2)}\n`);
  } else {
    for (const line of [...findings.repaired, ...findings.lost]) context.stdout.write(`${line}\n`);
    if (lostOfEditor.length > 0)
      context.stdout.write(
        `横幅、专题、活动或站点的图片有 ${lostOfEditor.length} 个缺少或损坏，请再应用一次编辑的文件：manyu editorial apply <文件>\n`,
      );
    const { comics, chapters, files, removed, repaired, lost } = findings;
    context.stdout.write(
      `核对了 ${comics} 部作品、${chapters} 话、${files} 个图片文件：清理多余文件 ${removed} 个，修复 ${repaired.length} 处，需要重新导入 ${lost.length} 话。\n`,
    );
  }
  return findings.lost.length + lostOfEditor.length > 0 ? 1 : 0;
}
