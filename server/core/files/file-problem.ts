import { userName } from '../text/user-name.ts';

/** Why a file or folder that an operator has named can't be written. */
const UNWRITABLE: Record<string, string> = {
  EROFS: '所在的盘是只读的',
  ENOTDIR: '上面有一层不是文件夹',
  EISDIR: '它是文件夹',
  EEXIST: '那里已经有一个文件',
  ENAMETOOLONG: '名字太长',
};

/** The sentence for the operator about a file system error, without its full stop; null if there is only the text of the error. */
export function fileProblem(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code = '', path } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM')
    return `没有权限：${path ? `用户 ${userName()} 不能读写 ${path}` : error.message}`;
  const why = UNWRITABLE[code];
  return path === undefined || why === undefined ? null : `${path} 写不了：${why}`;
}
