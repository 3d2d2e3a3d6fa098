// Child process of tests that is killed: node import-in-child.ts <connection as JSON> <storage> <arguments…>
import { promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import pg from 'pg';
import { stopSignal } from '../../server/core/jobs/stop-signal.ts';
import { runImport } from '../../server/operator/commands/import/import.ts';

/** Makes the files of a test look old: fingerprints of recently changed files are not recorded. */
const AHEAD_MS = 60_000;

const [connection = '{}', imageDir = '', ...argv] = process.argv.slice(2);
const openedArchives = new Set<string>();
const { open } = promises;
promises.open = (path, ...rest) => {
  if (String(path).endsWith('.cbz')) openedArchives.add(String(path));
  return open(path, ...rest);
};
syncBuiltinESMExports();

const pool = new pg.Pool(JSON.parse(connection));
const { stdout, stderr } = process;
const clock = () => new Date(Date.now() + AHEAD_MS);
process.exitCode = await runImport(argv, {
  pool,
  imageDir,
  stdout,
  stderr,
  isTTY: false,
  clock,
  stop: stopSignal(),
});
await pool.end();
// Peak memory.
const peakBytes = process.resourceUsage().maxRSS * 1024;
process.send?.({ peakBytes, openedArchives: openedArchives.size });
process.disconnect?.();
