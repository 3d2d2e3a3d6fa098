import type { Pool } from 'pg';
import {
  argsReader,
  givenMonth,
  givenReason,
  parseOptions,
  WrongUsage,
} from '../../../core/command-line/command-line.ts';
import { checkParts } from '../../../core/db/invariants.ts';
import { boundsOfMonth } from '../../../core/time/shanghai-day.ts';
import { createCatalog, titlesOf } from '../../../modules/catalog/catalog.ts';
import { checkPasses, passTables, reportPasses } from '../../../modules/membership/membership.ts';
import { checkRewards } from '../../../modules/rewards/rewards.ts';
import { checkOrders } from '../../../modules/shop/shop.ts';
import {
  type Asset,
  checkInvariants,
  listWalletHistory,
  readBalances,
  renderReportAsCsv,
  reportBetween,
} from '../../../modules/wallet/wallet.ts';
import type { Command } from '../command.ts';
import { findReaderId } from '../readers/reader-name.ts';
import { type AdjustArgs, type AdjustContext, type Amount, adjustWallet } from './wallet-adjust.ts';
import { givePass, type PassArgs } from './wallet-pass.ts';
import { renderReport, renderStatement } from './wallet-tables.ts';

const USAGE = `用法：manyu wallet <命令>
  check                       核对全部账目与充值订单；有一项不符，退出码是 1
  statement <读者>            一位读者的流水与余额；读者写编号、用户名或手机号
  adjust <读者> --bonus 100 --reason "原因"
                              补偿或更正：--coins、--bonus、--tickets，至少一项；
                              扣回写 --bonus=-100，不够扣就什么也不做；正好是以前
                              调整给的数目，就是撤回那一次，花掉的漫币记为欠；
                              给的赠币与阅读券 --days 天后过期，默认 90；
                              先列出要改什么，超过 1000（阅读券 100）或会欠账时问，
                              加 --yes 就不问
  pass <读者> --days 30 --reason "原因"
                              给月卡，接在读者已有的之后；超过 31 天时问，加 --yes 就不问
  report <年-月> [--csv]      一个月的售出、赠送、消费、结余与各漫画，按北京时间
`;

const ASSETS: readonly [option: 'coins' | 'bonus' | 'tickets', asset: Asset][] = [
  ['coins', 'coin'],
  ['bonus', 'bonus'],
  ['tickets', 'ticket'],
];
const DEFAULT_DAYS = 90;
const MOST_DAYS = 3650;

type Pass = PassArgs & { command: 'pass'; reader: string };
type Adjust = AdjustArgs & { command: 'adjust'; reader: string };
export type WalletArgs =
  | { command: 'check' }
  | { command: 'statement'; reader: string }
  | Adjust
  | Pass
  | { command: 'report'; month: string; isCsv: boolean };

type Parts = AdjustContext;

export const readWalletArgs = argsReader(USAGE, readOptions);

export const command: Command<WalletArgs> = { readArgs: readWalletArgs, run: runWallet };

function readOptions(argv: string[]): WalletArgs {
  const string = { type: 'string' } as const;
  const { values, positionals } = parseOptions(argv, {
    coins: string,
    bonus: string,
    tickets: string,
    reason: string,
    days: string,
    csv: { type: 'boolean' },
    yes: { type: 'boolean' },
  });
  const [command, subject, ...more] = positionals;
  const options = Object.keys(values);
  const allows = (...names: string[]) => more.length === 0 && options.every((name) => names.includes(name));
  if (command === 'check' && subject === undefined && allows()) return { command };
  if (command === 'statement' && subject !== undefined && allows()) return { command, reader: subject };
  if (command === 'report' && subject !== undefined && allows('csv'))
    return { command, month: givenMonth(subject), isCsv: values.csv === true };
  if (command === 'pass' && subject !== undefined && values.days !== undefined && allows('reason', 'days', 'yes'))
    return {
      command,
      reader: subject,
      reason: givenReason(values.reason),
      days: readDays(values.days),
      yes: values.yes === true,
    };
  if (command !== 'adjust' || subject === undefined || !allows('coins', 'bonus', 'tickets', 'reason', 'days', 'yes'))
    throw new WrongUsage('没有看懂这个命令');
  const amounts = ASSETS.flatMap(([option, asset]) => readAmount(option, asset, values[option]));
  if (amounts.length === 0) throw new WrongUsage('要写 --coins、--bonus 或 --tickets');
  const reason = givenReason(values.reason);
  return { command, reader: subject, amounts, reason, days: readDays(values.days), yes: values.yes === true };
}

function readAmount(option: string, asset: Asset, given: string | undefined): Amount[] {
  if (given === undefined) return [];
  if (!/^-?[1-9]\d{0,8}$/.test(given)) throw new WrongUsage(`--${option} 要写一个不为 0 的整数`);
  return [{ asset, amount: Number(given) }];
}

function readDays(given: string | undefined): number {
  if (given === undefined) return DEFAULT_DAYS;
  const days = /^[1-9]\d{0,3}$/.test(given) ? Number(given) : 0;
  if (days === 0 || days > MOST_DAYS) throw new WrongUsage(`--days 要写 1 到 ${MOST_DAYS}`);
  return days;
}

/** Checks, shows and corrects the ledger; returns the exit code. */
export async function runWallet(args: WalletArgs, parts: Parts): Promise<number> {
  if (args.command === 'check') return checkWallet(parts);
  if (args.command === 'report') return report(args, parts);
  const readerId = await findReaderId(parts.pool, args.reader);
  if (readerId === null) {
    parts.stdout.write(`没有「${args.reader}」这位读者。\n`);
    return 1;
  }
  if (args.command === 'adjust') return adjustWallet(readerId, args, parts);
  return args.command === 'pass' ? givePass(readerId, args, parts) : showStatement(readerId, parts);
}

/** Checks the whole ledger and the orders; returns the exit code. */
export async function checkWallet({ pool, stdout, clock }: Omit<Parts, 'confirm'>): Promise<number> {
  const parts = { wallet: checkInvariants, shop: checkOrders, rewards: checkRewards, membership: checkPasses };
  const { checked, broken } = await checkParts(pool, parts, clock());
  for (const { name, violations } of broken)
    stdout.write(`不符 ${name}\n${violations.map((violation) => `     ${violation}\n`).join('')}`);
  stdout.write(broken.length === 0 ? `账目相符：${checked} 项。\n` : `${checked} 项里有 ${broken.length} 项不符。\n`);
  return broken.length === 0 ? 0 : 1;
}

async function showStatement(readerId: number, { pool, stdout, clock }: Parts): Promise<number> {
  const [rows, balances] = await Promise.all([
    listWalletHistory(pool, readerId),
    readBalances(pool, readerId, clock()),
  ]);
  const titles = await chapterTitles(
    pool,
    rows.flatMap(({ chapterId }) => chapterId ?? []),
  );
  stdout.write(renderStatement(readerId, rows, balances, titles));
  return 0;
}

type Report = Extract<WalletArgs, { command: 'report' }>;

async function report({ month, isCsv }: Report, { pool, stdout, clock }: Parts): Promise<number> {
  const { from, to } = boundsOfMonth(month);
  const found = await reportBetween(pool, from, to);
  const ids = found.comics.map(({ comicId }) => comicId);
  const titles = await titlesOf(pool, ids);
  const passes = passTables(await reportPasses(pool, month, clock()));
  stdout.write((isCsv ? renderReportAsCsv : renderReport)(month, found, titles, passes));
  return 0;
}

/** Titles and numbers of bought chapters, including deleted ones. */
async function chapterTitles(pool: Pool, chapterIds: readonly number[]): Promise<Map<number, string>> {
  const catalog = createCatalog(pool, () => false);
  const titles = new Map<number, string>();
  for (const id of new Set(chapterIds)) {
    const record = await catalog.anyComicOfChapter(id);
    const chapter = record?.chapters.find((each) => each.id === id);
    titles.set(id, record && chapter ? `《${record.comic.title}》${chapter.no}` : `话 ${id}`);
  }
  return titles;
}
