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

/** Calls `work` with a connection that can create and drop databases. */
export async function withAdministrator<T>(server: TestServer, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client('url' in server ? { connectionString: server.url } : databaseOf(server, 'postgres'));
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
