// Child process of tests, so that only the memory of imports is measured. It gets one command line at a time and returns its
// result: node import-in-turn.ts <connection as JSON> <storage>
import { Writable } from 'node:stream';
import pg from 'pg';
import { runImport } from '../../server/operator/commands/import/import.ts';

/**
 * The result of an import. `cpuMs`: CPU time of all threads, which does not depend on other load; `peakMib`: peak memory of the
 * process so far.
 */
export type TurnEnded = { code: number; stdout: string; cpuMs: number; peakMib: number };

const [connection = '{}', imageDir = ''] = process.argv.slice(2);
const pool = new pg.Pool(JSON.parse(connection));
pool.on('error', () => {});

async function run(argv: string[]): Promise<TurnEnded> {
  const output: string[] = [];
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      output.push(String(chunk));
      done();
    },
  });
  const workedBefore = process.cpuUsage();
  const stderr = new Writable({ write: (_chunk, _encoding, done) => done() });
  const code = await runImport(argv, { pool, imageDir, stdout, stderr, isTTY: false, clock: () => new Date() });
  const peakMib = process.resourceUsage().maxRSS / 1024;
  const { user, system } = process.cpuUsage(workedBefore);
  return { code, stdout: output.join(''), cpuMs: (user + system) / 1000, peakMib };
}

process.on('message', (argv: string[]) => {
  void run(argv).then((ended) => process.send?.(ended));
});
process.on('disconnect', () => process.exit(0));
