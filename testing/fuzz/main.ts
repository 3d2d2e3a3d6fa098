import { CALLS } from '#contract/calls';
import {
  expectNoPositionals,
  parseOptions,
  readArgs,
  WrongUsage,
  wholeNumber,
} from '../../server/core/command-line/command-line.ts';
import { openTestPlace } from '../database/cluster.ts';
import { keep } from './corpus.ts';
import { forgeNotifications } from './forgeries.ts';
import { countPayments, openForgeryStage } from './forgery-stage.ts';
import { tortureNaming } from './naming/naming-torture.ts';
import { openStage } from './stage.ts';
import { type Finding, MOST_GROWTH_BYTES, type Plan, type Tortured, torture } from './torture.ts';

const USAGE = `用法：npm run torture -- [calls | notifications | naming] [选项]
  calls          古怪的请求，默认
  notifications  伪造的付款通知，三个渠道轮流
  naming         编出来的文件名，看导入认成什么
  --runs <n>   每个接口的次数，默认 20000；通知是总的次数，默认 1000000；
               名字是总的个数，默认 2000
  --seed <n>   种子，默认随机；同一种子得到同样的请求
  --first <n>  从总的第几次开始，默认 0
不对的请求当即说出并保存；按 Ctrl-C 提前结束，照样给出结果。
`;
const MEGABYTE = 1024 * 1024;
const TOLD_EVERY = CALLS.length * 1_000;

const RUNS = { calls: '20000', notifications: '1000000', naming: '2000' };
type Kind = keyof typeof RUNS;
type Args = { kind: Kind; runs: number; seed: number; first: number };

const isKind = (kind: string): kind is Kind => Object.hasOwn(RUNS, kind);

function readOptions(argv: readonly string[]): Args {
  const string = { type: 'string' } as const;
  const { values, positionals } = parseOptions(argv, { runs: string, seed: string, first: string });
  const [kind = 'calls', ...more] = positionals;
  expectNoPositionals(more);
  if (!isKind(kind)) throw new WrongUsage(`没有「${kind}」，只有 calls、notifications 和 naming`);
  return {
    kind,
    runs: wholeNumber('--runs', values.runs ?? RUNS[kind]),
    seed: wholeNumber('--seed', values.seed ?? String(Math.floor(Math.random() * 2 ** 31))),
    first: wholeNumber('--first', values.first ?? '0'),
  };
}

async function main(): Promise<number> {
  const args = readArgs(USAGE, process, () => readOptions(process.argv.slice(2)));
  if (typeof args === 'number') return args;
  if (args.kind === 'naming') return tortureNames(args);
  return args.kind === 'calls' ? tortureCalls(args) : tortureNotifications(args);
}

async function tortureNames({ runs, seed }: Args): Promise<number> {
  console.log(`种子 ${seed}，编出来的名字共 ${runs} 个`);
  const started = performance.now();
  const findings = await tortureNaming({ seed, names: runs, onFinding: (finding) => console.log(finding) });
  console.log(`${secondsSince(started)} 秒；${findings.length} 个丢了或认错（种子 ${seed}）`);
  return findings.length === 0 ? 0 : 1;
}

async function tortureNotifications({ runs, seed, first }: Args): Promise<number> {
  console.log(`种子 ${seed}，伪造的通知共 ${runs} 次`);
  const started = performance.now();
  const onProgress = (done: number) => {
    if (done % TOLD_EVERY === 0) console.log(`${done} 次，${secondsSince(started)} 秒`);
  };
  const { place, close } = await openTestPlace();
  try {
    const { site, victims } = await openForgeryStage(place);
    try {
      const believed = await forgeNotifications(site, victims, {
        seed,
        runs,
        first,
        onProgress,
        signal: interrupted(),
      });
      for (const { run, channel, sent } of believed)
        console.log(`第 ${run} 次信了（${channel}）：${JSON.stringify(sent)}`);
      const payments = await countPayments(site);
      console.log(`${secondsSince(started)} 秒；信了 ${believed.length} 次，到账 ${payments} 笔（种子 ${seed}）`);
      return believed.length + payments === 0 ? 0 : 1;
    } finally {
      await site.close();
    }
  } finally {
    await close();
  }
}

function interrupted(): AbortSignal {
  const enough = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => enough.abort());
  return enough.signal;
}

async function tortureCalls({ runs: each, seed, first }: Args): Promise<number> {
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
  const plan = { seed, runs, first, signal: interrupted(), onProgress, onFinding };
  const { findings, codes, grownBytes } = await tortureAnew(plan);
  const leaked = grownBytes > MOST_GROWTH_BYTES;
  console.log(`${secondsSince(started)} 秒，各错误码的次数：${JSON.stringify(codes)}`);
  console.log(
    `内存增长 ${(grownBytes / MEGABYTE).toFixed(1)} MB${leaked ? '，太多' : ''}；${findings.length} 处不对（种子 ${seed}）`,
  );
  return findings.length === 0 && !leaked ? 0 : 1;
}

/** Uses a temporary database. */
async function tortureAnew(plan: Plan): Promise<Tortured> {
  const { place, close } = await openTestPlace();
  try {
    const stage = await openStage({ place });
    return await torture(stage, plan).finally(stage.site.close);
  } finally {
    await close();
  }
}

function secondsSince(started: number): string {
  return ((performance.now() - started) / 1000).toFixed(1);
}

process.exitCode = await main();
