import { posix } from 'node:path';
import { MAX_COMIC_INFO_BYTES } from '../../limits/limits.ts';
import { isPictureName } from '../../source/file-names.ts';
import { decodeXml } from '../../text/xml-text.ts';
import type { SourceFile } from '../source-files.ts';

/** The files of an EPUB, found by what others write of them. */
export type BookFiles = {
  /** Undefined where no file has that path, in whatever letter case. */
  find(path: string): SourceFile | undefined;
  /** The file to which a reference leads, seen from the file that has it. */
  resolve(from: string, reference: string): SourceFile | undefined;
};

export function bookFiles(files: readonly SourceFile[]): BookFiles {
  const byPath = new Map(files.map((file) => [file.path, file]));
  // Windows and macOS don't tell Text/ from text/.
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

/** A reference without its query and fragment, unless its file is named so. */
function pathIn(reference: string): string {
  const [path = ''] = reference.replaceAll('\\', '/').split(/[?#]/);
  try {
    return decodeURIComponent(path).normalize('NFC');
  } catch {
    // Some programs write a bare percent sign.
    return path.normalize('NFC');
  }
}

/** Throws where a file is absent or too large to be a document. */
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
