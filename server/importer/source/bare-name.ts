import { basename, extname } from 'node:path';
import type { FoundSource } from './source.ts';

/** A folder's name has no extension: 第12.5话 would lose half of its number. */
export function bareName({ kind, path }: Pick<FoundSource, 'kind' | 'path'>): string {
  const name = basename(path);
  return kind === 'folder' ? name : basename(name, extname(name));
}
