import { mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { seededRandom } from '../../../testing/app/seeded-random.ts';
import { scratchRoot } from '../../../testing/database/scratch.ts';
import { collectOutput, createEmptySite, runKilled } from '../../../testing/drills/backups.ts';
import { isDrill, seedOf } from '../../../testing/drills/drill.ts';
import { signedIn } from '../../../testing/factories/readers.ts';
import { giveTo } from '../../../testing/factories/wallets.ts';
import type { Db } from '../../core/db/db.ts';
import { schemasOf } from '../../core/db/migrate.ts';
import { MIGRATIONS } from '../../migrations.ts';
import { neededPictures } from '../commands/editorial/needed-pictures.ts';
import { runRestore } from '../commands/restore.ts';
import { backUp, backUpDatabase } from './back-up.ts';
import { readManifest } from './manifest.ts';

vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 60_000 });

const clock = () => new Date();
const RESTORES = 20;
const schemas = schemasOf(MIGRATIONS);

let site: TestApp;
let folder: string;

beforeAll(async () => {
  site = await startTestApp();
  folder = await mkdtemp(path.join(scratchRoot(), 'manyu-restored-'));
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

/** A backup that is made while readers arrive and get coins. */
async function backUpWhileWritten(): Promise<string> {
  let isOver = false;
  const writing = (async () => {
    for (let written = 0; !isOver || written < 3; written++)
      await giveTo(site, (await signedIn(site)).id, { coins: 10, bonus: 3 });
  })();
  const parts = {
    pool: site.pool,
    imageDir: site.imageDir,
    dataDir: folder,
    schemas,
    clock,
    needed: (db: Db) => neededPictures(db, new Date()),
  };
  const made = await backUp(path.join(folder, 'backups'), parts).finally(() => {
    isOver = true;
  });
  await writing;
  return made.folder;
}

/** The content of all tables and sequences. */
async function contentOf(backup: string) {
  const { tables, sequences } = await readManifest(backup);
  return { tables: tables.map(({ schema, name, rows, sha256 }) => ({ schema, name, rows, sha256 })), sequences };
}

/** All steps of a restore where it can be killed. */
async function stepsOfRestore(backup: string): Promise<string[]> {
  const place = await createEmptySite();
  try {
    const steps = path.join(folder, 'steps.txt');
    await runKilled('', ['restore', backup], { DATABASE_URL: place.url, DATA_DIR: place.dataDir, MANYU_STEPS: steps });
    const all = await readFile(steps, 'utf8');
    // A step can't be named by a statement of several lines.
    return [...new Set(all.match(/^(before|after) .* of backup\.tables$/gm))];
  } finally {
    await place.close();
  }
}

test.runIf(isDrill)(
  'every restore equals the backup byte for byte, also after a restore that was killed at any step',
  async () => {
    const backup = await backUpWhileWritten();
    const content = await contentOf(backup);
    const steps = await stepsOfRestore(backup);
    const random = seededRandom(seedOf('restores'), 0);
    for (let left = RESTORES; left > 0; left--) {
      const place = await createEmptySite();
      try {
        const step = steps[random.below(steps.length)];
        const env = { DATABASE_URL: place.url, DATA_DIR: place.dataDir };
        if (step) expect(await runKilled(step, ['restore', backup], env), step).toBe('SIGKILL');
        const out = collectOutput();
        const code = await runRestore({ folder: backup }, { ...place, ...out, isTTY: false, clock });
        // If it was killed after the commit, the restore is complete.
        if (code !== 0)
          expect({ step, stderr: out.stderr.text() }).toMatchObject({
            stderr: expect.stringMatching(/^数据库不是空的/),
          });
        const again = await backUpDatabase(path.join(place.dataDir, 'again'), { pool: place.pool, schemas, clock });
        expect(await contentOf(again), step).toEqual(content);
      } finally {
        await place.close();
      }
    }
  },
);
