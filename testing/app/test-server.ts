import pg from 'pg';

/** The PostgreSQL server the tests run on: somebody's, by its address, or a private one, by its socket. */
export type TestServer = { url: string } | { host: string; port: number; user: string };

/** How to reach one database of a server; fits pg.Pool and pg.Client. */
export type TestConnection =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string };

/** Where test databases are made, and the one they are copies of. */
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

/** Runs on a connection that may make and drop databases. */
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
