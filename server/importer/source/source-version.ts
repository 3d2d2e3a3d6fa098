import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { SourceError } from './source-error.ts';

/** Of a file, what changes with its content. The time of the last change of the inode can't be set back. */
type FileFacts = Pick<Stats, 'dev' | 'ino' | 'size' | 'mtimeMs' | 'ctimeMs'>;

/** A file of a source: its name as the disk has it, empty for an archive, and what the disk says of it. */
export type VersionedFile = { name: Buffer; facts: FileFacts };

/** Differs where a file of the source was changed or replaced. */
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

/** The inode is left out: some file systems number a file anew when it is opened again. */
export function isUnchanged(before: FileFacts, after: FileFacts): boolean {
  return contentKey(before) === contentKey(after);
}

function contentKey({ size, mtimeMs, ctimeMs }: FileFacts): string {
  return `${size}:${mtimeMs}:${ctimeMs}`;
}

export function changedError(): SourceError {
  return new SourceError('changed', '在导入时有改动，没有采用；请再次导入');
}
