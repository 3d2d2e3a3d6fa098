import { Unfit } from './source.ts';

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** The refusal behind an error, where it is the source's or the disk's and not the program's. */
export function asUnfit(error: unknown): Unfit | undefined {
  if (error instanceof Unfit) return error;
  if (DISK_FULL.has(codeOf(error))) {
    return new Unfit('disk_full', '磁盘空间不足，请清理后再次运行同一命令', { cause: error });
  }
  return undefined;
}

/** Whether the database can't be reached or stopped: then nothing else of the run can succeed either. */
export function isDatabaseLost(error: unknown): boolean {
  const code = codeOf(error);
  return (
    /^(08|57P)/.test(code) || /terminated|ECONN|ENOENT.*PGSQL|timeout exceeded when trying to connect/i.test(`${error}`)
  );
}

/** What went wrong, for the operator. */
export function sentenceOf(error: unknown): string {
  if (isDatabaseLost(error)) return '数据库暂时连不上';
  return asUnfit(error)?.message ?? (error instanceof Error ? error.message : String(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
