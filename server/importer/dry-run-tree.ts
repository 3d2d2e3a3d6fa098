import { printableLine } from '../core/printable.ts';
import { resultOf } from './report.ts';
import type { Outcome } from './source/outcome.ts';

/** What a dry run prints: series, their chapters, and the sources of each. */
export function outcomeTree(outcomes: readonly Outcome[]): string {
  const lines: string[] = [];
  const bySeries = Map.groupBy(outcomes, ({ series }) => series);
  for (const [series, sources] of bySeries) {
    if (series === null) continue;
    const chapters = [...Map.groupBy(sources, ({ no }) => no ?? 0)].sort(([a], [b]) => a - b);
    lines.push(`《${series}》`);
    for (const [index, [no, from]] of chapters.entries()) {
      const isLast = index === chapters.length - 1;
      lines.push(`${isLast ? '└─' : '├─'} 第 ${no} 话`);
      for (const [at, source] of from.entries()) {
        const [stem, end] = [isLast ? '   ' : '│  ', at === from.length - 1 ? '└─' : '├─'];
        lines.push(`${stem}${end} ${sourceLine(source)}`);
        const under = `${stem}${at === from.length - 1 ? '   ' : '│  '}`;
        lines.push(...source.warnings.map((warning) => `${under}注意：${warning}`));
      }
    }
  }
  const homeless = bySeries.get(null) ?? [];
  if (homeless.length > 0) lines.push('不能导入');
  for (const [index, source] of homeless.entries()) {
    lines.push(`${index === homeless.length - 1 ? '└─' : '├─'} ${sourceLine(source)}`);
  }
  return lines.map((line) => `${printableLine(line)}\n`).join('');
}

function sourceLine(source: Outcome): string {
  if (source.reason !== null) return `${source.path} · ${resultOf(source)}：${source.reason}`;
  const price = source.priceCoins ? `${source.priceCoins} 漫币` : '免费';
  return `${source.path} · ${source.pages} 页 · ${price} · ${resultOf(source)}`;
}
