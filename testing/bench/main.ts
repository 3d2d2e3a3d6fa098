import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ensureBuilt } from '../../scripts/build.ts';
import {
  expectNoPositionals,
  parseOptions,
  readArgs,
  WrongUsage,
} from '../../server/core/command-line/command-line.ts';
import type { Rounds } from './cost.ts';
import { endAll, ROOT } from './processes.ts';
import { report } from './report.ts';
import { measureBackup } from './rows/backup.ts';
import { measureBuying } from './rows/buying.ts';
import { CALL_ROWS, measureCall } from './rows/calls.ts';
import { measureFirstVisit } from './rows/first-visit.ts';
import { measureHomePage } from './rows/home-page.ts';
import { measureImage } from './rows/image.ts';
import { measureImport } from './rows/import.ts';
import { measureLibrary } from './rows/library.ts';
import { measureLibraryScan } from './rows/library-scan.ts';
import { measureListings, measureSealedListings, measureUnknownFields } from './rows/listings.ts';
import { measureLogins } from './rows/logins.ts';
import { measureMemory } from './rows/memory.ts';
import { measureOverload } from './rows/overload.ts';
import { measurePageWeight } from './rows/page-weight.ts';
import { measurePayments } from './rows/payments.ts';
import { measureReader } from './rows/reader.ts';
import { measureSearch } from './rows/search.ts';
import { measureSessions } from './rows/sessions.ts';
import { measureStart } from './rows/start.ts';
import { measureScale, type ScaleOptions } from './scale/scale.ts';
import { importSources } from './sources.ts';
import { openStage, type Stage } from './stage.ts';
import { markdownTable, type Row } from './table.ts';

const LOADED_ROWS = [
  'listings',
  'unknown-fields',
  'library',
  'search',
  'sessions',
  ...CALL_ROWS,
  'image',
  'unlock',
  'payments',
  'memory',
];
const ROWS = [
  ...LOADED_ROWS,
  'home-page',
  'overload',
  'backup',
  'library-scan',
  'logins',
  'import',
  'start',
  'reader',
  'first-visit',
  'bytes',
];
/** Rows that may be named without an option. */
const ALONE = ['reader', 'home-page', 'overload', 'first-visit', 'backup', 'library-scan'];
const FULL = { loads: { count: 9, seconds: 1, warmUpSeconds: 3 }, rounds: 3 };
const QUICK = { loads: { count: 3, seconds: 1, warmUpSeconds: 1 }, rounds: 1 };
const RESULTS = new URL('results.md', import.meta.url);
const USAGE = `用法：npm run bench -- [选项]
      npm run bench -- reader [--quick]
      npm run bench -- home-page | overload [--quick]
      npm run bench -- first-visit [--quick]
      npm run bench -- backup | library-scan [--quick]
      npm run bench -- scale [--size <份>] [--only <名>] [--quick] [--fresh]
  --only <行,…>     只测这些行：${ROWS.join('、')}
  --quick           时间短，结果粗略
  --comics <目录>   导入测试所用的漫画
  --ledger <笔数>   unlock 一行里，账上先有多少笔（默认一百万）
  --write           把结果写入 testing/bench/results.md

reader 只测阅读器：在 Chromium 里，旁边是放着同样图片的空白页面（同 --only reader）。
first-visit 只测慢手机、慢网络上的第一次与再次打开，旁边是放着同样图片的静态页面。
home-page 只测每秒一千次首页。
overload 只测一个地址用上千条连接压着时，别人还要等多久。
backup、library-scan 只测备份时、头一次扫描书库时，读者要多等多久。

scale 造一个大站（两万部漫画、一百万位读者），量每个接口，旁边是二十分之一大的：
  --size <份>       造多大，默认 1 是全部
  --only <名>       只量名字里有它的
  --fresh           重造；不然用上次造好的
`;

type Args = {
  names: readonly string[];
  isQuick: boolean;
  comics: string | undefined;
  ledger: number;
  writes: boolean;
};

function readOptions(argv: readonly string[]): Args | null {
  const string = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const { values, positionals } = parseOptions(argv, {
    only: string,
    quick: flag,
    comics: string,
    ledger: string,
    write: flag,
  });
  if (values.help) return null;
  expectNoPositionals(positionals);
  const names = values.only?.split(',').map((name) => name.trim()) ?? ROWS;
  const unknown = names.filter((name) => !ROWS.includes(name));
  if (unknown.length > 0) throw new WrongUsage(`没有「${unknown.join('、')}」这一行`);
  const ledger = Number(values.ledger ?? 1_000_000);
  if (!Number.isSafeInteger(ledger) || ledger < 1) throw new WrongUsage('--ledger 要写一个正整数');
  return { names, isQuick: values.quick === true, comics: values.comics, ledger, writes: values.write === true };
}

function readScaleOptions(argv: readonly string[]): ScaleOptions | null {
  const string = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const { values, positionals } = parseOptions(argv, { size: string, only: string, quick: flag, fresh: flag });
  if (values.help) return null;
  expectNoPositionals(positionals);
  const share = Number(values.size ?? 1);
  if (!(share > 0 && share <= 1)) throw new WrongUsage('--size 要写一个 0 到 1 的数');
  return { share, isFresh: values.fresh === true, isQuick: values.quick === true, only: values.only ?? null };
}

async function main(): Promise<number> {
  if (process.argv[2] === 'scale') return scale(process.argv.slice(3));
  const [first, ...others] = process.argv.slice(2);
  const given = first !== undefined && ALONE.includes(first) ? ['--only', first, ...others] : process.argv.slice(2);
  const args = readArgs(USAGE, process, () => readOptions(given));
  if (typeof args === 'number') return args;
  if (process.platform !== 'linux') {
    console.error('基准测试需要 Linux：CPU 时间从 /proc 读取。');
    return 2;
  }
  const effort = args.isQuick ? QUICK : FULL;
  const isWanted = (name: string) => args.names.includes(name);
  const rows: Row[] = [];
  const add = (measured: Row[]) => {
    rows.push(...measured);
    for (const { name, ours, baseline, ratio, goal, verdict } of measured)
      console.error(`${name}: ${ours} | ${baseline} | ${ratio} (${goal}) ${verdict}`);
  };

  await ensureBuilt();
  if (LOADED_ROWS.some(isWanted))
    await withStage((stage) => measureLoaded(stage, isWanted, { ...effort, ledger: args.ledger }, add));
  if (isWanted('home-page'))
    await withStage(async (stage) => add([await measureHomePage(stage.app.url, args.isQuick)]));
  if (isWanted('overload')) await withStage(async (stage) => add(await measureOverload(stage, effort.rounds)));
  if (isWanted('backup')) add(await measureBackup(args.isQuick));
  if (isWanted('library-scan')) add(await measureLibraryScan(args.isQuick));
  if (isWanted('logins')) add(await measureLogins(effort.rounds));
  if (isWanted('import')) {
    const comics = args.comics && resolve(process.env.INIT_CWD ?? ROOT, args.comics);
    add(await measureImport(await importSources(comics), effort.rounds));
  }
  if (isWanted('start')) add(await measureStart(effort.rounds));
  if (isWanted('reader')) add(await measureReader(args.comics, effort.rounds));
  if (isWanted('first-visit')) add(await measureFirstVisit(effort.rounds));
  if (isWanted('bytes')) add(measurePageWeight());

  console.log(markdownTable(rows));
  if (args.writes) writeFileSync(RESULTS, report(rows, args.isQuick));
  return 0;
}

async function scale(argv: readonly string[]): Promise<number> {
  const options = readArgs(USAGE, process, () => readScaleOptions(argv));
  if (typeof options === 'number') return options;
  console.log(await measureScale(options));
  return 0;
}

async function withStage(work: (stage: Stage) => Promise<void>): Promise<void> {
  const stage = await openStage();
  try {
    await work(stage);
  } finally {
    await stage.close();
  }
}

async function measureLoaded(
  stage: Stage,
  isWanted: (name: string) => boolean,
  { loads: rounds, ledger }: { loads: Rounds; ledger: number },
  add: (rows: Row[]) => void,
): Promise<void> {
  // Memory counts only after every kind of load.
  const all = isWanted('memory');
  const listings = isWanted('listings') || all ? await measureSealedListings(stage, rounds) : [];
  if (isWanted('listings')) add(listings);
  if (isWanted('unknown-fields')) add([await measureUnknownFields(stage, rounds)]);
  for (const name of CALL_ROWS) {
    const row = isWanted(name) || all ? await measureCall(stage, name, rounds) : null;
    if (row && isWanted(name)) add([row]);
  }
  const image = isWanted('image') || all ? await measureImage(stage, rounds) : [];
  if (isWanted('image')) add(image);
  if (all) add([measureMemory(stage)]);
  if (isWanted('listings')) add(await measureListings(stage.app.connection, rounds.count));
  if (isWanted('sessions')) add(await measureSessions(stage.app.connection, rounds.count));
  if (isWanted('unlock')) add(await measureBuying(stage, rounds, ledger));
  if (isWanted('payments')) add(await measurePayments(stage, rounds));
  if (isWanted('search')) add(await measureSearch(stage.app.connection, rounds.count));
  if (isWanted('library')) add(await measureLibrary(stage.app.connection, rounds.count));
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
