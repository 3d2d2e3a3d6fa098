import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scratchRoot } from '../database/scratch.ts';

const root = fileURLToPath(new URL('../../../shared/inputs/', import.meta.url));
/** The second where the first is one without Pillow, as of a version manager. */
const PYTHONS = ['python3', '/usr/bin/python3'];

/** For tests: what is missing for the files that scripts in ../shared/inputs make; undefined where nothing is. */
export function missingForSharedInputs(): string | undefined {
  if (!existsSync(root)) return '../shared/inputs is absent';
  return pythonWithPillow() === undefined ? 'there is no python3 with Pillow' : undefined;
}

/** For tests: the folder into which a script of ../shared/inputs has put its files; it is the caller's to remove. */
export function makeSharedInputs(name: string): string {
  const folder = join(mkdtempSync(join(scratchRoot(), 'manyu-inputs-')), name);
  const made = spawnSync(pythonWithPillow() ?? '', [join(root, name, 'make.py'), folder], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`${name}/make.py failed: ${made.stderr}`);
  return folder;
}

/** The path of a file in ../shared/inputs, which may be absent. */
export function sharedInputFile(name: string): string {
  return join(root, name);
}

function pythonWithPillow(): string | undefined {
  return PYTHONS.find((each) => spawnSync(each, ['-c', 'import PIL']).status === 0);
}
