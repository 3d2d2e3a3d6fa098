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
 * Replaces the file instead of overwriting it, because it may belong to another account. One that says so already is left: on a
 * full disk a command could not use the database of a running app otherwise.
 */
export function writeTextFile(path: string, text: string): void {
  if (readTextFile(path) === text) return;
  rmSync(path, { force: true });
  writeFileSync(path, text);
}
