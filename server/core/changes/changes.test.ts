import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../testing/database/database.ts';
import { listenForChanges } from './changes.ts';

vi.setConfig({ testTimeout: 120_000 });
const SOON = { timeout: 60_000 };

/** A connection to the database that can stop sending without closing. */
async function openWire(to: { host: string; port: number }) {
  let isCut = false;
  const ends: Socket[] = [];
  const server = createServer((near) => {
    const far = to.host.startsWith('/') ? connect(join(to.host, `.s.PGSQL.${to.port}`)) : connect(to.port, to.host);
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.push(from);
      from.on('error', () => {});
      from.on('data', (bytes: Buffer) => {
        if (!isCut) into.write(bytes);
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    cut(now: boolean) {
      isCut = now;
    },
    close() {
      server.close();
      for (const socket of ends) socket.destroy();
    },
  };
}

test('a silent connection is detected and replaced', async () => {
  const database = await createTestDatabase();
  const direct = new pg.Client(database.connection);
  await direct.connect();
  const { host, port, user, password } = direct;
  const wire = await openWire({ host, port });
  const received: string[] = [];
  const changes = listenForChanges(
    { host: '127.0.0.1', port: wire.port, user, password, database: direct.database },
    'news',
    pino({ level: 'silent' }),
    { change: (payload) => received.push(payload), gap: () => received.push('gap') },
  );
  try {
    await expect.poll(changes.live, SOON).toBe(true);
    await direct.query("notify news, 'first'");
    await expect.poll(() => received.at(-1), SOON).toBe('first');

    wire.cut(true);
    await expect.poll(changes.live, SOON).toBe(false);
    wire.cut(false);
    await expect.poll(changes.live, SOON).toBe(true);
    expect(received.at(-1)).toBe('gap');
    await direct.query("notify news, 'second'");
    await expect.poll(() => received.at(-1), SOON).toBe('second');
  } finally {
    wire.close();
    await changes.close();
    await direct.end();
    await database.drop();
  }
});

test('after catching up, all earlier commits have been received', async () => {
  const database = await createTestDatabase();
  const received: string[] = [];
  const on = { change: (payload: string) => void received.push(payload), gap: () => {} };
  const changes = listenForChanges(database.connection, 'news', pino({ level: 'silent' }), on);
  const other = new pg.Client(database.connection);
  try {
    await other.connect();
    await expect.poll(() => changes.live(), SOON).toBe(true);
    for (let round = 0; round < 50; round++) {
      await other.query(`notify news, '${round}'`);
      await changes.caughtUp();
      expect(received.at(-1)).toBe(String(round));
    }
  } finally {
    await changes.close();
    await other.end();
    await database.drop();
  }
});
