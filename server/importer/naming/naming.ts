import type { NameParts } from '../source/name-parts.ts';
import { nameInFolders, nameTree } from './name-tree.ts';

/** Reads one name without its siblings. `name` has no extension; `parents` are folder names, the nearest last. */
export function readName(name: string, parents: readonly string[]): NameParts {
  let parts: NameParts | undefined;
  const onName = (_folder: unknown, _index: number, read: NameParts) => {
    parts = read;
  };
  if (parents.length > 1) nameInFolders(parents, [name], onName);
  else nameTree({ name: parents[0] ?? '', folders: [], sources: [name] }, [], onName);
  if (parts === undefined) throw new Error('A name is always read');
  return parts;
}
