import { shownName } from '../source/file-names.ts';
import { SourceError } from '../source/source-error.ts';

/**
 * Turns a decoded name into a relative path with slashes and composed characters. Refuses a path that points outside.
 * Backslashes are replaced after decoding, because in GBK and Big5 the byte 0x5c is half of some characters.
 */
export function safeEntryPath(decoded: string): string {
  if (decoded.includes('\0')) throw nulInNameError(decoded);
  const path = decoded.replaceAll('\\', '/').normalize('NFC');
  const parts = path.split('/');
  if (path.startsWith('/') || /^[a-z]:/i.test(path) || parts.includes('..')) {
    throw new SourceError('unsafe_path', `压缩包里有指向包外的条目（${shownName(decoded)}），请重新打包`);
  }
  return parts.filter((part, i) => part !== '.' && (part !== '' || i === parts.length - 1)).join('/');
}

const FILE_TYPE = 0o170000;
const REGULAR = 0o100000;
const FOLDER = 0o040000;

/** Links and devices are recognised by the Unix mode. The operating system that the archive declares is ignored. */
export function isLinkMode(mode: number): boolean {
  const type = mode & FILE_TYPE;
  return type !== 0 && type !== REGULAR && type !== FOLDER;
}

export function nulInNameError(name: string): SourceError {
  return new SourceError('bad_entry_name', `压缩包里有名称含空字符的条目（${shownName(name)}），请重新打包`);
}

export function unsafeLinkError(path: string): SourceError {
  return new SourceError('unsafe_link', `压缩包里有链接或特殊文件（${shownName(path)}），请换成真正的文件后重新打包`);
}
