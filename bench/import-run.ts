import { Writable } from 'node:stream';
import pino from 'pino';
import { runImport } from '../server/importer/command.ts';
import { threadPoolSize } from '../server/importer/limits/threads.ts';
import { readConfig, widenThreadPool } from '../server/start/config.ts';
import { openDatabase } from '../server/start/database.ts';

/**
 * A process of its own that imports into an empty data folder, twice, and prints one line of JSON:
 * `node import-run.ts <data folder> <files or folders…>`.
 */
export type ImportRun = { pages: number; importMs: number; againMs: number };

widenThreadPool(threadPoolSize());
const [dataDir, ...paths] = process.argv.slice(2);
const config = readConfig({ DATA_DIR: dataDir });
const database = await openDatabase(config, 'command', pino({ level: 'silent' }));
let said = '';
const sink = new Writable({
  write(chunk, _encoding, done) {
    said += chunk;
    done();
  },
});

async function timeImport(): Promise<number> {
  const began = performance.now();
  const code = await runImport(paths, {
    pool: database.pool,
    storeDir: `${config.dataDir}/store`,
    stdout: sink,
    stderr: sink,
    isTTY: false,
    clock: () => new Date(),
  });
  if (code !== 0) throw new Error(`The import ended with ${code}:\n${said}`);
  return performance.now() - began;
}

try {
  const importMs = await timeImport();
  const { rows } = await database.pool.query<{ pages: number }>(
    'select sum(page_count)::int as pages from catalog.chapter',
  );
  const againMs = await timeImport();
  const run: ImportRun = { pages: rows[0]?.pages ?? 0, importMs, againMs };
  console.log(JSON.stringify(run));
} finally {
  await database.close();
}
