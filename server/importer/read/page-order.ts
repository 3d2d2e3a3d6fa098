import { extname } from 'node:path';
import { MAX_FOLDER_DEPTH } from '../limits/limits.ts';
import { inReadingOrder } from '../naming/reading-order.ts';
import { compareNatural } from '../source/natural-order.ts';

/** Names of covers. The front cover is the first page and the back cover the last one. */
const FRONT = /^(?:封面|表紙|front(?:[\s_-]?cover)?|cover)[\s_-]?\d{0,2}$/i;
const BACK = /^(?:封底|封三|封四|裏表紙|裏表纸|back(?:[\s_-]?cover)?)[\s_-]?\d{0,2}$/i;

type FileInFolders<T> = { file: T; folders: string[]; name: string };

/**
 * The pages of an archive in reading order. Folders are sorted like chapters, pages by their names without extension, so that 1-1
 * comes between 1 and 2. Pages that are in the same folder as folders come before these.
 */
export function inPageOrder<T extends { path: string }>(files: readonly T[]): T[] {
  const placed = files.map((file): FileInFolders<T> => {
    const folders = file.path.split('/');
    const name = folders.pop() ?? '';
    return { file, folders, name: name.slice(0, name.length - extname(name).length).normalize('NFKC') };
  });
  return orderedFrom(placed, 0).map(({ file }) => file);
}

function orderedFrom<T extends { path: string }>(
  files: readonly FileInFolders<T>[],
  depth: number,
): FileInFolders<T>[] {
  if (depth > MAX_FOLDER_DEPTH) return files.toSorted((a, b) => compareNatural(a.file.path, b.file.path));
  const loose = files.filter(({ folders }) => folders.length === depth).sort(comparePages);
  const byFolder = Map.groupBy(
    files.filter(({ folders }) => folders.length > depth),
    ({ folders }) => folders[depth] ?? '',
  );
  const inside = inReadingOrder([...byFolder.keys()]).flatMap((name) =>
    orderedFrom(byFolder.get(name) ?? [], depth + 1),
  );
  const back = loose.filter(({ name }) => BACK.test(name));
  return [...loose.filter(({ name }) => !BACK.test(name)), ...inside, ...back];
}

function comparePages<T extends { path: string }>(a: FileInFolders<T>, b: FileInFolders<T>): number {
  const isFront = ({ name }: FileInFolders<T>) => FRONT.test(name);
  return (
    Number(isFront(b)) - Number(isFront(a)) ||
    compareNatural(a.name, b.name) ||
    compareNatural(a.file.path, b.file.path)
  );
}
