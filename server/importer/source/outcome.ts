import type { ChapterTitle } from './source.ts';
import type { SourceError, SourceErrorCode } from './source-error.ts';

/** The result of one source, as `--json` prints it. */
export type Outcome = {
  path: string;
  series: string | null;
  no: number | null;
  pages: number;
  /** `updated`: the chapter is unchanged, and settings of its comic were applied. */
  result: 'new' | 'replaced' | 'updated' | 'unchanged' | 'refused';
  code: SourceErrorCode | null;
  /** One Chinese sentence for a refusal. */
  reason: string | null;
  warnings: string[];
  /** The updated fields in Chinese: 价格, 资料, 封面, 发布时间. */
  updated?: string[];
  /** The price of the chapter after the run; set by a dry run only. */
  priceCoins?: number;
  /** The title that the chapter gets, and the titles that its files give; set by a dry run only. */
  title?: string;
  titles?: readonly ChapterTitle[];
  /** Where the title of the comic comes from, in Chinese; set by a dry run only. */
  seriesFrom?: string;
};

export function refusedOutcome(path: string, { code, message }: SourceError): Outcome {
  return { path, series: null, no: null, pages: 0, result: 'refused', code, reason: message, warnings: [] };
}

/** Exit code for scripts. 0: all imported, 1: some refused, 2: nothing imported. */
export function exitCodeOf(outcomes: readonly Outcome[]): 0 | 1 | 2 {
  const refused = outcomes.filter((outcome) => outcome.result === 'refused').length;
  if (refused === outcomes.length) return 2;
  return refused > 0 ? 1 : 0;
}
