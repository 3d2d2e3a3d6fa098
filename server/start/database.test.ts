import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { databaseOf, withAdministrator } from '../../testing/app/test-server.ts';
import { BadConfig } from '../core/files/bad-config.ts';
import { readConfig } from './config.ts';
import { openDatabase, openDatabaseAsItIs } from './database.ts';

const log = pino({ level: 'silent' });
const { server } = inject('postgres');
const suffix = randomBytes(6).toString('hex');
const [EMPTY, FOREIGN] = [`manyu_empty_${suffix}`, `manyu_foreign_${suffix}`];
const administer = (sql: string) => withAdministrator(server, (client) => client.query(sql));

beforeAll(async () => {
  await administer(`CREATE DATABASE ${EMPTY}`);
  await administer(`CREATE DATABASE ${FOREIGN} TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'`);
});
afterAll(async () => {
  for (const relay of relays) relay.close();
  for (const name of [EMPTY, FOREIGN]) await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
});

const relays: Server[] = [];

/** The settings of an operator with a database of this name. */
function configFor(name: string) {
  const connection = databaseOf(server, name);
  if ('connectionString' in connection) return readConfig({ DATABASE_URL: connection.connectionString });
  const { user, host, port } = connection;
  return readConfig({ DATABASE_URL: `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}` });
}

test("the operator's own database is migrated, and its connections are released when it is closed", async () => {
  const { pool, where, close } = await openDatabase(configFor(EMPTY), 'command', log);
  expect(where).toBeNull();
  expect((await pool.query('select count(*) > 5 as "isMigrated" from public.manyu_migration')).rows).toEqual([
    { isMigrated: true },
  ]);
  await close();
  await expect(pool.query('select 1')).rejects.toThrow('after calling end');
  await expect.poll(() => administer(`DROP DATABASE ${EMPTY}`).then(() => 'dropped', String)).toBe('dropped');
});

test('a database of another encoding is refused before anything is made in it, and its connections are released', async () => {
  const opened = openDatabase(configFor(FOREIGN), 'command', log);
  await expect(opened).rejects.toThrow(BadConfig);
  await expect(opened).rejects.toThrow('DATABASE_URL 的库的编码是 SQL_ASCII：请另建一个 UTF-8 的库。');
  // Which it could not be while a connection was open.
  await expect.poll(() => administer(`DROP DATABASE ${FOREIGN}`).then(() => 'dropped', String)).toBe('dropped');
});

test('a database that is not there is reported by the name of its setting', async () => {
  const opened = openDatabase(configFor(`manyu_none_${suffix}`), 'command', log);
  await expect(opened).rejects.toThrow(BadConfig);
  await expect(opened).rejects.toThrow(/^用 DATABASE_URL 连不上数据库（.*manyu_none_.*）/);
});

/** The address of a server that is not there yet; it is the tests' one once it appears. */
async function absentServer() {
  const there = new URL(configFor('postgres').databaseUrl ?? '');
  const host = there.searchParams.get('host');
  const relay = createServer((socket) => {
    const to = host ? connect(`${host}/.s.PGSQL.${there.port}`) : connect(Number(there.port || 5432), there.hostname);
    socket.pipe(to).pipe(socket);
    for (const end of [socket, to]) end.on('error', () => {});
  });
  await once(relay.listen(0, '127.0.0.1'), 'listening');
  const { port } = relay.address() as AddressInfo;
  relay.close();
  const address = new URL(there);
  address.searchParams.delete('host');
  address.host = `127.0.0.1:${port}`;
  return {
    config: readConfig({ DATABASE_URL: address.href }),
    async appear() {
      relays.push(relay);
      await once(relay.listen(port, '127.0.0.1'), 'listening');
    },
  };
}

test('an app that starts before its database waits for it and says so once', async () => {
  const { config, appear } = await absentServer();
  const said: string[] = [];
  const say = (sentence: string) => void said.push(sentence);
  const opening = openDatabaseAsItIs(config, 'app', log, { ms: 60_000, stop: new AbortController().signal, say });
  await expect
    .poll(() => said)
    .toEqual([expect.stringMatching(/^数据库还没有应答（.*ECONNREFUSED.*），最多等 60 秒……$/)]);
  await appear();
  const { pool, close } = await opening;
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await close();
  expect(said).toHaveLength(1);
});

test('waiting ends with the signal to stop, and after its time with the reason', async () => {
  const { config } = await absentServer();
  const stopped = openDatabaseAsItIs(config, 'app', log, { ms: 60_000, stop: AbortSignal.timeout(50), say: () => {} });
  await expect(stopped).rejects.toThrow(/ECONNREFUSED/);
  const over = openDatabaseAsItIs(config, 'app', log, { ms: 600, stop: new AbortController().signal, say: () => {} });
  await expect(over).rejects.toThrow(/^用 DATABASE_URL 连不上数据库（.*ECONNREFUSED/);
});
