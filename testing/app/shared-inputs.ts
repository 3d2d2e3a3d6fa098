import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scratchRoot } from '../database/scratch.ts';

const root = fileURLToPath(new URL('../../../shared/inputs/', import.meta.url));
/** The second one is used if the first has no Pillow, for example from a version manager. */
const PYTHONS = ['python3', '/usr/bin/python3'];

/** The tools that are missing to run the scripts in ../shared/inputs; undefined if there are all. */
export function missingForSharedInputs(): string | undefined {
  if (!existsSync(root)) return '../shared/inputs is absent';
  return pythonWithPillow() === undefined ? 'there is no python3 with Pillow' : undefined;
}

/** Runs a script of ../shared/inputs and returns the folder with its files. The caller removes it. */
export function makeSharedInputs(name: string): string {
  const folder = join(mkdtempSync(join(scratchRoot(), 'manyu-inputs-')), name);
  const made = spawnSync(pythonWithPillow() ?? '', [join(root, name, 'make.py'), folder], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`${name}/make.py failed: ${made.stderr}`);
  return folder;
}

/** The path of a file in ../shared/inputs. The folder is optional. */
export function sharedInputFile(name: string): string {
  return join(root, name);
}

function pythonWithPillow(): string | undefined {
  return PYTHONS.find((each) => spawnSync(each, ['-c', 'import PIL']).status === 0);
}
