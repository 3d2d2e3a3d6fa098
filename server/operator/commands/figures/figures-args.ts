import {
  type CommandOutput,
  givenDay,
  givenMonth,
  parseOptions,
  readArgs,
  WrongUsage,
} from '../../../core/command-line/command-line.ts';
import { addDays, mondayOf, monthOf } from '../../../core/time/shanghai-calendar.ts';
import { shanghaiDay } from '../../../core/time/shanghai-day.ts';

const USAGE = `用法：manyu figures <命令>
  day [<日期>] [--csv]    一天的数字，例如 2026-11-21 或 today；不写日期是昨天，
                          旁边列出前一天、上周同一天与今天到现在
  week [<日期>] [--csv]   这一天所在的一周，周一到周日；不写日期是最近完整的一周，
                          那时还没有开始统计就是这一周
  month [<年-月>] [--csv] 到这个月为止的十二个月，一月一行；不写就到这个月
                          --csv 给表格软件；日期按北京时间
`;

export const MONTHS_SHOWN = 12;

export type FiguresArgs =
  | { command: 'day' | 'week'; isNamed: boolean; from: string; to: string; isCsv: boolean }
  | { command: 'month'; month: string; isCsv: boolean };

type Output = CommandOutput & { clock: () => Date };

export function readFiguresArgs(argv: string[], output: Output): FiguresArgs | number {
  return readArgs(USAGE, output, () => readOptions(argv, shanghaiDay(output.clock())));
}

function readOptions(argv: string[], today: string): FiguresArgs {
  const { values, positionals } = parseOptions(argv, { csv: { type: 'boolean' } });
  const [command, given, ...more] = positionals;
  const isCsv = values.csv === true;
  if (more.length > 0) throw new WrongUsage('没有看懂这个命令');
  if (command === 'month') return { command, month: readMonth(given, today), isCsv };
  if (command !== 'day' && command !== 'week') throw new WrongUsage('没有看懂这个命令');
  const day = given === undefined ? addDays(today, command === 'day' ? -1 : -7) : readDay(given, today);
  const from = command === 'day' ? day : mondayOf(day);
  if (from > today) throw new WrongUsage(`${from} 还没有到`);
  return { command, isNamed: given !== undefined, from, to: command === 'day' ? day : addDays(from, 6), isCsv };
}

function readDay(given: string, today: string): string {
  return given === 'today' ? today : givenDay(given, '日期要写成 2026-11-21 或 today');
}

function readMonth(given: string | undefined, today: string): string {
  if (given === undefined) return monthOf(today);
  if (givenMonth(given) > monthOf(today)) throw new WrongUsage(`${given} 还没有到`);
  return given;
}
