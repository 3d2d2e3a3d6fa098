import { setPriority } from 'node:os';
import path from 'node:path';
import { parseOptions, pathOf, readArgs, WrongUsage } from '../../core/command-line/command-line.ts';
import { schemasOf } from '../../core/db/migrate.ts';
import { MIGRATIONS } from '../../migrations.ts';
import { type BackedUp, type BackupOptions, backUp, type OnProgress } from '../backup/back-up.ts';
import type { Size } from '../backup/history.ts';
import type { Broken } from '../backup/picture-passes.ts';
import { BackupRefused } from '../backup/refused.ts';
import { type Rotation, readRotation } from '../backup/rotation.ts';
import { type Verified, verifyBackups } from '../backup/verify.ts';
import type { Command, CommandContext } from './command.ts';
import { neededPictures } from './editorial/needed-pictures.ts';

const USAGE = `用法：manyu backup <文件夹> [--keep 7d,4w,6m] [--yes]
      manyu backup <文件夹> --verify

备份数据库、图片，与数据目录里的设置（channels.yaml、sms.yaml、密钥）。漫屿在运行时也可以。
各次备份放在同一个文件夹里：图片只存一份，每次只复制新的。里面有密钥与读者的资料，请妥善保管。

  --keep 7d,4w,6m   做完之后，最近七天、四周、六个月各留一份，其余删除；不写就都留着
  --yes             数据或图片比上一份少了一半以上，确实如此：照样删除旧备份
  --verify          不备份，只核对：文件夹里各份备份（或写出的那一份）的每个文件、每个图片

退出码：0 都好；1 没有做成，有图片缺少或损坏，或比上一份少了一半以上；2 用法有误。
`;

export type BackupArgs = { folder: string; verify: boolean } & BackupOptions;

/** Lower priority than the app, also for the processor. */
const LOW_PRIORITY = 10;
/** The most damaged pictures that are named. If a disk is gone, all are damaged. */
const MOST_NAMED = 20;

export const command: Command<BackupArgs> = {
  readArgs: (argv, output) =>
    readArgs(USAGE, output, () => {
      const boolean = { type: 'boolean' } as const;
      const { values, positionals } = parseOptions(argv, { keep: { type: 'string' }, yes: boolean, verify: boolean });
      const [folder, ...more] = positionals;
      if (folder === undefined || more.length > 0) throw new WrongUsage('请写出一个放备份的文件夹');
      const rotation = values.keep === undefined ? null : rotationOf(values.keep);
      const { yes = false, verify = false } = values;
      if (verify && (rotation || yes)) throw new WrongUsage('--verify 只核对，不能与 --keep、--yes 一起写');
      return { folder: pathOf(folder), rotation, yes, verify };
    }),
  run(args, context) {
    setPriority(LOW_PRIORITY);
    return runBackup(args, context);
  },
};

function rotationOf(given: string): Rotation {
  const rotation = readRotation(given);
  if (!rotation) throw new WrongUsage('--keep 要写成 7d,4w,6m：天、周、月，可以只写其中几个');
  return rotation;
}

type Output = Record<'stdout' | 'stderr', { write(text: string): unknown }>;
type Parts = Pick<CommandContext, 'pool' | 'imageDir' | 'clock'> & Output & { onProgress?: OnProgress };

/** Returns the exit code. */
export async function runBackup({ folder, ...asked }: BackupArgs, parts: Parts): Promise<number> {
  const { stdout, stderr, pool, imageDir, clock, onProgress } = parts;
  return unlessRefused(stderr, async () => {
    const site = { pool, imageDir, dataDir: path.dirname(imageDir), schemas: schemasOf(MIGRATIONS) };
    const made = await backUp(
      folder,
      { ...site, needed: (db) => neededPictures(db, clock()), clock, onProgress },
      asked,
    );
    stdout.write(summary(made));
    const { inBackup, damaged, missing } = made.broken;
    stderr.write(aboutBroken(made.broken, { backups: folder, imageDir }));
    if (made.shrunkFrom) stderr.write(aboutShrinking(made.shrunkFrom, made));
    return inBackup.length + damaged.length + missing.length > 0 || made.shrunkFrom ? 1 : 0;
  });
}

/** Verifies backups. Needs no database. Returns the exit code. */
export function runVerify({ folder }: BackupArgs, { stdout, stderr }: Output): Promise<number> {
  setPriority(LOW_PRIORITY);
  return unlessRefused(stderr, async () => {
    const found = await verifyBackups(folder);
    stderr.write(aboutVerified(found));
    const faults = found.faults.length + found.damaged.length + found.missing.length;
    const result = faults === 0 ? '都是好的' : `有 ${faults} 处坏了`;
    stdout.write(`核对了 ${found.backups.length} 份备份、${found.pictures} 个图片：${result}。\n`);
    return faults === 0 ? 0 : 1;
  });
}

async function unlessRefused(stderr: Output['stderr'], work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof BackupRefused)) throw error;
    stderr.write(`${error.message}\n`);
    return 1;
  }
}

function aboutBroken({ inBackup, damaged, missing }: Broken, place: { backups: string; imageDir: string }): string {
  if (inBackup.length + damaged.length + missing.length === 0) return '';
  const copy = `照同样的路径从 ${path.join(place.backups, 'pictures')} 复制到 ${place.imageDir}，属主同原来的`;
  return [
    ...named('图片缺少或损坏，而备份里有完好的', inBackup),
    ...named('图片已损坏，没有备份', damaged),
    ...named('图片缺少，没有备份', missing),
    ...(inBackup.length > 0 ? [`备份里有完好的，${copy}。`] : []),
    ...(damaged.length + missing.length > 0 ? ['没有备份的，manyu import --verify 说出是哪几话，重新导入即可。'] : []),
    '',
  ].join('\n');
}

function aboutVerified({ faults, damaged, missing }: Verified): string {
  const lines = [...faults, ...named('备份里的图片已损坏', damaged), ...named('备份里缺少图片', missing)];
  if (damaged.length > 0) lines.push('删除已损坏的那几个文件，再备份一次，就会重新复制。');
  return lines.map((line) => `${line}\n`).join('');
}

function named(what: string, keys: readonly string[]): string[] {
  const more = keys.length - MOST_NAMED;
  const lines = keys.slice(0, MOST_NAMED).map((key) => `${what}：${key}`);
  return more > 0 ? [...lines, `${what}：还有 ${more} 个。`] : lines;
}

function aboutShrinking({ name, ...before }: { name: string } & Size, now: Size): string {
  const change = `数据库 ${before.rows} → ${now.rows} 行，图片 ${before.pictures} → ${now.pictures} 个`;
  return `这一份比 ${name} 少了一半以上（${change}），所以没有删除旧备份。先看 DATA_DIR 与 DATABASE_URL 对不对，盘都挂上了没有；确实变少了，加 --yes 再备份一次。\n`;
}

function summary({ folder, rows, databaseBytes, pictures, copied, removed }: BackedUp): string {
  const gone = removed.backups > 0 ? `删除旧备份 ${removed.backups} 份，图片 ${removed.pictures} 个。\n` : '';
  const database = `数据库 ${rows} 行（压缩后 ${(databaseBytes / 1e6).toFixed(1)} MB）`;
  return `备份做完了：${folder}\n${database}，图片 ${pictures} 个（新复制 ${copied} 个）。\n${gone}`;
}
