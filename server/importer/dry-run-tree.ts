import stringWidth from 'string-width';
import { chapterNoText } from '#contract/chapter-no';
import { printableLine } from '../core/text/printable.ts';
import { resultOf } from './report.ts';
import type { Outcome } from './source/outcome.ts';

/**
 * The text of a dry run. For each comic: where its title comes from, and its chapters in reading order with their files, the
 * files that are not used, and the reasons. Consecutive chapters with nothing to report share a line.
 */
export function outcomeTree(outcomes: readonly Outcome[]): string {
  const base = sharedFolder(outcomes.map(({ path }) => path));
  const shown = (text: string) => text.replaceAll(base, '');
  const bySeries = Map.groupBy(outcomes, ({ series }) => series);
  const lines = base === '' ? [] : [`在 ${base} 里：`, ''];
  for (const [series, sources] of bySeries) {
    if (series !== null) lines.push(...comicLines(series, sources, shown), '');
  }
  const homeless = bySeries.get(null) ?? [];
  if (homeless.length > 0)
    lines.push('不能导入', ...homeless.map((each) => `  ${shown(each.path)}：${each.reason}`), '');
  return lines.map((line) => `${printableLine(line)}\n`).join('');
}

function comicLines(series: string, sources: readonly Outcome[], shown: (text: string) => string): string[] {
  const rows = runsOf([...Map.groupBy(sources, ({ no }) => no ?? 0)].sort(([a], [b]) => a - b)).map((run) => ({
    chapters: chaptersText(run),
    lines:
      run.length > 1 ? [runLine(run, shown)] : (run[0]?.from ?? []).flatMap((source) => sourceLines(source, shown)),
  }));
  const width = Math.max(...rows.map(({ chapters }) => stringWidth(chapters)));
  const from = [...new Set(sources.flatMap(({ seriesFrom }) => seriesFrom ?? []))];
  const head = `《${series}》${from.length > 0 ? `（书名取自${from.join('、')}）` : ''}`;
  return [
    head,
    ...rows.flatMap(({ chapters, lines }) =>
      lines.map((line, index) => `  ${padded(index === 0 ? chapters : '', width)}  ${line}`),
    ),
  ];
}

type ChapterRow = { no: number; from: readonly Outcome[] };

/** Consecutive chapters with nothing to report share a line. */
function runsOf(chapters: readonly (readonly [number, readonly Outcome[]])[]): ChapterRow[][] {
  const runs: ChapterRow[][] = [];
  for (const [no, from] of chapters) {
    const last = runs.at(-1);
    const before = last?.at(-1);
    const isNext = before !== undefined && Number.isInteger(no) && no === before.no + 1;
    if (isNext && isPlain(from) && isPlain(before.from) && likeness(from) === likeness(before.from))
      last?.push({ no, from });
    else runs.push([{ no, from }]);
  }
  return runs.flatMap((run) => (run.length > 2 ? [run] : run.map((each) => [each])));
}

const isPlain = (from: readonly Outcome[]) =>
  from.length === 1 && from[0]?.warnings.length === 0 && from[0].reason === null;
const likeness = ([source]: readonly Outcome[]) => source && `${priceOf(source)} · ${resultOf(source)}`;

function chaptersText(run: readonly ChapterRow[]): string {
  const [first, last] = [chapterNoText(run[0]?.no ?? 0), chapterNoText(run.at(-1)?.no ?? 0)];
  return run.length > 1 ? `${first}–${last}` : first;
}

function runLine(run: readonly ChapterRow[], shown: (text: string) => string): string {
  const sources = run.flatMap(({ from }) => from);
  const [first, last] = [sources[0]?.path ?? '', sources.at(-1)?.path ?? ''];
  const pages = sources.reduce((sum, source) => sum + source.pages, 0);
  return `${shown(first)} … ${fileName(last)} · ${pages} 页 · ${likeness(sources)}`;
}

function sourceLines(source: Outcome, shown: (text: string) => string): string[] {
  if (source.reason !== null) return [`${shown(source.path)} · ${resultOf(source)}：${shown(source.reason)}`];
  const line = `${shown(source.path)} · ${source.pages} 页 · ${priceOf(source)} · ${resultOf(source)}`;
  return [line, ...source.warnings.map((warning) => `注意：${shown(warning)}`)];
}

const priceOf = ({ priceCoins }: Outcome) => (priceCoins ? `${priceCoins} 漫币` : '免费');
const padded = (text: string, width: number) => text + ' '.repeat(width - stringWidth(text));
const fileName = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** The common parent folder with a slash at its end, or an empty string. */
function sharedFolder(paths: readonly string[]): string {
  const [first = '', ...others] = paths;
  const folders = first.split('/').slice(0, -1);
  const isShared = (_: string, index: number) => {
    const start = `${folders.slice(0, index + 1).join('/')}/`;
    return others.every((path) => path.startsWith(start));
  };
  const shared = folders.findIndex((folder, index) => !isShared(folder, index));
  const folder = folders.slice(0, shared < 0 ? folders.length : shared);
  return folder.length === 0 ? '' : `${folder.join('/')}/`;
}
