import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../shared/inputs/', import.meta.url));

/** For tests: the path of a file in ../shared/inputs, which may be absent. */
export function sharedInputFile(name: string): string {
  return join(root, name);
}
