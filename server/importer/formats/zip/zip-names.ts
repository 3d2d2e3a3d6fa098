import { crc32 } from 'node:zlib';
import type { Entry } from 'yauzl';
import { decodeName, encodingOfNames } from '../../source/name-encoding.ts';

const UTF8_FLAG = 0x800;
const UNICODE_PATH_FIELD = 0x7075;

/**
 * Decodes the names of the entries. Names with the UTF-8 flag or Info-ZIP's Unicode field are UTF-8; the encoding of the others
 * is decided from all of them together.
 */
export function decodeEntryNames(entries: readonly Entry[]): string[] {
  const unicodeNames = entries.map(
    (entry) => unicodePath(entry) ?? ((entry.generalPurposeBitFlag & UTF8_FLAG) !== 0 ? entry.fileNameRaw : undefined),
  );
  const others = entries.filter((_entry, index) => unicodeNames[index] === undefined);
  const encoding = encodingOfNames(others.map((entry) => entry.fileNameRaw));
  return entries.map((entry, index) => {
    const unicode = unicodeNames[index];
    return unicode === undefined ? decodeName(entry.fileNameRaw, encoding) : decodeName(unicode, 'utf-8');
  });
}

function unicodePath(entry: Entry): Buffer | undefined {
  const field = entry.extraFields.find(({ id }) => id === UNICODE_PATH_FIELD)?.data;
  if (field === undefined || field.length <= 5 || field[0] !== 1) return undefined;
  return field.readUInt32LE(1) === crc32(entry.fileNameRaw) ? field.subarray(5) : undefined;
}
