import { statSync } from 'node:fs';

/**
 * What tells a folder from its copies, which have the same notes in them: a folder that is renamed keeps it, a copy has another.
 * Undefined where there is no such folder.
 */
export function folderIdentity(folder: string): string | undefined {
  const found = statSync(folder, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
