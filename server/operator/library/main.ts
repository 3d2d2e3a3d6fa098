import { stopSignal } from '../../core/jobs/stop-signal.ts';
import { createLog } from '../../core/log/log.ts';
import { keepWithoutOutput } from '../../core/log/log-output.ts';
import { threadPoolSize } from '../../importer/limits/threads.ts';
import { readOptions } from '../../importer/options.ts';
import { watchFolders } from '../../importer/watch/watch.ts';
import { addOperatorEvent } from '../../modules/operations/operations.ts';
import { readConfig, widenThreadPool } from '../../start/config.ts';
import { openDatabase } from '../../start/database.ts';
import { refuseToStart } from '../../start/refuse-to-start.ts';
import { endOfInput } from '../background/run-program.ts';
import { openRunLog } from './run-log.ts';

/** In the audit log. */
const LIBRARY_ACTOR = 'library-folder';

/** Imports from the library folders in a separate process, until it gets a stop signal or the app ends. */
async function main(): Promise<void> {
  keepWithoutOutput();
  widenThreadPool(threadPoolSize());
  const stop = AbortSignal.any([stopSignal(), endOfInput()]);
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const clock = () => new Date();
  const folders = config.libraryDirs;
  const read = readOptions(['--watch', ...folders], clock());
  if (read === null) return;
  const options = { ...read, run: { actor: LIBRARY_ACTOR, uploadId: '' } };
  const { pool, close } = await openDatabase(config, 'command', log);
  try {
    const noteFailure = (reason: string, at: Date) =>
      addOperatorEvent(pool, { what: 'library-failed', times: 1, detail: reason }, at);
    const report = await openRunLog({ dataDir: config.dataDir, folders, log, clock, noteFailure });
    // Other messages of an import are for a terminal.
    const [stdout, stderr] = [process.stdout, process.stderr];
    const imageDir = `${config.dataDir}/store`;
    const context = { pool, imageDir, clock, stop, stdout, stderr, isTTY: false, isUnhurried: true };
    await watchFolders(options, context, stop, report);
  } finally {
    await close();
  }
}

main().then(() => process.exit(0), refuseToStart);
