import path from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../testing/database/database.ts';
import { scratchFolder } from '../../../testing/database/scratch.ts';
import { addComic } from '../../../testing/factories/comics.ts';
import { openImageFolder } from '../../adapters/image-folder.ts';
import { type Db, openPool } from '../../core/db/db.ts';
import { createLog } from '../../core/log/log.ts';
import { neededPictures } from '../commands/editorial/needed-pictures.ts';
import { backUp, backUpDatabase } from './back-up.ts';

const PICTURES = 5;

test('a backup rests after each piece of the database and each picture, the one before an upgrade does not', async () => {
  await using made = new AsyncDisposableStack();
  const database = await createTestDatabase();
  made.defer(() => database.drop());
  const pool = openPool(database.connection, createLog('silent'));
  made.defer(() => pool.end());
  const dataDir = scratchFolder(made, 'manyu-resting');
  const imageDir = path.join(dataDir, 'store');
  await addComic({ pool, imageDir });
  const storage = openImageFolder(imageDir);
  for (let index = 0; index < PICTURES; index++) await storage.put(`open/${'0'.repeat(32)}`, Buffer.from([index]));
  let rests = 0;
  const rest = async () => void rests++;
  const parts = {
    pool,
    dataDir,
    imageDir,
    schemas: ['catalog', 'editorial'],
    clock: () => new Date(),
    needed: (db: Db) => neededPictures(db, new Date()),
    rest,
  };

  await backUpDatabase(path.join(dataDir, 'before-upgrade'), parts);
  expect(rests).toBe(0);

  const { pictures } = await backUp(path.join(dataDir, 'backups'), parts);
  expect(pictures).toBeGreaterThan(PICTURES);
  // Each picture, and each table with rows.
  expect(rests).toBeGreaterThan(pictures + 2);
});
