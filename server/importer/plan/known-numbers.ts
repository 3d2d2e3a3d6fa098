import { volumeOfFolder } from '../naming/folder-kinds.ts';
import { readName } from '../naming/naming.ts';
import { isArchiveName } from '../source/file-names.ts';
import type { NameParts } from '../source/name-parts.ts';
import type { Candidate, KnownChapter } from './candidate.ts';

export function fileName(sourceName: string): string {
  return sourceName.slice(sourceName.lastIndexOf('/') + 1);
}

/** Reads a recorded source name. */
export function readSourceName(sourceName: string): NameParts {
  const folders = sourceName.split('/');
  const name = folders.pop() ?? '';
  return readName(stem(name), folders);
}

/** A file's name without its extension. Folders have no extension: 番外.01 and 番外.02 are different. */
export function stem(name: string): string {
  return isArchiveName(name) ? name.replace(/\.[^.]+$/, '') : name;
}

/** The number of a source that is already in the catalogue, by its content or else by its name. */
export function numbersInCatalogue(chapters: readonly KnownChapter[]): (candidate: Candidate) => number | undefined {
  const bySha = Map.groupBy(chapters, ({ sha256 }) => sha256);
  const byName = Map.groupBy(chapters, ({ sourceName }) => fileName(sourceName));
  return (candidate) => {
    const same = bySha.get(candidate.sha256) ?? [];
    const exact = same.find((chapter) => chapter.sourceName === candidate.sourceName);
    const isSame = ({ sourceName }: KnownChapter) => isSameSource(sourceName, candidate.sourceName);
    const moved = same.find(isSame);
    // The same content in another volume is another chapter.
    const renamed = same.find(({ sourceName }) => volumeOfSource(sourceName) === volumeOfSource(candidate.sourceName));
    return (exact ?? moved ?? byName.get(fileName(candidate.sourceName))?.find(isSame) ?? renamed)?.no;
  };
}

/** Whether two sources are versions of one: the same file name, in the same volume or in none. */
export function isSameSource(one: string, other: string): boolean {
  if (one === other) return true;
  return fileName(one) === fileName(other) && volumeOfSource(one) === volumeOfSource(other);
}

/** The name of a typed volume without a known series starts with the volume's folder. */
export function volumeOfSource(sourceName: string): number | undefined {
  const [folder, ...below] = sourceName.split('/');
  return readSourceName(sourceName).volume ?? (below.length === 1 ? volumeOfFolder(folder ?? '') : undefined);
}
