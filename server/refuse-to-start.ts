import { BadConfig } from './config.ts';
import { PrivatePostgresUnavailable } from './postgres/unavailable.ts';

/** The sentence an operator gets for what kept a command from running; null where only a stack trace helps. */
export function sentenceFor(error: unknown): string | null {
  if (error instanceof BadConfig || error instanceof PrivatePostgresUnavailable) return error.message;
  if (!(error instanceof Error)) return null;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return '端口已被占用。请停止占用它的程序，或换一个端口，例如：PORT=3001 npm start';
  if (code === 'EACCES') return `没有权限：${error.message}`;
  if (code === 'ENOSPC') return '磁盘已满，请清理空间后再试。';
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ETIMEDOUT')
    return `无法连接数据库（${error.message}）。请检查 DATABASE_URL。`;
  if (code === '28P01' || code === '28000' || code === '3D000')
    return `数据库拒绝了连接：${error.message}。请检查 DATABASE_URL。`;
  return null;
}

/** Tells why, and ends the process with 1. */
export function refuseToStart(error: unknown): never {
  const sentence = sentenceFor(error);
  process.stderr.write(
    sentence === null ? `启动失败：\n${error instanceof Error ? error.stack : String(error)}\n` : `${sentence}\n`,
  );
  process.exit(1);
}
