import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { openImageFolder } from '../adapters/image-folder.ts';
import { openPool } from '../core/db.ts';
import { createLog } from '../core/log.ts';
import { addComic } from '../testing/comics.ts';
import { createTestDatabase } from '../testing/database.ts';
import { scratchFolder } from '../testing/scratch.ts';
import { backUp, backUpDatabase } from './back-up.ts';

const PICTURES = 5;
const rests = vi.hoisted(() => ({ half: 0, never: 0 }));
vi.mock('./rest.ts', () => ({
  restHalf: () => () => void rests.half++,
  restNever: () => void rests.never++,
}));

test('a backup rests after each piece of the database and each picture, and the one before an upgrade does not', async () => {
  await using made = new AsyncDisposableStack();
  const database = await createTestDatabase();
  made.defer(() => database.drop());
  const pool = openPool(database.connection, createLog('silent'));
  made.defer(() => pool.end());
  const dataDir = scratchFolder(made, 'manyu-resting');
  const storeDir = path.join(dataDir, 'store');
  await addComic({ pool, storeDir });
  const store = openImageFolder(storeDir);
  for (let index = 0; index < PICTURES; index++) await store.put(`open/${'0'.repeat(32)}`, Buffer.from([index]));
  const parts = { pool, dataDir, storeDir, schemas: ['catalog', 'editorial'], clock: () => new Date() };

  await backUpDatabase(path.join(dataDir, 'before-upgrade'), parts);
  const pieces = rests.never;
  expect([pieces > 1, rests.half]).toEqual([true, 0]);

  const { pictures } = await backUp(path.join(dataDir, 'backups'), parts, null);
  expect(pictures).toBe(PICTURES);
  // About as many pieces as before: a table comes in as many as the socket makes of it.
  expect(rests.half).toBeGreaterThan(Math.max(pieces, pictures) + 1);
});
