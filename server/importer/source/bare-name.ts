import { basename, extname } from 'node:path';
import type { FoundSource } from './source.ts';

/** The name without extension. Folders have no extension: 第12.5话 must keep its .5. */
export function bareName({ kind, path }: Pick<FoundSource, 'kind' | 'path'>): string {
  const name = basename(path);
  return kind === 'folder' ? name : basename(name, extname(name));
}
