import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { openChannels } from './adapters/channels/config.ts';
import { stopSignal } from './core/jobs/stop-signal.ts';
import { createLog } from './core/log/log.ts';
import { printableStream } from './core/text/printable.ts';
import { threadPoolSize } from './importer/limits/threads.ts';
import { createEditorial, type PackagePart } from './modules/editorial/editorial.ts';
import { type Command, type CommandContext, INTERRUPTED, unlessStopped } from './operator/commands/command.ts';
import { type Confirm, confirmAtTerminal } from './operator/commands/confirm.ts';
import { type Config, consoleUrlOf, readConfig, widenThreadPool } from './start/config.ts';
import { type Database, openDatabase, openDatabaseAsItIs, openDatabaseToLook } from './start/database.ts';
import { NoDatabase } from './start/lost-site.ts';
import { refuseToStart, sentenceFor } from './start/refuse-to-start.ts';
import { readVersion } from './start/version.ts';

// File names and texts of readers may contain terminal control characters. They are removed here.
const [stdout, stderr] = [printableStream(process.stdout), printableStream(process.stderr)];
const isTTY = stderr.isTTY ?? false;
const output = { stdout, stderr, terminal: process.stderr, isTTY, clock: () => new Date(), confirm: confirmAtTerminal };

let isUnread = false;
for (const stream of [stdout, stderr]) stream.on('error', endUnread);

/** The output may be closed early, as `| head` does. The command ends as by Ctrl-C, and the rest of its output is dropped. */
function endUnread(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED') throw error;
  if (!isUnread) process.emit('SIGINT', 'SIGINT');
  isUnread = true;
}

/** The commands of the operator by name; the code of a command is loaded when it is run. */
const COMMANDS: Record<string, (argv: string[]) => Promise<number>> = {
  async import(argv) {
    widenThreadPool(threadPoolSize());
    const { importCommand } = await import('./operator/commands/import/import.ts');
    const { demoBesideImport } = await import('../demo/beside-import.ts');
    return runCommand(importCommand(demoBesideImport), argv);
  },
  async sms(argv) {
    if (argv[0] !== 'check') return runCommand((await import('./operator/commands/sms/sms.ts')).command, argv);
    const { readSmsCheckArgs } = await import('./operator/commands/sms/sms-check.ts');
    const { runSmsCheck } = await import('./operator/settings-file/sms-check.ts');
    const args = readSmsCheckArgs(argv.slice(1), output);
    if (typeof args === 'number') return args;
    return runSmsCheck(args, { ...output, dataDir: readConfig(process.env).dataDir, fetch, wait: sleep });
  },
  async demo(argv) {
    widenThreadPool(threadPoolSize());
    return runCommand((await import('../demo/command.ts')).command, argv);
  },
  async alert(argv) {
    const { readAlertArgs } = await import('./operator/commands/alert.ts');
    const { runAlertTest } = await import('./operator/alerts/trial.ts');
    const args = readAlertArgs(argv, output);
    if (typeof args === 'number') return args;
    const { dataDir, alertMailPassword: mailPassword } = readConfig(process.env);
    let reading: Promise<string> | undefined;
    const siteName = () => (reading = readSiteName());
    const code = await runAlertTest({ stdout, fetch, dataDir, mailPassword, siteName });
    // A private database that was started for it must not stay behind.
    await reading?.catch(() => {});
    return code;
  },
  async backup(argv) {
    const { command, runVerify } = await import('./operator/commands/backup.ts');
    const args = command.readArgs(argv, output);
    if (typeof args === 'number') return args;
    return args.verify ? runVerify(args, output) : withDatabase((context) => command.run(args, context));
  },
  restore: async (argv) =>
    runCommand((await import('./operator/commands/restore.ts')).command, argv, openDatabaseAsItIs),
  async doctor(argv) {
    const { readDoctorArgs, runDoctor, runDoctorWithoutDatabase, reportNoDatabase } = await import(
      './operator/commands/doctor.ts'
    );
    const args = readDoctorArgs(argv, output);
    if (typeof args === 'number') return args;
    const config = readConfig(process.env);
    const version = await readVersion();
    // Does not migrate the database: an examination must not change anything.
    return withDatabase(({ pool, imageDir, clock }, databaseFolder) => {
      const context = { config, pool, imageDir, databaseFolder, version, now: clock() };
      return runDoctor(args, context, stdout);
    }, openDatabaseToLook).catch((error) => {
      if (error instanceof NoDatabase) return reportNoDatabase(args, error.dataDir, stdout);
      const why = sentenceFor(error);
      if (why === null) throw error;
      return runDoctorWithoutDatabase(args, why, { config, imageDir: path.join(config.dataDir, 'store') }, stdout);
    });
  },
  async editorial(argv) {
    const { runEditorial } = await import('./operator/commands/editorial/editorial.ts');
    const { readEditorialArgs } = await import('./operator/commands/editorial/editorial-args.ts');
    const args = readEditorialArgs(argv, output);
    if (typeof args === 'number') return args;
    // The command `channels` reports mistakes in their file.
    const channels = await openChannels(readConfig(process.env)).catch(() => []);
    // A running transaction is still committed or rolled back: closing the database waits for it.
    return withDatabase((context) => unlessStopped(context.stop, runEditorial(args, { ...context, channels })));
  },
  feedback: async (argv) => runCommand((await import('./operator/commands/feedback/feedback.ts')).command, argv),
  orders: async (argv) => runCommand((await import('./operator/commands/orders/orders.ts')).command, argv),
  search: async (argv) => runCommand((await import('./operator/commands/search.ts')).command, argv),
  async channels(argv) {
    const { readChannelsArgs, runChannels } = await import('./operator/commands/orders/channels.ts');
    const args = readChannelsArgs(argv, output);
    if (typeof args === 'number') return args;
    return runChannels(args, { ...output, environment: readConfig(process.env), fetch, packages: readPackages });
  },
  figures: async (argv) => runCommand((await import('./operator/commands/figures/figures.ts')).command, argv),
  async reconcile(argv) {
    const { readReconcileArgs, runReconcile } = await import('./operator/commands/orders/reconcile.ts');
    const args = readReconcileArgs(argv, output);
    if (typeof args === 'number') return args;
    const channels = await openChannels(readConfig(process.env));
    // Its findings are printed once, in Chinese.
    return withDatabase((context) => runReconcile(args, { ...context, channels, log: createLog('fatal') }));
  },
  comics: async (argv) => runCommand((await import('./operator/commands/comics/comics.ts')).command, argv),
  readers: async (argv) => runCommand((await import('./operator/commands/readers/readers.ts')).command, argv),
  async staff(argv) {
    const { readStaffArgs, runStaff } = await import('./operator/commands/staff.ts');
    const args = readStaffArgs(argv, output);
    if (typeof args === 'number') return args;
    const consoleUrl = consoleUrlOf(readConfig(process.env));
    return withDatabase((context) => runStaff(args, { ...context, consoleUrl }));
  },
  wallet: async (argv) => runCommand((await import('./operator/commands/wallet/wallet.ts')).command, argv),
};

async function runCommand<Args>(command: Command<Args>, argv: string[], open: Open = openDatabase): Promise<number> {
  const args = command.readArgs(argv, output);
  return typeof args === 'number' ? args : withDatabase((context) => command.run(args, context), open);
}

async function readSiteName(): Promise<string> {
  let name = '';
  await withDatabase(async ({ pool }) => {
    ({ name } = await createEditorial(pool, () => false).brand());
    return 0;
  }, openDatabaseToLook);
  return name;
}

/** The packages in the editorial data. */
async function readPackages(): Promise<readonly PackagePart[]> {
  let packages: readonly PackagePart[] = [];
  await withDatabase(async ({ pool }) => {
    ({ packages } = await createEditorial(pool, () => false).parts());
    return 0;
  });
  return packages;
}

type Open = (config: Config, as: 'command', log: Logger) => Promise<Database>;

/** Opens the database for a command and closes it in any case: a private one that it started must not stay behind. */
async function withDatabase(
  work: (context: CommandContext & { confirm: Confirm }, databaseFolder: string | null) => Promise<number>,
  open: Open = openDatabase,
): Promise<number> {
  const stop = stopSignal();
  const config = readConfig(process.env);
  const database = await open(config, 'command', createLog(quieter(config.logLevel)));
  try {
    if (stop.aborted) return INTERRUPTED;
    const imageDir = path.join(config.dataDir, 'store');
    const places = [imageDir, ...(database.where === null ? [] : [database.where])];
    const room = { places, leastBytes: config.diskLowBytes };
    const { publicUrl } = config;
    return await work({ ...output, pool: database.pool, imageDir, publicUrl, room, stop }, database.where);
  } finally {
    await database.close();
  }
}

/** The output of a command is enough: the log at info concerns the app. */
function quieter(logLevel: string): string {
  return logLevel === 'info' ? 'warn' : logLevel;
}

const [name = '', ...argv] = process.argv.slice(2);
const run = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (run) run(argv).then((code) => process.exit(code), refuseToStart);
else {
  stderr.write(`没有「${name}」这个命令。可用的命令：${Object.keys(COMMANDS).join('、')}\n`);
  process.exit(2);
}
