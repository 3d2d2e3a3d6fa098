import pg from 'pg';

/** The PostgreSQL server of the tests: the one of DATABASE_URL, or a private one by its socket. */
export type TestServer = { url: string } | { host: string; port: number; user: string };

/** Connection settings of a database, for pg.Pool and pg.Client. */
export type TestConnection =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string };

/** The server of test databases, and their template. */
export type TestPlace = { server: TestServer; template: string };

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestPlace;
  }
}

export function databaseOf(server: TestServer, database: string): TestConnection {
  if (!('url' in server)) return { ...server, database };
  const url = new URL(server.url);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

/**
 * One pool a process for each server, because a new connection takes as much CPU time as a new database. Idle connections
 * don't keep the process alive.
 */
const administrators = new Map<string, pg.Pool>();

function administratorsOf(server: TestServer): pg.Pool {
  const key = JSON.stringify(server);
  const known = administrators.get(key);
  if (known) return known;
  const connection = 'url' in server ? { connectionString: server.url } : databaseOf(server, 'postgres');
  const pool = new pg.Pool({ ...connection, idleTimeoutMillis: 60_000, allowExitOnIdle: true });
  // The server may be stopped while a connection is open.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  administrators.set(key, pool);
  return pool;
}

/** Calls `work` with a connection that can create and drop databases. */
export async function withAdministrator<T>(
  server: TestServer,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const client = await administratorsOf(server).connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}
