import { crc32 } from 'node:zlib';
import type { Entry } from 'yauzl';
import { shownName } from './picture-names.ts';
import { Unfit } from './source.ts';

const UTF8_FLAG = 0x800;
const UNICODE_PATH_FIELD = 0x7075;

/**
 * The name that an entry's bytes mean: the UTF-8 flag or Info-ZIP's Unicode field where there is one, else whatever is
 * valid UTF-8, else GB18030, in which the archives of Chinese Windows are written.
 */
export function decodeEntryName(entry: Entry): string {
  const raw = entry.fileNameRaw;
  const unicode = entry.extraFields.find((field) => field.id === UNICODE_PATH_FIELD)?.data;
  if (unicode !== undefined && unicode.length > 5 && unicode[0] === 1 && unicode.readUInt32LE(1) === crc32(raw)) {
    return new TextDecoder('utf-8').decode(unicode.subarray(5));
  }
  if ((entry.generalPurposeBitFlag & UTF8_FLAG) !== 0) return new TextDecoder('utf-8').decode(raw);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(raw);
  } catch {
    return new TextDecoder('gb18030').decode(raw);
  }
}

/**
 * A decoded name as a path below nothing: slashes only, composed characters. Refuses a name that points elsewhere.
 * Backslashes are turned after decoding, since in GBK and Big5 the byte of a backslash is half of some characters.
 */
export function safeEntryPath(decoded: string): string {
  if (decoded.includes('\0')) {
    throw new Unfit('bad_entry_name', `压缩包里有名称含空字符的条目（${shownName(decoded)}），请重新打包`);
  }
  const path = decoded.replaceAll('\\', '/').normalize('NFC');
  const parts = path.split('/');
  if (path.startsWith('/') || /^[a-z]:/i.test(path) || parts.includes('..')) {
    throw new Unfit('unsafe_path', `压缩包里有指向包外的条目（${shownName(decoded)}），请重新打包`);
  }
  return parts.filter((part, i) => part !== '.' && (part !== '' || i === parts.length - 1)).join('/');
}

const FILE_TYPE = 0o170000;
const REGULAR = 0o100000;
const FOLDER = 0o040000;

/** Links and devices are told by the Unix mode, whichever system claims to have written it. */
export function refuseLinks(entry: Entry, path: string): void {
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
  if (type !== 0 && type !== REGULAR && type !== FOLDER) {
    throw new Unfit('unsafe_link', `压缩包里有链接或特殊文件（${shownName(path)}），请换成真正的文件后重新打包`);
  }
}
