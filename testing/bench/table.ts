import { cpus } from 'node:os';
import type { Spread } from './spread.ts';

/** One line of the table; `spread` is lowest to highest of the rounds. */
export type Row = {
  name: string;
  ours: string;
  baseline: string;
  ratio: string;
  spread: string;
  goal: string;
  verdict: 'ok' | 'over' | '–';
};

export type Goal = { atMost: number } | { atLeast: number };

const HEADS = ['row', 'ours', 'baseline', 'ratio', 'spread', 'goal', ''] as const;

/** A row with the ratio ours ÷ baseline. */
export function ratioRow(name: string, figures: { ours: string; baseline: string }, ratio: Spread, goal: Goal): Row {
  return {
    name,
    ...figures,
    ratio: ratio.median.toFixed(2),
    spread: `${ratio.low.toFixed(2)}–${ratio.high.toFixed(2)}`,
    goal: goalText(goal, String),
    verdict: verdictOf(ratio.median, goal),
  };
}

/** A row with a limit for a single value; `show` formats it with its unit. */
export function figureRow(name: string, value: number, goal: Goal, show: (value: number) => string): Row {
  const goalShown = goalText(goal, show);
  const verdict = verdictOf(value, goal);
  return { name, ours: show(value), baseline: '–', ratio: '–', spread: '–', goal: goalShown, verdict };
}

/** A row that could not be measured here, and why. */
export function missingRow(name: string, why: string): Row {
  return { name, ours: '–', baseline: why, ratio: '–', spread: '–', goal: '–', verdict: '–' };
}

export function goalText(goal: Goal, show: (value: number) => string): string {
  return 'atMost' in goal ? `≤ ${show(goal.atMost)}` : `≥ ${show(goal.atLeast)}`;
}

export function verdictOf(value: number, goal: Goal): 'ok' | 'over' {
  return ('atMost' in goal ? value <= goal.atMost : value >= goal.atLeast) ? 'ok' : 'over';
}

/** The rows as a Markdown table whose columns line up in a terminal too. */
export function markdownTable(rows: readonly Row[]): string {
  const cells = rows.map((row) => [row.name, row.ours, row.baseline, row.ratio, row.spread, row.goal, row.verdict]);
  const widths = HEADS.map((head, column) =>
    Math.max(3, head.length, ...cells.map((row) => (row[column] ?? '').length)),
  );
  const line = (texts: readonly string[]) =>
    `| ${texts.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(HEADS), rule, ...cells.map(line)].join('\n');
}

/** The machine on which the table was measured. */
export function machineLine(): string {
  const cores = cpus();
  const day = new Date().toISOString().slice(0, 10);
  return `${day}: ${cores.length} × ${cores[0]?.model.trim()}, Node ${process.versions.node}`;
}
