import { openPrivatePostgres } from '../../server/postgres/private-postgres.ts';

/**
 * A process of its own that uses a private PostgreSQL until SIGTERM, so that tests can kill it:
 * `node postgres-process.ts <data folder> <app|command>`. Prints one line of JSON: the connection, or the refusal.
 */
const [dataDir = '', as] = process.argv.slice(2);
const quiet = { info() {}, warn() {} };

try {
  const postgres = await openPrivatePostgres({
    dataDir,
    as: as === 'command' ? 'command' : 'app',
    log: quiet,
    fsync: false,
  });
  const { connection, started, where } = postgres;
  console.log(JSON.stringify({ connection, started, where }));
  const staying = setInterval(() => {}, 60_000);
  process.once('SIGTERM', () => {
    clearInterval(staying);
    void postgres.release();
  });
} catch (error) {
  console.log(JSON.stringify({ refusal: error instanceof Error ? error.message : String(error) }));
}
