import { posix } from 'node:path';
import { MAX_COMIC_INFO_BYTES } from '../../limits/limits.ts';
import { isPictureName } from '../../source/file-names.ts';
import { decodeXml } from '../../text/xml-text.ts';
import type { SourceFile } from '../source-files.ts';

/** Finds the files of an EPUB by path and by reference. */
export type BookFiles = {
  /** Undefined if no file has that path. Ignores letter case. */
  find(path: string): SourceFile | undefined;
  /** The target of a reference in the file `from`. */
  resolve(from: string, reference: string): SourceFile | undefined;
};

export function bookFiles(files: readonly SourceFile[]): BookFiles {
  const byPath = new Map(files.map((file) => [file.path, file]));
  // Windows and macOS ignore case in paths: Text/ and text/ are the same folder.
  const byLetters = new Map(files.map((file) => [file.path.toLowerCase(), file]));
  const find = (path: string) => byPath.get(path) ?? byLetters.get(path.toLowerCase());
  return {
    find,
    resolve(from, reference) {
      if (/^[a-z][a-z\d+.-]+:/i.test(reference)) return undefined;
      const path = pathIn(reference);
      if (path.startsWith('/')) return find(path.slice(1)) ?? find(posix.join(posix.dirname(from), path));
      return find(posix.join(posix.dirname(from), path));
    },
  };
}

/** A reference without query and fragment, decoded. */
function pathIn(reference: string): string {
  const [path = ''] = reference.replaceAll('\\', '/').split(/[?#]/);
  try {
    return decodeURIComponent(path).normalize('NFC');
  } catch {
    // Some programs write a percent sign without escaping it.
    return path.normalize('NFC');
  }
}

/** Throws if the file is missing or too large for a document. */
export async function readText(file: SourceFile | undefined): Promise<string> {
  return decodeXml(await readSmall(file));
}

export async function readSmall(file: SourceFile | undefined): Promise<Buffer> {
  if (file === undefined || file.bytes > MAX_COMIC_INFO_BYTES) throw new Error('No readable file of the book');
  return file.read();
}

export function isPicture(file: SourceFile | undefined): file is SourceFile {
  return file !== undefined && isPictureName(file.path);
}
