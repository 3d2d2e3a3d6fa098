import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/** One short text kept in a file of its own. */
export function readTextFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Replaces the file instead of overwriting it, because it may belong to another account. */
export function writeTextFile(path: string, text: string): void {
  rmSync(path, { force: true });
  writeFileSync(path, text);
}
