import { openImageStore } from '../adapters/image-store.ts';
import { readUsage } from '../core/command-line.ts';
import { tellRenamed } from './changed-titles.ts';
import { discover } from './discover.ts';
import { type ImportContext, importSources, memoryFor, takingTurns } from './import-run.ts';
import { sentenceOf } from './mishaps.ts';
import { type ImportOptions, readOptions, USAGE } from './options.ts';
import { exitCodeOf, type Outcome } from './outcome.ts';
import { prepare } from './prepare.ts';
import { rehearse, tree } from './rehearsal.ts';
import { showProgress, summary, totals } from './report.ts';
import { Interrupted } from './run.ts';
import { foreseeRetries } from './still-damaged.ts';
import { type Findings, verify } from './verify.ts';
import { watchFolders } from './watch.ts';

/** `npm run import -- …`; answers the exit code: 0 all in, 1 some refused, 2 nothing in or wrong usage, 130 interrupted. */
export async function runImport(argv: string[], context: ImportContext): Promise<number> {
  const options = readImportUsage(argv, context);
  if (typeof options === 'number') return options;
  const abort = new AbortController();
  const stop = () => abort.abort(new Error('Interrupted by the operator'));
  context.stop?.addEventListener('abort', stop, { once: true });
  try {
    if (options.watch) return await watchFolders(options, context, abort.signal);
    return await (options.dryRun ? rehearsed(options, context, abort.signal) : imported(options, context, abort));
  } catch (error) {
    if (!context.stop?.aborted) {
      context.stderr.write(`导入失败：${sentenceOf(error)}\n`);
      return 2;
    }
    context.stderr.write('已中断，没有留下半成品。再次运行同一命令即可继续。\n');
    return 130;
  } finally {
    context.stop?.removeEventListener('abort', stop);
  }
}

/** What is asked for; help and wrong usage need no database and are answered here, with the exit code. */
export function readImportUsage(
  argv: string[],
  { stdout, stderr, clock }: Pick<ImportContext, 'stdout' | 'stderr' | 'clock'>,
): ImportOptions | number {
  return readUsage(USAGE, { stdout, stderr }, () => readOptions(argv, clock()));
}

async function imported(options: ImportOptions, context: ImportContext, abort: AbortController): Promise<number> {
  return takingTurns(
    context,
    (error) => abort.abort(error),
    abort.signal,
    async () => {
      const { pool, storeDir, clock } = context;
      if (options.verify) return verified(options, context, () => verify(pool, openImageStore(storeDir), clock));
      const started = performance.now();
      let progress = showProgress(context, 0, true);
      const show = (totalPages: number) => {
        progress = showProgress(context, totalPages, options.json);
        return progress;
      };
      const tell = (outcomes: Outcome[]) => {
        const rate = progress.stop();
        report(outcomes, options, context, { seconds: (performance.now() - started) / 1000, rate });
      };
      try {
        const outcomes = await importSources(discover(options.paths), options, context, abort.signal, show);
        tell(outcomes);
        return exitCodeOf(outcomes);
      } catch (error) {
        if (!(error instanceof Interrupted)) throw error;
        if (error.done.length > 0 || options.json) tell(error.done);
        else progress.stop();
        throw error.cause;
      }
    },
  );
}

/** Says what an import would do; takes no lock and writes nothing. */
async function rehearsed(options: ImportOptions, context: ImportContext, signal: AbortSignal): Promise<number> {
  const prepared = await prepare(discover(options.paths), memoryFor(options, context), options, signal);
  await foreseeRetries(context.pool, prepared.settled, [...prepared.unchanged.keys()]);
  tellRenamed(prepared);
  const outcomes = await rehearse(context.pool, prepared, options);
  if (!options.json) context.stdout.write(tree(outcomes));
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
