import { statSync } from 'node:fs';

/**
 * Identifies a folder among its copies, which contain the same notes. A renamed folder keeps its identity; a copy has another.
 * Undefined if there is no such folder.
 */
export function folderIdentity(folder: string): string | undefined {
  const found = statSync(folder, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
