import { readConfig, widenThreadPool } from './config.ts';
import { createLog } from './core/log.ts';
import { openDatabase } from './database.ts';
import { threadsWanted } from './importer/threads.ts';
import { refuseToStart } from './refuse-to-start.ts';

/** Commands of the operator, by name; each works whether the app runs or not. */
const COMMANDS: Record<string, (args: string[]) => Promise<number>> = {
  async import(args) {
    widenThreadPool(threadsWanted());
    const { readUsage, runImport } = await import('./importer/command.ts');
    const { stdout, stderr } = process;
    const clock = () => new Date();
    const usage = readUsage(args, { stdout, stderr, clock });
    if (typeof usage === 'number') return usage;
    const config = readConfig(process.env);
    const database = await openDatabase(config, 'command', createLog(quieter(config.logLevel)));
    try {
      return await runImport(args, {
        pool: database.pool,
        storeDir: `${config.dataDir}/store`,
        stdout,
        stderr,
        isTTY: stderr.isTTY ?? false,
        clock,
      });
    } finally {
      await database.close();
    }
  },
  async sms(args) {
    const { showOutbox } = await import('./adapters/sms/outbox-command.ts');
    const config = readConfig(process.env);
    const stop = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
    const database = await openDatabase(config, 'command', createLog(quieter(config.logLevel)));
    try {
      return await showOutbox(args, { pool: database.pool, stdout: process.stdout, stop: stop.signal });
    } finally {
      await database.close();
    }
  },

  async editorial(args) {
    const { readEditorialUsage, runEditorial } = await import('./editorial-file/command.ts');
    const { stdout, stderr } = process;
    const usage = readEditorialUsage(args, { stdout, stderr });
    if (typeof usage === 'number') return usage;
    const config = readConfig(process.env);
    const database = await openDatabase(config, 'command', createLog(quieter(config.logLevel)));
    try {
      const storeDir = `${config.dataDir}/store`;
      return await runEditorial(usage, { pool: database.pool, storeDir, stdout, stderr, clock: () => new Date() });
    } finally {
      await database.close();
    }
  },

  async feedback(args) {
    const { readFeedbackUsage, runFeedback } = await import('./operator/feedback-command.ts');
    const { stdout, stderr } = process;
    const usage = readFeedbackUsage(args, { stdout, stderr });
    if (typeof usage === 'number') return usage;
    const config = readConfig(process.env);
    const database = await openDatabase(config, 'command', createLog(quieter(config.logLevel)));
    try {
      return await runFeedback(usage, { pool: database.pool, stdout, clock: () => new Date() });
    } finally {
      await database.close();
    }
  },
};

/** A command's own words are enough: what the log says at info concerns the app. */
function quieter(logLevel: string): string {
  return logLevel === 'info' ? 'warn' : logLevel;
}

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (command) command(args).then((code) => process.exit(code), refuseToStart);
else {
  process.stderr.write(`没有「${name}」这个命令。可用的命令：${Object.keys(COMMANDS).join('、')}\n`);
  process.exit(2);
}
