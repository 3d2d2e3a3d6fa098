import cliProgress from 'cli-progress';
import stringWidth from 'string-width';
import { printableLine } from '../core/text/printable.ts';
import type { Progress } from './publish/publish-source.ts';
import type { Outcome } from './source/outcome.ts';

export type Output = {
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
  isTTY: boolean;
  /** The stream of the progress bar; default `stderr`. */
  terminal?: NodeJS.WritableStream | undefined;
};

const RESULTS: Record<Outcome['result'], string> = {
  new: '新增',
  replaced: '已替换',
  updated: '已更新',
  unchanged: '没有变化',
  refused: '被拒绝',
};

/** Shows the progress of a run: a bar if stderr is a terminal, otherwise a line a chapter (none with `quiet`). */
export function showProgress(output: Output, totalPages: number, quiet: boolean): Progress & { stop: () => number } {
  const started = performance.now();
  let pages = 0;
  const seconds = () => Math.max(0.001, (performance.now() - started) / 1000);
  const bar = output.isTTY && !quiet ? makeBar(output) : undefined;
  bar?.start(totalPages, 0, { rate: '0.0', left: '…' });
  return {
    onPage() {
      pages++;
      const left = Math.round((Math.max(0, totalPages - pages) * seconds()) / pages);
      bar?.update(Math.min(pages, totalPages), { rate: (pages / seconds()).toFixed(1), left: shortTime(left) });
    },
    onChapter(outcome) {
      if (!bar && !quiet) output.stdout.write(`${chapterLine(outcome)}\n`);
    },
    /** Returns the pages a second. */
    stop() {
      bar?.stop();
      return pages / seconds();
    },
  };
}

function makeBar(output: Output) {
  const format = '导入 [{bar}] {value}/{total} 页 · 每秒 {rate} 页 · 还需 {left}';
  return new cliProgress.SingleBar(
    { format, stream: output.terminal ?? output.stderr, hideCursor: true, barsize: 24, fps: 5, gracefulExit: false },
    cliProgress.Presets.shades_classic,
  );
}

/** The report for people. Equal results of a series share a row; refusals and warnings have their own rows. */
export function summary(outcomes: readonly Outcome[], how: { dryRun: boolean; seconds: number; rate: number }): string {
  const rows = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    const key = outcome.result === 'refused' ? outcome.path : `${outcome.series}\0${outcome.result}`;
    const row = rows.get(key) ?? [];
    row.push(outcome);
    rows.set(key, row);
  }
  const cells = [...rows.values()].map((group) => [
    group[0]?.series ?? fileName(group[0]?.path ?? ''),
    spans(group.flatMap((each) => each.no ?? [])),
    String(group.reduce((sum, each) => sum + each.pages, 0)),
    group[0] ? resultOf(group[0]) : '',
    group[0]?.reason ? `${fileName(group[0].path)}：${group[0].reason}` : '',
  ]);
  const notes = outcomes.flatMap((each) =>
    each.warnings.map((warning) => `${printableLine(`注意 ${fileName(each.path)}：${warning}`)}\n`),
  );
  return `${table([['系列', '话', '页', '结果', '原因'], ...cells])}${notes.join('')}${totals(outcomes, how)}`;
}

/** The last line: the number of each result. */
export function totals(outcomes: readonly Outcome[], how: { dryRun: boolean; seconds: number; rate: number }): string {
  const count = (result: Outcome['result']) => outcomes.filter((each) => each.result === result).length;
  const pages = outcomes.reduce(
    (sum, each) => sum + (each.result === 'unchanged' || each.result === 'updated' ? 0 : each.pages),
    0,
  );
  const updated = count('updated') > 0 ? `更新设定 ${count('updated')} 话，` : '';
  const speed = how.dryRun
    ? '（预演，没有写入任何内容）'
    : `，用时 ${shortTime(how.seconds)}，每秒 ${how.rate.toFixed(1)} 页`;
  return `新增 ${count('new')} 话，替换 ${count('replaced')} 话，${updated}没有变化 ${count('unchanged')} 话，被拒绝 ${count('refused')} 份，共 ${pages} 页${speed}。\n`;
}

/** The result of one source in one line. */
export function chapterLine(outcome: Outcome): string {
  const name = outcome.series && outcome.no !== null ? `《${outcome.series}》第 ${outcome.no} 话` : outcome.path;
  const rest = outcome.reason ? `${fileName(outcome.path)}：${outcome.reason}` : `${outcome.pages} 页`;
  return printableLine(`${resultOf(outcome)} ${name} ${rest}`);
}

/** 新增, 被拒绝, or the updated fields: 已更新价格、资料. */
export function resultOf({ result, updated }: Outcome): string {
  return `${RESULTS[result]}${(updated ?? []).join('、')}`;
}

/** 1, 2, 3, 5 → 1–3、5 */
function spans(nos: number[]): string {
  const sorted = [...nos].sort((a, b) => a - b);
  const runs: [number, number][] = [];
  for (const no of sorted) {
    const last = runs.at(-1);
    if (last && no === last[1] + 1) last[1] = no;
    else runs.push([no, no]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join('、');
}

function table(given: string[][]): string {
  const rows = given.map((row) => row.map(printableLine));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => stringWidth(row[column] ?? ''))));
  const line = (row: string[]) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - stringWidth(cell)))
      .join('  ')
      .trimEnd();
  return rows.map((row) => `${line(row)}\n`).join('');
}

function shortTime(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} 秒`;
  if (whole < 3600) return `${Math.floor(whole / 60)} 分 ${whole % 60} 秒`;
  return `${Math.floor(whole / 3600)} 小时 ${Math.floor((whole % 3600) / 60)} 分`;
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
