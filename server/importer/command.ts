import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { openImageStore } from '../adapters/image-store.ts';
import { retryDamaged } from '../modules/catalog/damage-store.ts';
import { holdImportLock } from '../modules/catalog/store-files-store.ts';
import type { Catalog } from './apply.ts';
import { asUnfit } from './mishaps.ts';
import { type ImportOptions, readOptions, USAGE, WrongUsage } from './options.ts';
import { exitCodeOf, type Outcome } from './outcome.ts';
import { DECODERS } from './page-recipe.ts';
import { type Prepared, prepare } from './prepare.ts';
import { type Output, showProgress, summary } from './report.ts';
import { Interrupted, runTasks } from './run.ts';
import { tellDamaged } from './still-damaged.ts';
import { sweepLeftovers } from './sweep.ts';
import { type Findings, verify } from './verify.ts';

export type ImportContext = Output & {
  pool: pg.Pool;
  /** Where the pictures are kept: `<DATA_DIR>/store`. */
  storeDir: string;
  clock: () => Date;
};

/** `npm run import -- …`; answers the exit code: 0 all in, 1 some refused, 2 nothing in or wrong usage, 130 interrupted. */
export async function runImport(argv: string[], context: ImportContext): Promise<number> {
  const options = readUsage(argv, context);
  if (typeof options === 'number') return options;
  const abort = new AbortController();
  let interrupted = false;
  const stop = () => {
    interrupted = true;
    abort.abort(new Error('Interrupted by a signal'));
  };
  // A second signal ends the process as always; the next run then cleans up.
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    return await (options.dryRun ? rehearse(options, context, abort.signal) : locked(options, context, abort));
  } catch (error) {
    if (!interrupted) {
      context.stderr.write(`导入失败：${asUnfit(error)?.message ?? messageOf(error)}\n`);
      return 2;
    }
    context.stderr.write('已中断，没有留下半成品。再次运行同一命令即可继续。\n');
    return 130;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

/** What is asked for; where nothing needs a database, help or wrong usage, it is told here and the exit code answered. */
export function readUsage(
  argv: string[],
  { stdout, stderr, clock }: Pick<ImportContext, 'stdout' | 'stderr' | 'clock'>,
): ImportOptions | number {
  try {
    const options = readOptions(argv, clock());
    if (!options.help) return options;
    stdout.write(USAGE);
    return 0;
  } catch (error) {
    if (!(error instanceof WrongUsage)) throw error;
    stderr.write(`${error.message}。\n\n${USAGE}`);
    return 2;
  }
}

async function locked(options: ImportOptions, context: ImportContext, abort: AbortController): Promise<number> {
  const { pool, storeDir, clock } = context;
  const { signal } = abort;
  const onWait = () => context.stderr.write('另一个导入正在进行，等它结束后自动开始…\n');
  const release = await holdImportLock(pool, onWait, (error) => abort.abort(error));
  try {
    await mkdir(storeDir, { recursive: true });
    const store = openImageStore(storeDir);
    if (options.verify) return await verified(options, context, () => verify(pool, store, clock));
    await sweepLeftovers(pool, store);
    const scratch = join(dirname(storeDir), 'import-tmp');
    await rm(scratch, { recursive: true, force: true });
    const { series, status, genres, priceCoins, freeFirst, direction, publishAt } = options;
    const orders = { status, genres, priceCoins, freeFirst, direction, publishAt };
    await retryDamaged(pool, DECODERS);
    const prepared = await prepare(pool, options.paths, { series }, signal);
    await tellDamaged(pool, prepared.settled, [...prepared.unchanged.keys()]);
    return await imported({ pool, store, scratch, clock, orders }, prepared, options, context, signal);
  } finally {
    await release();
  }
}

async function imported(
  catalog: Catalog,
  prepared: Prepared,
  options: ImportOptions,
  context: ImportContext,
  signal: AbortSignal,
): Promise<number> {
  const started = performance.now();
  const total = prepared.tasks.reduce((sum, task) => sum + task.candidate.pageCount, 0);
  const progress = showProgress(context, total, options.json);
  const tell = (outcomes: Outcome[]) => {
    const rate = progress.stop();
    report(outcomes, options, context, { seconds: (performance.now() - started) / 1000, rate });
  };
  for (const outcome of prepared.settled) progress.onChapter(outcome);
  let outcomes: Outcome[];
  try {
    outcomes = [...prepared.settled, ...(await runTasks(catalog, prepared, progress, signal))];
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    tell([...prepared.settled, ...error.done]);
    throw error.cause;
  }
  tell(outcomes);
  return exitCodeOf(outcomes);
}

/** Says what an import would do; takes no lock and writes nothing. */
async function rehearse(options: ImportOptions, context: ImportContext, signal: AbortSignal): Promise<number> {
  const prepared = await prepare(context.pool, options.paths, { series: options.series }, signal);
  const planned = prepared.tasks.map(({ candidate, series, no, action, warnings }): Outcome => {
    const result = action === 'new' ? 'new' : 'replaced';
    const all = [...candidate.warnings, ...warnings];
    const { path, pageCount } = candidate;
    return { path, series, no, pages: pageCount, result, code: null, reason: null, warnings: all };
  });
  const outcomes = [...prepared.settled, ...planned];
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
    context.stdout.write(
      outcomes.length > 0 ? summary(outcomes, { dryRun: options.dryRun, ...speed }) : '没有找到可以导入的内容。\n',
    );
    return;
  }
  const count = (result: Outcome['result']) => outcomes.filter((each) => each.result === result).length;
  const document = {
    dryRun: options.dryRun,
    new: count('new'),
    replaced: count('replaced'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    seconds: Number(speed.seconds.toFixed(3)),
    pagesPerSecond: Number(speed.rate.toFixed(2)),
    sources: outcomes,
  };
  context.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
}

/** 0 where all is well or mended, 1 where something must be imported again. */
async function verified(
  options: ImportOptions,
  context: ImportContext,
  look: () => Promise<Findings>,
): Promise<number> {
  const findings = await look();
  if (options.json) {
    context.stdout.write(`${JSON.stringify(findings, null, 2)}\n`);
  } else {
    for (const line of [...findings.mended, ...findings.lost]) context.stdout.write(`${line}\n`);
    const { comics, chapters, files, removed, mended, lost } = findings;
    context.stdout.write(
      `核对了 ${comics} 部作品、${chapters} 话、${files} 个图片文件：清理多余文件 ${removed} 个，修复 ${mended.length} 处，需要重新导入 ${lost.length} 话。\n`,
    );
  }
  return findings.lost.length > 0 ? 1 : 0;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
