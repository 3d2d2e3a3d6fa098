import { asSourceError, codeOf } from '../source/source-error.ts';

/** Whether the database is unreachable or stopped. Then the rest of the run would fail too. */
export function isDatabaseLost(error: unknown): boolean {
  const code = codeOf(error);
  return (
    /^(08|57P)/.test(code) || /terminated|ECONN|ENOENT.*PGSQL|timeout exceeded when trying to connect/i.test(`${error}`)
  );
}

/** The reason of a failure, for the operator. */
export function describeFailure(error: unknown): string {
  if (isDatabaseLost(error)) return '数据库暂时连不上';
  return asSourceError(error)?.message ?? (error instanceof Error ? error.message : String(error));
}
