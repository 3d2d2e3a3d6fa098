import { readConfig } from './config.ts';
import { createLog } from './core/log.ts';
import { openDatabase } from './database.ts';
import { refuseToStart } from './refuse-to-start.ts';

/** Commands of the operator, by name; each works whether the app runs or not. */
const COMMANDS: Record<string, (args: string[]) => Promise<number>> = {
  async import(args) {
    const { readUsage, runImport } = await import('./importer/command.ts');
    const { stdout, stderr } = process;
    const clock = () => new Date();
    const usage = readUsage(args, { stdout, stderr, clock });
    if (typeof usage === 'number') return usage;
    const config = readConfig(process.env);
    const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel);
    const database = await openDatabase(config, 'command', log);
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
};

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (command) command(args).then((code) => process.exit(code), refuseToStart);
else {
  process.stderr.write(`没有「${name}」这个命令。可用的命令：${Object.keys(COMMANDS).join('、')}\n`);
  process.exit(2);
}
