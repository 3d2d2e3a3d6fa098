import { CALLS } from '#contract/calls';
import { expectNoPositionals, parseOptions, readUsage, wholeNumber } from '../../core/command-line.ts';
import { openTestPlace } from '../cluster.ts';
import { keep } from './corpus.ts';
import { openStage } from './stage.ts';
import { type Finding, MOST_GROWTH_BYTES, type Plan, type Tortured, torture } from './torture.ts';

const USAGE = `用法：npm run torture -- [选项]
  --runs <n>   每个接口的次数，默认 20000
  --seed <n>   种子，默认随机；同一种子得到同样的请求
  --first <n>  从总的第几次开始，默认 0
不对的请求当即说出并保存；按 Ctrl-C 提前结束，照样给出结果。
`;
const MEGABYTE = 1024 * 1024;
const TOLD_EVERY = CALLS.length * 1_000;

type Usage = { each: number; seed: number; first: number };

function readOptions(args: readonly string[]): Usage | null {
  const string = { type: 'string' } as const;
  const { values, positionals } = parseOptions(args, { runs: string, seed: string, first: string });
  if (values.help) return null;
  expectNoPositionals(positionals);
  return {
    each: wholeNumber('--runs', values.runs ?? '20000'),
    seed: wholeNumber('--seed', values.seed ?? String(Math.floor(Math.random() * 2 ** 31))),
    first: wholeNumber('--first', values.first ?? '0'),
  };
}

async function main(): Promise<number> {
  const usage = readUsage(USAGE, process, () => readOptions(process.argv.slice(2)));
  if (typeof usage === 'number') return usage;
  const { each, seed, first } = usage;
  const runs = each * CALLS.length;
  console.log(`种子 ${seed}，${CALLS.length} 个接口，共 ${runs} 次`);
  const started = performance.now();
  const onProgress = (done: number) => {
    if (done % TOLD_EVERY === 0) console.log(`${done} 次，${secondsSince(started)} 秒`);
  };
  const onFinding = (finding: Finding) => {
    console.log(`第 ${finding.run} 次：${finding.why}`);
    if (finding.run >= 0) console.log(`请求已保存到 ${keep(finding, seed)}`);
  };
  const enough = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => enough.abort());
  const plan = { seed, runs, first, signal: enough.signal, onProgress, onFinding };
  const { findings, codes, grownBytes } = await tortureAnew(plan);
  const leaked = grownBytes > MOST_GROWTH_BYTES;
  console.log(`${secondsSince(started)} 秒，各错误码的次数：${JSON.stringify(codes)}`);
  console.log(
    `内存增长 ${(grownBytes / MEGABYTE).toFixed(1)} MB${leaked ? '，太多' : ''}；${findings.length} 处不对（种子 ${seed}）`,
  );
  return findings.length === 0 && !leaked ? 0 : 1;
}

/** On a database of its own, gone afterwards. */
async function tortureAnew(plan: Plan): Promise<Tortured> {
  const { place, close } = await openTestPlace();
  try {
    const stage = await openStage(place);
    return await torture(stage, plan).finally(stage.site.close);
  } finally {
    await close();
  }
}

function secondsSince(started: number): string {
  return ((performance.now() - started) / 1000).toFixed(1);
}

process.exitCode = await main();
