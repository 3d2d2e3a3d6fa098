import { afterEach, expect, test, vi } from 'vitest';
import { NewerDatabase, UnreleasedDatabase } from '../core/db/migrate.ts';
import { BadConfig } from '../core/files/bad-config.ts';
import { PrivatePostgresUnavailable } from '../postgres/unavailable.ts';
import { refuseToStart } from './refuse-to-start.ts';

afterEach(() => void vi.restoreAllMocks());

/** The output, and the exit code of the process. */
function refusalOf(error: unknown): { output: string; code: unknown } {
  let output = '';
  let code: unknown;
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    output += text;
    return true;
  });
  vi.spyOn(process, 'exit').mockImplementation((given) => {
    code = given;
    throw new Error('the process ends');
  });
  expect(() => refuseToStart(error)).toThrow('the process ends');
  vi.restoreAllMocks();
  return { output, code };
}

const withPath = (code: string) => Object.assign(new Error(code), { code, path: '/data/x' });
const withCode = (code: string, message: string) => Object.assign(new Error(message), { code });

test.each<[string, unknown, string | RegExp]>([
  ['a wrong setting', new BadConfig('PORT 不对。'), 'PORT 不对。\n'],
  ['no database of its own', new PrivatePostgresUnavailable('没有 PostgreSQL。'), '没有 PostgreSQL。\n'],
  ['a newer database', new NewerDatabase('newer'), /^这个数据库已由更新的漫屿升级过.*\n$/],
  ['an older database', new UnreleasedDatabase('old'), /^这个数据库是漫屿发布之前的版本建立的.*\n$/],
  ['a full disk', new Error('ENOSPC: no space left on device'), '磁盘已满，请清理空间后再试。\n'],
  ['a full disk, with the name of the setting', new BadConfig('EDQUOT'), '磁盘已满，请清理空间后再试。\n'],
  ['no right to a file', withCode('EACCES', 'open /data'), '没有权限：open /data。\n'],
  ['no right to a file, as other systems say', withCode('EPERM', 'chown /data'), '没有权限：chown /data。\n'],
  ['a disk that is read only', withPath('EROFS'), '/data/x 写不了：所在的盘是只读的。\n'],
  ['a file where a folder should be', withPath('ENOTDIR'), '/data/x 写不了：上面有一层不是文件夹。\n'],
  ['a folder where a file should be', withPath('EISDIR'), '/data/x 写不了：它是文件夹。\n'],
  ['a file in the place of a new folder', withPath('EEXIST'), '/data/x 写不了：那里已经有一个文件。\n'],
  ['a name without end', withPath('ENAMETOOLONG'), '/data/x 写不了：名字太长。\n'],
  ['no right in the database', withCode('42501', 'denied'), /^数据库账号的权限不够（denied）：.*\n$/],
  ['no more connections', withCode('53300', 'too many'), /^数据库不再接受连接（too many）：.*\n$/],
  ['a bug', new TypeError('undefined is not a function'), /^启动失败：\nTypeError: undefined is not a function\n +at /],
  ['an error with another code', withCode('ENOENT', 'no such file'), /^启动失败：\nError: no such file\n +at /],
  ['what is no error at all', 'ENOSPC', '启动失败：\nENOSPC\n'],
])('%s is written for the operator, and the start fails', (_what, error, text) => {
  const { output, code } = refusalOf(error);
  if (typeof text === 'string') expect(output).toBe(text);
  else expect(output).toMatch(text);
  expect(code).toBe(1);
});
