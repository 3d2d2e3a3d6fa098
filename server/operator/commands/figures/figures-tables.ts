import { LIST_CURRENCY, moneyText } from '#contract/currencies';
import { type Cells, renderCsv } from '../../../core/text/csv.ts';
import { shanghaiMinutes } from '../../../core/time/shanghai-day.ts';
import {
  type ChapterSums,
  type CohortRow,
  type ComicSums,
  type DayTotals,
  netFenOf,
  type SourceSums,
  sumOf,
  type Totals,
} from '../../../modules/figures/figures.ts';
import type { PayerSums, TakenSums } from '../../../modules/shop/shop.ts';
import { renderTable } from '../table.ts';
import { yuan } from './figures-text.ts';

export const RETENTION_DAYS = [1, 7, 30];

/** The figures of a day or a week. */
export type Figures = {
  from: string;
  to: string;
  /** The current day, whose totals are incomplete. */
  today: string;
  days: readonly DayTotals[];
  /** Shown beside a single day. */
  compared: readonly DayTotals[];
  sources: readonly SourceSums[];
  comics: readonly ComicSums[];
  chapters: readonly ChapterSums[];
  /** The amounts that the channels received in these days, by currency. */
  taken: readonly TakenSums[];
  /** The readers who paid most. */
  payers: readonly PayerSums[];
  /** The first days of the readers in the retention table. */
  firstDays: readonly string[];
  cohorts: readonly CohortRow[];
};

/** Names by id. Deleted comics and chapters have none. */
export type Names = { comics: Map<number, string>; chapters: Map<number, string> };

/** Lines with `people` are not summed over days. */
const LINES: readonly [name: string, value: (totals: Totals) => string | number, kind?: 'people' | 'money'][] = [
  ['读者', ({ readers }) => readers, 'people'],
  ['新读者', ({ newReaders }) => newReaders],
  ['注册的读者', ({ registered }) => registered],
  ['阅读', ({ views }) => views],
  ['购买的读者', ({ buyers }) => buyers, 'people'],
  ['解锁的话', ({ unlocks }) => unlocks],
  ['花去漫币', ({ coins }) => coins],
  ['花去赠币', ({ bonus }) => bonus],
  ['用去阅读券', ({ tickets }) => tickets],
  ['充值的读者', ({ payers }) => payers, 'people'],
  ['充值笔数', ({ topups }) => topups],
  ['充值（元）', ({ cashFen }) => yuan(cashFen), 'money'],
  ['退款笔数', ({ refunds }) => refunds],
  ['退款（元）', ({ refundedFen }) => yuan(refundedFen), 'money'],
  ['净收入（元）', (totals) => yuan(netFenOf(totals)), 'money'],
];
const SPENT_HEAD = ['解锁', '漫币', '赠币', '阅读券'];
const WEEKDAYS = ['日', '一', '二', '三', '四', '五', '六'];

type Section = { title: string; head: Cells; rows: readonly Cells[]; none: string };

export function renderFigures(figures: Figures, names: Names): string {
  const { from, to, days } = figures;
  const title = from === to ? `${from} 周${weekday(from)}` : `${from} 至 ${to}`;
  const last = days.at(-1);
  const at = last ? `，${shanghaiMinutes(last.computedAt)} 算出` : '';
  const open = last?.closed === false ? '；最近一天的还会再算一次' : '';
  const provisional = last?.day === figures.today ? '；今天的到现在为止' : open;
  const sections = sectionsOf(figures, names).map(({ title, head, rows, none }) => {
    const numbers = head.flatMap((_, column) => (rows.every((cells) => isNumber(cells[column])) ? [column] : []));
    return `${title}\n${rows.length === 0 ? none : renderTable([head, ...rows], numbers)}`;
  });
  return `${title}（北京时间${at}${provisional}）\n\n${sections.join('\n')}`;
}

export function renderFiguresAsCsv(figures: Figures, names: Names): string {
  return renderCsv(
    sectionsOf(figures, names).flatMap(({ title, head, rows }, index) => [
      ...(index === 0 ? [] : [[]]),
      [title, figures.from, figures.to],
      head,
      ...rows,
    ]),
  );
}

function sectionsOf(figures: Figures, { comics, chapters }: Names): Section[] {
  const { days, sources, from, to } = figures;
  const readers = from === to ? '读者' : '日均读者';
  const daily = (sum: number) => (from === to ? sum : Math.round(sum / days.length));
  const nameOf = (comicId: number) => comics.get(comicId) ?? `漫画 ${comicId}`;
  return [
    from === to ? dayLines(figures) : weekLines(figures),
    ...takenLines(figures),
    ...payerLines(figures),
    retention(figures),
    {
      title: '来源',
      head: ['来源', readers, '新读者', '注册', '阅读', ...SPENT_HEAD, '充值（元）', '退款（元）', '净收入（元）'],
      rows: sources.map((each) => [
        each.source === null ? '（其余）' : each.source || '（没有）',
        daily(each.readers),
        each.newReaders,
        each.registered,
        each.views,
        ...spentCells(each),
        yuan(each.cashFen),
        yuan(each.refundedFen),
        yuan(netFenOf(each)),
      ]),
      none: '没有读者。\n',
    },
    {
      title: '漫画',
      head: ['漫画', '编号', readers, '阅读', ...SPENT_HEAD],
      rows: figures.comics.map((each) => [
        nameOf(each.comicId),
        each.comicId,
        daily(each.readers),
        each.views,
        ...spentCells(each),
      ]),
      none: '没有人读。\n',
    },
    {
      title: '话',
      head: ['漫画', '话', '编号', '阅读', ...SPENT_HEAD],
      rows: figures.chapters.map((each) => [
        nameOf(each.comicId),
        chapters.get(each.chapterId) ?? `话 ${each.chapterId}`,
        each.chapterId,
        each.views,
        ...spentCells(each),
      ]),
      none: '没有人读。\n',
    },
  ];
}

/** Only if there are other currencies than that of the price list. */
function takenLines({ taken }: Figures): Section[] {
  if (taken.every(({ currency }) => currency === LIST_CURRENCY)) return [];
  return [
    {
      title: '实收，按币种（别处的充值与退款按标价，以元计）',
      head: ['币种', '充值笔数', '实收', '退款笔数', '退款', '净收入'],
      rows: taken.map(({ currency, topups, amount, refunds, refunded }) => [
        currency,
        topups,
        moneyText(amount, currency),
        refunds,
        moneyText(refunded, currency),
        moneyText(amount - refunded, currency),
      ]),
      none: '',
    },
  ];
}

function payerLines({ payers }: Figures): Section[] {
  if (payers.length === 0) return [];
  return [
    {
      title: '充值最多的读者',
      head: ['读者', '充值笔数', '充值（元）', '退款笔数', '退款（元）', '净收入（元）'],
      rows: payers.map(({ readerId, topups, cashFen, refunds, refundedFen }) => [
        readerId,
        topups,
        yuan(cashFen),
        refunds,
        yuan(refundedFen),
        yuan(cashFen - refundedFen),
      ]),
      none: '',
    },
  ];
}

function dayLines({ from, today, days, compared }: Figures): Section {
  const shown = [...days, ...compared];
  const headOf = (day: string) => {
    if (day === today) return '今天到现在';
    return day === from ? '这一天' : shortDay(day);
  };
  return {
    title: '全站',
    head: ['', ...shown.map(({ day }) => headOf(day))],
    rows: [...LINES.map(([name, value]) => [name, ...shown.map(value)]), registeredLine(shown)],
    none: '',
  };
}

/** Readers are not summed over days: a reader who comes every day would count seven times. */
function weekLines({ days, today }: Figures): Section {
  const sum = sumOf(days);
  // Averages leave out today, which is incomplete.
  const whole = days.length > 1 ? days.filter(({ day }) => day !== today) : days;
  const wholeSum = sumOf(whole);
  return {
    title: '全站',
    head: ['', ...days.map(({ day }) => (day === today ? '今天到现在' : shortDay(day))), '合计', '日均'],
    rows: [
      ...LINES.map(([name, value, kind]) => {
        const mean = Number(value(wholeSum)) / whole.length;
        const shownMean = kind === 'money' ? mean.toFixed(2) : Math.round(mean);
        return [name, ...days.map(value), kind === 'people' ? '' : value(sum), shownMean];
      }),
      [...registeredLine(days), '', ''],
    ],
    none: '',
  };
}

function registeredLine(days: readonly DayTotals[]): Cells {
  return ['一共已注册', ...days.map(({ registeredTotal }) => registeredTotal ?? '')];
}

function shortDay(day: string): string {
  return `${day.slice(5)} 周${weekday(day)}`;
}

function retention({ firstDays, cohorts }: Figures): Section {
  return {
    title: '留存：某天第一次来、当天读过的读者，过几天又读的',
    head: ['第一次来', '当天读过', ...RETENTION_DAYS.map((days) => (days === 1 ? '次日' : `${days} 日`))],
    rows: firstDays.flatMap((day) => {
      const readersOn = (daysLater: number) =>
        cohorts.find((row) => row.firstDay === day && row.daysLater === daysLater)?.readers;
      const began = readersOn(0);
      if (began === undefined) return [];
      return [[`${day} 周${weekday(day)}`, began, ...RETENTION_DAYS.map((days) => share(readersOn(days), began))]];
    }),
    none: '还没有。\n',
  };
}

function share(part: number | undefined, whole: number): string {
  if (part === undefined) return '';
  return whole === 0 ? '0' : `${part}（${((part / whole) * 100).toFixed(1)}%）`;
}

function spentCells({
  unlocks,
  coins,
  bonus,
  tickets,
}: Pick<Totals, 'unlocks' | 'coins' | 'bonus' | 'tickets'>): number[] {
  return [unlocks, coins, bonus, tickets];
}

function isNumber(cell: string | number | undefined): boolean {
  return cell === '' || Number.isFinite(Number(cell));
}

function weekday(day: string): string {
  return WEEKDAYS[new Date(day).getUTCDay()] ?? '';
}
