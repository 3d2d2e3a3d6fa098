import { isUtf8 } from 'node:buffer';
import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { decodeName, encodingOfNames } from './name-encoding.ts';

/** A path as the disk has it: bytes where they are no UTF-8, as names are that an old program has unpacked. */
export type DiskPath = string | Buffer;

/** An item of a folder: its name as it is meant, and where it is. */
export type DiskItem = { name: string; onDisk: DiskPath; item: Dirent<Buffer> };

/** Names that aren't UTF-8 are of one encoding, which all of them in a folder decide together. */
export function namedItems(folder: DiskPath, items: readonly Dirent<Buffer>[]): DiskItem[] {
  const foreign = items.map(({ name }) => name).filter((name) => !isUtf8(name));
  const encoding = encodingOfNames(foreign);
  return items.map((item) => {
    const isForeign = !isUtf8(item.name);
    const name = decodeName(item.name, isForeign ? encoding : 'utf-8');
    const isPlain = typeof folder === 'string' && !isForeign;
    const onDisk = isPlain ? join(folder, name) : Buffer.concat([Buffer.from(folder), Buffer.from('/'), item.name]);
    return { name, onDisk, item };
  });
}

/** What is said of names that had to be guessed; undefined where there are none. */
export function foreignNamesWarning(items: readonly Pick<DiskItem, 'name' | 'item'>[]): string | undefined {
  const foreign = items.filter(({ item }) => !isUtf8(item.name)).map(({ name }) => name);
  const [first] = foreign;
  if (first === undefined) return undefined;
  const some = foreign.length > 1 ? `「${first}」等 ${foreign.length} 个文件` : `「${first}」`;
  return `${some}的名称不是 UTF-8（多半是 GBK 或 Shift-JIS），读作这样；读错了请在文件管理器里改名`;
}
