import { asSourceError, codeOf } from '../source/source-error.ts';

/** Whether the database can't be reached or stopped: then nothing else of the run can succeed either. */
export function isDatabaseLost(error: unknown): boolean {
  const code = codeOf(error);
  return (
    /^(08|57P)/.test(code) || /terminated|ECONN|ENOENT.*PGSQL|timeout exceeded when trying to connect/i.test(`${error}`)
  );
}

/** What went wrong, for the operator. */
export function describeFailure(error: unknown): string {
  if (isDatabaseLost(error)) return '数据库暂时连不上';
  return asSourceError(error)?.message ?? (error instanceof Error ? error.message : String(error));
}
