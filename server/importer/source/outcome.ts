import type { UnfitCode } from './source.ts';

/** What became of one source; this is what `--json` prints. */
export type Outcome = {
  path: string;
  series: string | null;
  no: number | null;
  pages: number;
  /** `updated`: the chapter stayed as it was, and what the operator says of its comic was done. */
  result: 'new' | 'replaced' | 'updated' | 'unchanged' | 'refused';
  code: UnfitCode | null;
  /** One Chinese sentence for a refusal. */
  reason: string | null;
  warnings: string[];
  /** What was updated, in Chinese: 价格, 资料, 封面, 发布时间. */
  updated?: string[];
  /** What the chapter would cost; told by a rehearsal. */
  priceCoins?: number;
};

/** 0 all in, 1 some refused, 2 nothing in: what scripts go by. */
export function exitCodeOf(outcomes: readonly Outcome[]): 0 | 1 | 2 {
  const refused = outcomes.filter((outcome) => outcome.result === 'refused').length;
  if (refused === outcomes.length) return 2;
  return refused > 0 ? 1 : 0;
}
