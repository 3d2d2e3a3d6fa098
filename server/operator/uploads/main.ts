import path from 'node:path';
import { stopSignal } from '../../core/jobs/stop-signal.ts';
import { createLog } from '../../core/log/log.ts';
import { keepWithoutOutput } from '../../core/log/log-output.ts';
import { threadPoolSize } from '../../importer/limits/threads.ts';
import { createStaging } from '../../modules/uploads/uploads.ts';
import { readConfig, widenThreadPool } from '../../start/config.ts';
import { openDatabase } from '../../start/database.ts';
import { refuseToStart } from '../../start/refuse-to-start.ts';
import { endOfInput } from '../background/run-program.ts';
import { workOnUploads } from './work.ts';

/** An editor looks at the dry run before the import. Until then the process stays, because its start takes seconds. */
const LINGER_MS = 60_000;

/** Imports the uploads of staff, in a separate process, until none is due or the app ends. */
async function main(): Promise<void> {
  keepWithoutOutput();
  widenThreadPool(threadPoolSize());
  const stop = AbortSignal.any([stopSignal(), endOfInput()]);
  const config = readConfig(process.env);
  const { pool, where, close } = await openDatabase(config, 'command', createLog(config.logLevel));
  const places = [config.dataDir, ...(where === null ? [] : [where])];
  try {
    await workOnUploads(
      {
        pool,
        staging: createStaging(path.join(config.dataDir, 'uploads')),
        imageDir: path.join(config.dataDir, 'store'),
        room: { places, leastBytes: config.diskLowBytes },
        clock: () => new Date(),
      },
      stop,
      LINGER_MS,
    );
  } finally {
    await close();
  }
}

main().then(() => process.exit(0), refuseToStart);
