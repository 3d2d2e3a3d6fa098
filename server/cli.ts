import { once } from 'node:events';
import type { Pool } from 'pg';
import { createLog } from './core/log.ts';
import { stopSignal } from './core/stop-signal.ts';
import { threadPoolSize } from './importer/limits/threads.ts';
import { readConfig, widenThreadPool } from './start/config.ts';
import { openDatabase } from './start/database.ts';
import { refuseToStart } from './start/refuse-to-start.ts';

const INTERRUPTED = 130;
const { stdout, stderr } = process;
const clock = () => new Date();

/** Commands of the operator, by name; each works whether the app runs or not. A wrong usage is told without a database. */
const COMMANDS: Record<string, (args: string[]) => Promise<number>> = {
  async import(args) {
    widenThreadPool(threadPoolSize());
    const { readImportUsage, runImport } = await import('./importer/command.ts');
    const usage = readImportUsage(args, { stdout, stderr, clock });
    if (typeof usage === 'number') return usage;
    return withDatabase((given) => runImport(args, { ...given, stdout, stderr, isTTY: stderr.isTTY ?? false, clock }));
  },

  async sms(args) {
    const { readOutboxUsage, showOutbox } = await import('./adapters/sms/outbox-command.ts');
    const usage = readOutboxUsage(args, { stdout, stderr });
    if (typeof usage === 'number') return usage;
    return withDatabase(({ pool, stop }) => showOutbox(usage, { pool, stdout, stop }));
  },

  async editorial(args) {
    const { readEditorialUsage, runEditorial } = await import('./editorial-file/command.ts');
    const usage = readEditorialUsage(args, { stdout, stderr });
    if (typeof usage === 'number') return usage;
    return withDatabase(({ pool, storeDir, stop }) =>
      unlessStopped(stop, runEditorial(usage, { pool, storeDir, stdout, stderr, clock })),
    );
  },

  async feedback(args) {
    const { readFeedbackUsage, runFeedback } = await import('./operator/feedback-command.ts');
    const usage = readFeedbackUsage(args, { stdout, stderr });
    if (typeof usage === 'number') return usage;
    return withDatabase(({ pool }) => runFeedback(usage, { pool, stdout, clock }));
  },
};

type Work = { pool: Pool; storeDir: string; stop: AbortSignal };

/** Opens the database for a command and closes it in any case: a private one that it started must not stay behind. */
async function withDatabase(work: (given: Work) => Promise<number>): Promise<number> {
  const stop = stopSignal();
  const config = readConfig(process.env);
  const database = await openDatabase(config, 'command', createLog(quieter(config.logLevel)));
  try {
    if (stop.aborted) return INTERRUPTED;
    return await work({ pool: database.pool, storeDir: `${config.dataDir}/store`, stop });
  } finally {
    await database.close();
  }
}

/** What is in a transaction is still carried out or undone: closing the database waits for it. */
async function unlessStopped(stop: AbortSignal, work: Promise<number>): Promise<number> {
  const stopped = once(stop, 'abort').then(() => INTERRUPTED);
  return Promise.race([work, stopped]);
}

/** A command's own words are enough: what the log says at info concerns the app. */
function quieter(logLevel: string): string {
  return logLevel === 'info' ? 'warn' : logLevel;
}

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (command) command(args).then((code) => process.exit(code), refuseToStart);
else {
  stderr.write(`没有「${name}」这个命令。可用的命令：${Object.keys(COMMANDS).join('、')}\n`);
  process.exit(2);
}
