import { DAMAGED, isDatabaseDamaged } from '../core/db/database-damage.ts';
import { NewerDatabase, UnreleasedDatabase } from '../core/db/migrate.ts';
import { BadConfig } from '../core/files/bad-config.ts';
import { fileProblem } from '../core/files/file-problem.ts';
import { printableText } from '../core/text/printable.ts';
import { PrivatePostgresUnavailable } from '../postgres/unavailable.ts';

/** Errors of the system, SQLite and PostgreSQL. */
const DISK_IS_FULL = /ENOSPC|EDQUOT|No space left|disk is full|Check free disk space/;

/** The sentence for the operator; null if only a stack trace helps. */
export function sentenceFor(error: unknown): string | null {
  if (error instanceof Error && DISK_IS_FULL.test(error.message)) return '磁盘已满，请清理空间后再试。';
  if (isDatabaseDamaged(error)) return `${DAMAGED.found(error)}。${DAMAGED.advice}。`;
  if (error instanceof BadConfig || error instanceof PrivatePostgresUnavailable) return error.message;
  if (error instanceof NewerDatabase)
    return '这个数据库已由更新的漫屿升级过，此版不能再用它。请换回新版，或恢复升级之前的备份。';
  if (error instanceof UnreleasedDatabase)
    return '这个数据库是漫屿发布之前的版本建立的，此版不能用它，也不能升级它。请换一个空的数据目录（DATA_DIR）或空的库（DATABASE_URL），再重新导入漫画。';
  if (!(error instanceof Error)) return null;
  const problem = fileProblem(error);
  if (problem !== null) return `${problem}。`;
  const { code } = error as NodeJS.ErrnoException;
  if (code === '42501') return `数据库账号的权限不够（${error.message}）：它要能在这个库里建 schema 和表。`;
  if (code === '53300') return `数据库不再接受连接（${error.message}）：漫屿的每个进程要用十几个。`;
  return null;
}

/** Prints the reason and ends the process with 1. */
export function refuseToStart(error: unknown): never {
  const sentence = sentenceFor(error);
  process.stderr.write(
    printableText(
      sentence === null ? `启动失败：\n${error instanceof Error ? error.stack : String(error)}\n` : `${sentence}\n`,
    ),
  );
  process.exit(1);
}
