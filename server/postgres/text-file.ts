import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/** One short text kept in a file of its own. */
export function readTextFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}

/**
 * Replaces the file instead of overwriting it, because it may belong to another account. A file that has this text already is kept:
 * otherwise a command could not use the database of a running app on a full disk.
 */
export function writeTextFile(path: string, text: string): void {
  if (readTextFile(path) === text) return;
  rmSync(path, { force: true });
  writeFileSync(path, text);
}
