import path from 'node:path';
import { parseOptions, pathOf, readArgs, WrongUsage } from '../../core/command-line/command-line.ts';
import { schemasOf } from '../../core/db/migrate.ts';
import { MIGRATIONS } from '../../migrations.ts';
import { BackupRefused } from '../backup/refused.ts';
import { type Restored, restore } from '../backup/restore.ts';
import type { Command, CommandContext } from './command.ts';
import { neededPictures } from './editorial/needed-pictures.ts';
import { runImport } from './import/import.ts';
import { checkWallet } from './wallet/wallet.ts';

const USAGE = `用法：manyu restore <文件夹>

把备份恢复到空的数据目录（DATA_DIR），或空的库（DATABASE_URL）与空的数据目录。
写放备份的文件夹，就恢复其中最新的一份；也可以写某一份。恢复之后核对账目与图片。

退出码：0 恢复了，核对无误；1 没有恢复，或核对出了问题；2 用法有误。
`;

type RestoreArgs = { folder: string };

export const command: Command<RestoreArgs> = {
  readArgs: (argv, output) =>
    readArgs(USAGE, output, () => {
      const { positionals } = parseOptions(argv, {});
      const [folder, ...more] = positionals;
      if (folder === undefined || more.length > 0) throw new WrongUsage('请写出备份所在的文件夹');
      return { folder: pathOf(folder) };
    }),
  run: runRestore,
};

/** Restores a backup and checks the result. Returns the exit code. */
export async function runRestore({ folder }: RestoreArgs, context: Omit<CommandContext, 'stop'>): Promise<number> {
  const { pool, imageDir, stdout, stderr } = context;
  try {
    const places = { pool, imageDir, dataDir: path.dirname(imageDir) };
    const restored = await restore(folder, {
      ...places,
      schemas: schemasOf(MIGRATIONS),
      migrations: MIGRATIONS,
      needed: (db) => neededPictures(db, context.clock()),
    });
    stdout.write(summary(restored));
    const checks = [await checkWallet(context), await runImport(['--verify'], context)];
    return restored.damaged.length > 0 || checks.some((code) => code !== 0) ? 1 : 0;
  } catch (error) {
    if (!(error instanceof BackupRefused)) throw error;
    stderr.write(`${error.message}\n`);
    return 1;
  }
}

function summary({ folder, madeAt, rows, pictures, damaged, settingsLeft, foreign }: Restored): string {
  return [
    `已恢复 ${folder}（${madeAt.toISOString()}）：数据库 ${rows} 行，图片 ${pictures} 个。`,
    ...damaged.map((key) => `备份里的图片已损坏或缺少，没有恢复：${key}`),
    ...settingsLeft.map((name) => `${name} 已经在数据目录里，没有动它。`),
    ...foreign.map((name) => `${name} 不是漫屿的表，没有恢复。`),
    '',
  ].join('\n');
}
