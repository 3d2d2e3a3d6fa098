import { mkdirSync, writeFileSync } from 'node:fs';
import { parseOptions, readArgs, WrongUsage, wholeNumber } from '../../../server/core/command-line/command-line.ts';
import { type Failure, fuzz } from './fuzz.ts';
import { gatherSpecimens, KEPT_FOLDER, specimenOf } from './specimens.ts';

const USAGE = `用法：npm run fuzz -- importer [选项]
  --runs <n>   次数，默认 20000
  --seed <n>   种子，默认随机；同一种子与次数得到同样的输入
  --first <n>  从第几次开始，默认 0（配合 --runs 1 重现某一次）
`;
const RUNS_A_LINE = 1000;

type Args = { runs: number; seed: number; first: number };

function readOptions(argv: readonly string[]): Args {
  const string = { type: 'string' } as const;
  const { values, positionals } = parseOptions(argv, { runs: string, seed: string, first: string });
  if (positionals.join(' ') !== 'importer') throw new WrongUsage('请写出要试的东西，现在只有 importer');
  return {
    runs: wholeNumber('--runs', values.runs ?? '20000'),
    seed: wholeNumber('--seed', values.seed ?? String(Math.floor(Math.random() * 2 ** 31))),
    first: wholeNumber('--first', values.first ?? '0'),
  };
}

async function main(): Promise<number> {
  const args = readArgs(USAGE, process, () => readOptions(process.argv.slice(2)));
  if (typeof args === 'number') return args;
  const { runs, seed, first } = args;
  console.log(`种子 ${seed}，${runs} 次`);
  const started = performance.now();
  const onProgress = (done: number) => {
    if (done % RUNS_A_LINE === 0) console.log(`${done} 次，${seconds(started)} 秒`);
  };
  const { failures, done } = await fuzz({ seed, runs, first, onProgress });
  if (failures.length > 0) await keep(failures, seed);
  const short = done < runs ? `（计划 ${runs} 次，失败太多，没有做完）` : '';
  console.log(`${done} 次${short}，${seconds(started)} 秒，${failures.length} 次失败（种子 ${seed}）`);
  return failures.length === 0 ? 0 : 1;
}

/** Saves failed inputs, which every later run repeats. */
async function keep(failures: Failure[], seed: number): Promise<void> {
  const specimens = await gatherSpecimens();
  mkdirSync(KEPT_FOLDER, { recursive: true });
  for (const { run, kind, why } of failures) {
    const { name, bytes } = specimenOf(specimens, seed, run);
    const path = `${KEPT_FOLDER}${seed}-${run}-${name}`;
    writeFileSync(path, bytes);
    console.log(`第 ${run} 次失败（${kind}），输入已保存到 ${path}\n${why}\n`);
  }
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}

process.exitCode = await main();
