import { setPriority } from 'node:os';
import path from 'node:path';
import { type Asked, type BackedUp, backUp } from '../backup/back-up.ts';
import type { Size } from '../backup/history.ts';
import { BackupRefused } from '../backup/refused.ts';
import { type Rotation, readRotation } from '../backup/rotation.ts';
import { parseOptions, pathOf, readUsage, WrongUsage } from '../core/command-line.ts';
import { schemasOf } from '../core/migrate.ts';
import { MIGRATIONS } from '../migrations.ts';
import type { Command, CommandContext } from './command.ts';

const USAGE = `用法：manyu backup <文件夹> [--keep 7d,4w,6m]

备份数据库、图片，与数据目录里的设置（channels.yaml、sms.yaml、密钥）。漫屿在运行时也可以。
各次备份放在同一个文件夹里：图片只存一份，每次只复制新的。里面有密钥与读者的资料，请妥善保管。

  --keep 7d,4w,6m   做完之后，最近七天、四周、六个月各留一份，其余删去；不写就都留着
  --yes             数据或图片比上一份少了一半以上，确实如此：照样删去旧备份

退出码：0 做完了；1 没有做成，有图片已损坏、没有备份，或比上一份少了一半以上；2 用法有误。
`;

export type BackupUsage = { folder: string } & Asked;

/** Readers come first, for the processor as well. */
const LOW_PRIORITY = 10;

export const command: Command<BackupUsage> = {
  readUsage: (args, output) =>
    readUsage(USAGE, output, () => {
      const { values, positionals } = parseOptions(args, { keep: { type: 'string' }, yes: { type: 'boolean' } });
      if (values.help) return null;
      const [folder, ...more] = positionals;
      if (folder === undefined || more.length > 0) throw new WrongUsage('请写出一个放备份的文件夹');
      const rotation = values.keep === undefined ? null : rotationOf(values.keep);
      return { folder: pathOf(folder), rotation, yes: values.yes === true };
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
export async function runBackup({ folder, ...asked }: BackupUsage, parts: Parts): Promise<number> {
  const { stdout, stderr, pool, storeDir, clock } = parts;
  try {
    const schemas = schemasOf(MIGRATIONS);
    const made = await backUp(folder, { pool, storeDir, clock, schemas, dataDir: path.dirname(storeDir) }, asked);
    stdout.write(summary(made));
    for (const key of made.damaged) stderr.write(`图片已损坏，没有备份：${key}\n`);
    if (made.shrunkFrom) stderr.write(aboutShrinking(made.shrunkFrom, made));
    return made.damaged.length > 0 || made.shrunkFrom ? 1 : 0;
  } catch (error) {
    if (!(error instanceof BackupRefused)) throw error;
    stderr.write(`${error.message}\n`);
    return 1;
  }
}

function aboutShrinking({ name, ...before }: { name: string } & Size, now: Size): string {
  const change = `数据库 ${before.rows} → ${now.rows} 行，图片 ${before.pictures} → ${now.pictures} 个`;
  return `这一份比 ${name} 少了一半以上（${change}），所以没有删去旧备份。先看 DATA_DIR 与 DATABASE_URL 对不对，盘都挂上了没有；确实变少了，加 --yes 再备份一次。\n`;
}

function summary({ folder, rows, databaseBytes, pictures, copied, removed }: BackedUp): string {
  const gone = removed.backups > 0 ? `删去旧备份 ${removed.backups} 份，图片 ${removed.pictures} 个。\n` : '';
  const database = `数据库 ${rows} 行（压缩后 ${(databaseBytes / 1e6).toFixed(1)} MB）`;
  return `备份做完了：${folder}\n${database}，图片 ${pictures} 个（新复制 ${copied} 个）。\n${gone}`;
}
