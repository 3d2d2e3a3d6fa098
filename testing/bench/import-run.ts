import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { threadPoolSize } from '../../server/importer/limits/threads.ts';
import type { Outcome } from '../../server/importer/source/outcome.ts';
import { runImport } from '../../server/operator/commands/import/import.ts';
import { readConfig, widenThreadPool } from '../../server/start/config.ts';
import { openDatabase } from '../../server/start/database.ts';

/**
 * Child process that imports twice into an empty data folder and prints one line of JSON: `node import-run.ts <data folder>
 * <files or folders…>`.
 */
export type ImportRun = { pages: number; importMs: number; againMs: number; leftOut: LeftOut[] };

/** An archive or folder that the importer refuses. */
export type LeftOut = { path: string; reason: string };

widenThreadPool(threadPoolSize());
const [dataDir, ...paths] = process.argv.slice(2);
const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: process.env.IMPORT_DATABASE_URL });
const database = await openDatabase(config, 'command', pino({ level: 'silent' }), { isNewSite: true });
async function timeImport(): Promise<{ ms: number; leftOut: LeftOut[] }> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const written = Promise.all([text(stdout), text(stderr)]);
  const began = performance.now();
  const code = await runImport(['--json', ...paths], {
    pool: database.pool,
    imageDir: `${config.dataDir}/store`,
    stdout,
    stderr,
    isTTY: false,
    clock: () => new Date(),
  });
  const ms = performance.now() - began;
  stdout.end();
  stderr.end();
  const [document, complaint] = await written;
  if (document === '') throw new Error(`The import ended with ${code}:\n${complaint}`);
  const { sources }: { sources: Outcome[] } = JSON.parse(document);
  const refused = sources.filter(({ result }) => result === 'refused');
  return { ms, leftOut: refused.map(({ path, reason }) => ({ path, reason: reason ?? '' })) };
}

try {
  const first = await timeImport();
  const { rows } = await database.pool.query<{ pages: number }>(
    'select sum(page_count)::int as pages from catalog.chapter',
  );
  const again = await timeImport();
  const run: ImportRun = {
    pages: rows[0]?.pages ?? 0,
    importMs: first.ms,
    againMs: again.ms,
    leftOut: first.leftOut,
  };
  console.log(JSON.stringify(run));
} finally {
  await database.close();
}
