import { isUtf8 } from 'node:buffer';
import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { decodeName, encodingOfNames } from './name-encoding.ts';

/** A path on the disk: bytes if it is not UTF-8, as with names from old unpacking programs. */
export type DiskPath = string | Buffer;

/** An item of a folder: its decoded name and its path. */
export type DiskItem = { name: string; onDisk: DiskPath; item: Dirent<Buffer> };

/** Decodes the names of a folder. The encoding of names that are not UTF-8 is decided from all of them together. */
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

/** A warning about names whose encoding was guessed; undefined if there are none. */
export function foreignNamesWarning(items: readonly Pick<DiskItem, 'name' | 'item'>[]): string | undefined {
  const foreign = items.filter(({ item }) => !isUtf8(item.name)).map(({ name }) => name);
  const [first] = foreign;
  if (first === undefined) return undefined;
  const some = foreign.length > 1 ? `「${first}」等 ${foreign.length} 个文件` : `「${first}」`;
  return `${some}的名称不是 UTF-8（多半是 GBK 或 Shift-JIS），读作这样；读错了请在文件管理器里改名`;
}
