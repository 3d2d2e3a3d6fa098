import { setPriority } from 'node:os';
import path from 'node:path';
import { type BackedUp, backUp } from '../backup/back-up.ts';
import { BackupRefused } from '../backup/refused.ts';
import { type Rotation, readRotation } from '../backup/rotation.ts';
import { parseOptions, readUsage, WrongUsage } from '../core/command-line.ts';
import { schemasOf } from '../core/migrate.ts';
import { MIGRATIONS } from '../migrations.ts';
import type { Command, CommandContext } from './command.ts';

const USAGE = `用法：manyu backup <文件夹> [--keep 7d,4w,6m]

备份数据库、图片，与数据目录里的设置（channels.yaml、sms.yaml、密钥）。漫屿在运行时也可以。
各次备份放在同一个文件夹里：图片只存一份，每次只复制新的。里面有密钥与读者的资料，请妥善保管。

  --keep 7d,4w,6m   做完之后，最近七天、四周、六个月各留一份，其余删去；不写就都留着

退出码：0 做完了，1 没有做成，或有图片已损坏、没有备份；2 用法有误。
`;

export type BackupUsage = { folder: string; rotation: Rotation | null };

/** Readers come first, for the processor as well. */
const LOW_PRIORITY = 10;

export const command: Command<BackupUsage> = {
  readUsage: (args, output) =>
    readUsage(USAGE, output, () => {
      const { values, positionals } = parseOptions(args, { keep: { type: 'string' } });
      if (values.help) return null;
      const [folder, ...more] = positionals;
      if (folder === undefined || more.length > 0) throw new WrongUsage('请写出一个放备份的文件夹');
      return { folder: path.resolve(folder), rotation: values.keep === undefined ? null : rotationOf(values.keep) };
    }),
  run(usage, context) {
    setPriority(LOW_PRIORITY);
    return runBackup(usage, context);
  },
};

function rotationOf(given: string): Rotation {
  const rotation = readRotation(given);
  if (!rotation) throw new WrongUsage('--keep 要写成 7d,4w,6m：天、周、月，可以只写其中几个');
  return rotation;
}

type Parts = Pick<CommandContext, 'pool' | 'storeDir' | 'clock'> &
  Record<'stdout' | 'stderr', { write(text: string): unknown }>;

/** Returns the exit code. */
export async function runBackup({ folder, rotation }: BackupUsage, parts: Parts): Promise<number> {
  const { stdout, stderr, pool, storeDir, clock } = parts;
  try {
    const schemas = schemasOf(MIGRATIONS);
    const made = await backUp(folder, { pool, storeDir, clock, schemas, dataDir: path.dirname(storeDir) }, rotation);
    stdout.write(summary(made));
    for (const key of made.damaged) stderr.write(`图片已损坏，没有备份：${key}\n`);
    return made.damaged.length > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof BackupRefused)) throw error;
    stderr.write(`${error.message}\n`);
    return 1;
  }
}

function summary({ folder, rows, databaseBytes, pictures, copied, removed }: BackedUp): string {
  const gone = removed.backups > 0 ? `删去旧备份 ${removed.backups} 份，图片 ${removed.pictures} 个。\n` : '';
  const database = `数据库 ${rows} 行（压缩后 ${(databaseBytes / 1e6).toFixed(1)} MB）`;
  return `备份做完了：${folder}\n${database}，图片 ${pictures} 个（新复制 ${copied} 个）。\n${gone}`;
}
