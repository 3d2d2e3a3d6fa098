#!/usr/bin/env node
import { join } from 'node:path';
import { install, ROOT } from './install.mjs';
import { exitWith, runInPlace } from './run.mjs';

/** Commands that are programs of their own; all others are the server's. */
const PROGRAMS = {
  start: 'server/main.ts',
  bench: 'bench/main.ts',
  build: 'scripts/build.ts',
  docs: 'scripts/api-reference.ts',
  fuzz: 'server/importer/fuzz/main.ts',
  torture: 'server/testing/fuzz/main.ts',
};

await exitWith(async () => {
  const [command = 'help', ...rest] = process.argv.slice(2);
  const node = await install();
  if (Object.hasOwn(PROGRAMS, command)) return runInPlace(node, [PROGRAMS[command], ...rest]);
  // Files to import are named from the folder where the command was typed; the data folder stays the project's.
  const env = { ...process.env, DATA_DIR: process.env.DATA_DIR || join(ROOT, 'data') };
  return runInPlace(node, [join(ROOT, 'server/cli.ts'), command, ...rest], { cwd: process.cwd(), env });
});
