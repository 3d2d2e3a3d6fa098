import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { SourceError } from './source-error.ts';

/** The facts of a file that change with its content. ctime can't be set back. */
type FileFacts = Pick<Stats, 'dev' | 'ino' | 'size' | 'mtimeMs' | 'ctimeMs'>;

/** A file of a source: its name on the disk, empty for an archive, and its facts. */
export type VersionedFile = { name: Buffer; facts: FileFacts };

/** The version changes if a file of the source is changed or replaced. */
export function versionOf(files: readonly VersionedFile[]): string {
  const hash = createHash('sha256');
  for (const { name, facts } of files.toSorted((a, b) => a.name.compare(b.name))) {
    const { dev, ino } = facts;
    hash
      .update(`${name.length}:`)
      .update(name)
      .update(`:${dev}:${ino}:${contentKey(facts)}\n`);
  }
  return hash.digest('hex');
}

/** Ignores the inode number: some file systems give a file a new one at each opening. */
export function isUnchanged(before: FileFacts, after: FileFacts): boolean {
  return contentKey(before) === contentKey(after);
}

function contentKey({ size, mtimeMs, ctimeMs }: FileFacts): string {
  return `${size}:${mtimeMs}:${ctimeMs}`;
}

export function changedError(): SourceError {
  return new SourceError('changed', '在导入时有改动，没有采用；请再次导入');
}
