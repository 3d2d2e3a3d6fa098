import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { demoBesideImport } from '../../demo/beside-import.ts';
import { openImageFolder } from '../../server/adapters/image-folder.ts';
import { openPool } from '../../server/core/db/db.ts';
import { createLog } from '../../server/core/log/log.ts';
import { runImport } from '../../server/operator/commands/import/import.ts';
import { createTestDatabase } from '../database/database.ts';
import { scratchRoot } from '../database/scratch.ts';

export type Ran = { code: number; stdout: string; stderr: string };
export type Workbench = Awaited<ReturnType<typeof openWorkbench>>;

/** A database, a storage, and a function that runs the import command on them. */
export async function openWorkbench() {
  const database = await createTestDatabase();
  // Dropping the database terminates connections that are still closing.
  const pool = openPool(database.connection, createLog('silent'));
  const folder = await mkdtemp(join(scratchRoot(), 'manyu-import-'));
  const imageDir = join(folder, 'store');

  let laterMs = 0;
  const clock = () => new Date(Date.now() + laterMs);

  function begin(dir: string, argv: string[]): { stderr: () => string; ended: Promise<Ran> } {
    const [stdout, stderr] = [collector(), collector()];
    const context = { pool, imageDir: dir, stdout, stderr, isTTY: false, clock };
    const ended = runImport(argv, context, demoBesideImport).then((code) => ({
      code,
      stdout: stdout.text(),
      stderr: stderr.text(),
    }));
    return { stderr: stderr.text, ended };
  }

  return {
    pool,
    connection: database.connection,
    /** For sources. */
    folder,
    imageDir,
    storage: openImageFolder(imageDir),
    /** Sets the clock of later imports ahead. */
    later(ms: number) {
      laterMs = ms;
    },
    run: (...argv: string[]) => begin(imageDir, argv).ended,
    runOn: (dir: string, ...argv: string[]) => begin(dir, argv).ended,
    /** A run in progress. */
    begin: (...argv: string[]) => begin(imageDir, argv),
    /** Everything that an import may change. */
    async snapshot() {
      const storage = openImageFolder(imageDir);
      const files: string[] = [];
      for (const prefix of await storage.prefixes()) {
        const { keys, strays } = await storage.list(prefix);
        files.push(...keys.keys(), ...strays);
      }
      const comics = await pool.query('select * from catalog.comic order by id');
      const chapters = await pool.query('select * from catalog.chapter order by id');
      const intents = await pool.query('select * from catalog.store_intent');
      return {
        comics: comics.rows.map(({ updated_at: _updatedAt, ...comic }) => comic),
        chapters: chapters.rows,
        intents: intents.rows,
        files: files.sort(),
      };
    },
    async close() {
      await pool.end();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function collector() {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  return Object.assign(stream, { text: () => chunks.join('') });
}
