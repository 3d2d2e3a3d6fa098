import { type NamedFolder, nameTree } from '../naming/name-tree.ts';
import { bareName } from '../source/bare-name.ts';
import type { FoundSource } from '../source/source.ts';
import type { WalkedFolder } from './walk.ts';

/** Reads all names in a folder together. `above`: the parent folders that are needed to find the series. */
export function nameSources(folder: WalkedFolder, above: readonly string[]): void {
  const sources = new Map<NamedFolder, FoundSource[]>();
  nameTree(toNamed(folder, sources), above, (named, index, names) => {
    const found = sources.get(named)?.[index];
    if (found !== undefined) found.names = names;
  });
}

function toNamed(folder: WalkedFolder, sources: Map<NamedFolder, FoundSource[]>): NamedFolder {
  const own: FoundSource[] = [];
  const folders: NamedFolder[] = [];
  for (const item of folder.items) {
    if ('items' in item) {
      if (item.own !== undefined) own.push(item.own);
      if (item.items.length > 0) folders.push(toNamed(item, sources));
    } else if (item.kind !== 'missed') own.push(item);
  }
  const named = { name: folder.name, folders, sources: own.map(bareName) };
  sources.set(named, own);
  return named;
}
