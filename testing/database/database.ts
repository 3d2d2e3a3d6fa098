import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { databaseOf, type TestConnection, type TestPlace, withAdministrator } from '../app/test-server.ts';

const OBJECT_IN_USE = '55006';
const TRIES = 50;

/** The migrated database of a test file. */
export interface TestDatabase {
  /** Fits pg.Pool. */
  connection: TestConnection;
  drop(): Promise<void>;
}

/** Clones the migrated template; call `drop` in afterAll. */
export async function createTestDatabase(place: TestPlace = inject('postgres')): Promise<TestDatabase> {
  const { server, template } = place;
  const name = `manyu_test_${randomBytes(8).toString('hex')}`;
  await withAdministrator(server, (client) => clone(client, name, template));
  return {
    connection: databaseOf(server, name),
    async drop() {
      await withAdministrator(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
}

async function clone(client: pg.ClientBase, name: string, template: string): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      // The default strategy (WAL_LOG) copies through the shared buffers and takes twice the CPU time.
      await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
      return;
    } catch (error) {
      // Autovacuum may be connected to the template.
      const busy = error instanceof pg.DatabaseError && error.code === OBJECT_IN_USE;
      if (!busy || tried === TRIES) throw error;
      await sleep(100);
    }
  }
}
