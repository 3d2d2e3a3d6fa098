import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Reads files of the store as they are served, padding included; null where there is none. Keys are checked by the caller. */
export function openStoredFiles(root: string): (key: string) => Promise<Buffer | null> {
  return async (key) => {
    try {
      return await readFile(path.join(root, key));
    } catch (error) {
      if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
        return null;
      throw error;
    }
  };
}
