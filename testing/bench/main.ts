import { resolve } from 'node:path';
import { ensureBuilt } from '../../scripts/build.ts';
import {
  expectNoPositionals,
  parseOptions,
  readArgs,
  WrongUsage,
} from '../../server/core/command-line/command-line.ts';
import type { Rounds } from './cost.ts';
import { load } from './loader.ts';
import { residentBytes } from './proc-stat.ts';
import { endAll, ROOT } from './processes.ts';
import { measureBackup } from './rows/backup.ts';
import { measureBuying } from './rows/buying.ts';
import { measureComicInfo } from './rows/comic-info.ts';
import { measureConsole } from './rows/console.ts';
import { measureFirstVisit } from './rows/first-visit.ts';
import { measureImage } from './rows/image.ts';
import { measureImport } from './rows/import.ts';
import { measureLibraryScan } from './rows/library-scan.ts';
import { measureSealedListings, measureUnknownFields } from './rows/listings.ts';
import { measureLogins } from './rows/logins.ts';
import { measureOverload } from './rows/overload.ts';
import { measurePageWeight } from './rows/page-weight.ts';
import { measureReader } from './rows/reader.ts';
import { measureRelease } from './rows/release.ts';
import { measureStart } from './rows/start.ts';
import { measureUpload } from './rows/upload.ts';
import { measureUserInfo } from './rows/user-info.ts';
import { measureScale, type ScaleOptions } from './scale/scale.ts';
import { importSources } from './sources.ts';
import { openStage, type Stage } from './stage.ts';
import { figureRow, machineLine, markdownTable, type Row } from './table.ts';

type Args = { names: readonly string[]; isQuick: boolean; comics: string | undefined; ledger: number };
type Effort = Args & { loads: Rounds; rounds: number };

/** Rows of an app that all of them share, in this order. */
const LOADED_ROWS: Readonly<Record<string, (stage: Stage, effort: Effort) => Promise<Row[]>>> = {
  listings: (stage, { loads }) => measureSealedListings(stage, loads),
  'unknown-fields': async (stage, { loads }) => [await measureUnknownFields(stage, loads)],
  'user/info': async (stage, { loads }) => [await measureUserInfo(stage, loads)],
  'comic/info': async (stage, { loads }) => [await measureComicInfo(stage, loads)],
  image: (stage, { loads }) => measureImage(stage, loads),
  memory: async (stage) => [await measureMemory(stage)],
  buy: (stage, { loads, ledger }) => measureBuying(stage, loads, ledger),
};
/** Rows that start their own processes. */
const OTHER_ROWS: Readonly<Record<string, (effort: Effort) => Promise<Row[]>>> = {
  overload: ({ rounds }) => withStage((stage) => measureOverload(stage, rounds)),
  backup: ({ isQuick }) => measureBackup(isQuick),
  release: ({ isQuick }) => measureRelease(isQuick),
  'library-scan': ({ isQuick }) => measureLibraryScan(isQuick),
  upload: async ({ comics }) => measureUpload(await importSources(comics)),
  console: ({ isQuick }) => measureConsole(isQuick),
  logins: ({ rounds }) => measureLogins(rounds),
  import: async ({ comics, rounds }) => measureImport(await importSources(comics), rounds),
  start: ({ rounds }) => measureStart(rounds),
  reader: ({ comics, rounds }) => measureReader(comics, rounds),
  'first-visit': ({ rounds }) => measureFirstVisit(rounds),
  bytes: async () => measurePageWeight(),
};
const ROWS = [...Object.keys(LOADED_ROWS), ...Object.keys(OTHER_ROWS)];
const FULL = { loads: { count: 9, seconds: 1, warmUpSeconds: 3 }, rounds: 3 };
const QUICK = { loads: { count: 3, seconds: 1, warmUpSeconds: 1 }, rounds: 1 };
const MEMORY_MB = 220;
const USAGE = `用法：npm run bench -- [行] [选项]
      npm run bench -- scale [--size <份>] [--only <名>] [--quick] [--fresh]
  [行]              只测这一行：${ROWS.join('、')}
  --only <行,…>     只测这些行
  --quick           时间短，结果粗略
  --comics <目录>   import、upload 与 reader 所用的漫画
  --ledger <笔数>   buy 一行里，账上先有多少笔（默认一百万）

每一行都与基线轮流测量：相同字节的 node:http、nginx、同样的语句、同样图片的静态页面。
比值是各轮的中位数，spread 是最低到最高；µs 是服务器与 PostgreSQL 每个请求的处理器时间。

scale 造一个大站（两万部漫画、一百万位读者），量每个接口，旁边是二十分之一大的：
  --size <份>       造多大，默认 1 是全部
  --only <名>       只量名字里有它的
  --fresh           重造；不然用上次造好的
`;

function readOptions(argv: readonly string[]): Args {
  const string = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options = { only: string, quick: flag, comics: string, ledger: string };
  const { values, positionals } = parseOptions([...argv], options);
  const names = [...positionals, ...(values.only?.split(',').map((name) => name.trim()) ?? [])];
  const unknown = names.filter((name) => !ROWS.includes(name));
  if (unknown.length > 0) throw new WrongUsage(`没有「${unknown.join('、')}」这一行`);
  const ledger = Number(values.ledger ?? 1_000_000);
  if (!Number.isSafeInteger(ledger) || ledger < 1) throw new WrongUsage('--ledger 要写一个正整数');
  const comics = values.comics && resolve(process.env.INIT_CWD ?? ROOT, values.comics);
  return { names: names.length > 0 ? names : ROWS, isQuick: values.quick === true, comics, ledger };
}

function readScaleOptions(argv: readonly string[]): ScaleOptions {
  const string = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const { values, positionals } = parseOptions([...argv], { size: string, only: string, quick: flag, fresh: flag });
  expectNoPositionals(positionals);
  const share = Number(values.size ?? 1);
  if (!(share > 0 && share <= 1)) throw new WrongUsage('--size 要写一个 0 到 1 的数');
  return { share, isFresh: values.fresh === true, isQuick: values.quick === true, only: values.only ?? null };
}

async function main(): Promise<number> {
  const [first, ...others] = process.argv.slice(2);
  if (first === 'scale') return scale(others);
  const args = readArgs(USAGE, process, () => readOptions(process.argv.slice(2)));
  if (typeof args === 'number') return args;
  if (process.platform !== 'linux') {
    console.error('基准测试需要 Linux：CPU 时间从 /proc 读取。');
    return 2;
  }
  const effort = { ...args, ...(args.isQuick ? QUICK : FULL) };
  const rows: Row[] = [];
  const add = (measured: Row[]) => {
    rows.push(...measured);
    for (const { name, ours, baseline, ratio, goal, verdict } of measured)
      console.error(`${name}: ${ours} | ${baseline} | ${ratio} (${goal}) ${verdict}`);
  };

  await ensureBuilt();
  const isWanted = ([name]: [string, unknown]) => args.names.includes(name);
  const loaded = Object.entries(LOADED_ROWS).filter(isWanted);
  if (loaded.length > 0)
    await withStage(async (stage) => {
      for (const [, measure] of loaded) add(await measure(stage, effort));
    });
  for (const [, measure] of Object.entries(OTHER_ROWS).filter(isWanted)) add(await measure(effort));
  console.log(`${machineLine()}\n\n${markdownTable(rows)}`);
  return 0;
}

async function scale(argv: readonly string[]): Promise<number> {
  const options = readArgs(USAGE, process, () => readScaleOptions(argv));
  if (typeof options === 'number') return options;
  console.log(await measureScale(options));
  return 0;
}

async function withStage<Result>(work: (stage: Stage) => Promise<Result>): Promise<Result> {
  const stage = await openStage();
  try {
    return await work(stage);
  } finally {
    await stage.close();
  }
}

/** The app's resident memory after the loads so far. */
async function measureMemory(stage: Stage): Promise<Row> {
  await load(stage.request('home'), 16, QUICK.loads.seconds);
  const megabytes = residentBytes(stage.app.pid) / 1_000_000;
  return figureRow('memory after the load', megabytes, { atMost: MEMORY_MB }, (value) => `${value.toFixed(0)} MB`);
}

let ending = false;
/** Ends all processes and removes all files, however the benchmark ends. */
async function end(code: number): Promise<void> {
  if (ending) return;
  ending = true;
  await endAll();
  process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(130));
main().then(end, (error) => {
  if (!ending) console.error(error);
  return end(1);
});
