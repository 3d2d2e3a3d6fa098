import pg from 'pg';
import { SOCKET_PORT } from './socket-folder.ts';

const DUPLICATE_DATABASE = '42P04';

/** Makes the named database of a running PostgreSQL if it does not exist. */
export async function ensureDatabase(socketDir: string, user: string, database: string): Promise<void> {
  const client = new pg.Client({ host: socketDir, port: SOCKET_PORT, user, database: 'postgres' });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [database]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(database)}`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === DUPLICATE_DATABASE)) throw error;
  } finally {
    await client.end();
  }
}
