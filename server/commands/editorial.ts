import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type pg from 'pg';
import { openImageFolder } from '../adapters/image-folder.ts';
import { type CommandOutput, parseOptions, readUsage, WrongUsage } from '../core/command-line.ts';
import { formatMistake, MAX_YAML_BYTES } from '../core/yaml-source.ts';
import { applyFile } from '../editorial-file/apply.ts';
import { formatDifference } from '../editorial-file/difference.ts';
import { exportState, mayReplace, pictureFolderOf, writeExport } from '../editorial-file/export.ts';
import { asSourceError } from '../importer/source/source-error.ts';
import type { Channel } from '../modules/shop/shop.ts';
import { unpricedPackages } from './unpriced-packages.ts';

type Output = { write(text: string): unknown };

export type EditorialContext = {
  pool: pg.Pool;
  /** The image store: `<DATA_DIR>/store`. */
  storeDir: string;
  stdout: Output;
  stderr: Output;
  clock: () => Date;
  /** Those that take money: what is sold has its price in the currency of each, or is not sold there. */
  channels: readonly Pick<Channel, 'name' | 'currency'>[];
};

export type EditorialUsage =
  | { command: 'apply'; file: string; isDryRun: boolean }
  | { command: 'export'; file: string | undefined; force: boolean };

const USAGE = `用法：
  manyu editorial apply <文件.yaml> [--dry-run]   按文件设置首页、横幅、专题、活动、优惠等
  manyu editorial export [文件.yaml] [--force]    写出现在的设置；不写文件名就输出到屏幕

选项：
  --dry-run   只看会有什么变化，不写入任何内容
  --force     覆盖不是由 export 写出的文件
  --help      显示这段说明

文件的写法见 docs/editorial.md。文件里没有写到的部分保持不变。
退出码：0 成功（或没有变化），1 文件有错误，2 用法有误或没能完成。
`;

/** Reads the command line. Help and wrong usage need no database: they are printed here, and the exit code is returned. */
export function readEditorialUsage(argv: string[], output: CommandOutput): EditorialUsage | number {
  return readUsage(USAGE, output, () => readOptions(argv));
}

function readOptions(argv: string[]): EditorialUsage | null {
  const flag = { type: 'boolean' } as const;
  const { values, positionals } = parseOptions(argv, { 'dry-run': flag, force: flag });
  const [command, file, ...more] = positionals;
  if (values.help) return null;
  if (more.length > 0) throw new WrongUsage('一次只能用一个文件');
  if (command === 'apply') {
    if (file === undefined) throw new WrongUsage('请写出要应用的文件');
    if (values.force) throw new WrongUsage('--force 只能与 export 同用');
    return { command, file, isDryRun: values['dry-run'] === true };
  }
  if (command === 'export') {
    if (values['dry-run']) throw new WrongUsage('--dry-run 只能与 apply 同用');
    return { command, file, force: values.force === true };
  }
  throw new WrongUsage(command === undefined ? '请写 apply 或 export' : `没有「${command}」，只有 apply 和 export`);
}

/** `manyu editorial …`; returns the exit code. */
export async function runEditorial(usage: EditorialUsage, context: EditorialContext): Promise<number> {
  try {
    return await (usage.command === 'apply' ? runApply(usage, context) : runExport(usage, context));
  } catch (error) {
    const why = asSourceError(error)?.message ?? (error instanceof Error ? error.message : String(error));
    context.stderr.write(`没能完成：${why}\n`);
    return 2;
  }
}

async function runApply(
  { file, isDryRun }: EditorialUsage & { command: 'apply' },
  { pool, storeDir, stdout, stderr, clock, channels }: EditorialContext,
): Promise<number> {
  const text = await readText(file);
  if (typeof text !== 'string') {
    stderr.write(`读不了 ${file}：${text.why}\n`);
    return 1;
  }
  const done = await applyFile(
    text,
    dirname(resolve(file)),
    { isDryRun },
    { pool, store: openImageFolder(storeDir), clock },
  );
  if ('mistakes' in done) {
    for (const mistake of done.mistakes) stderr.write(`${formatMistake(basename(file), mistake)}\n`);
    stderr.write(`共 ${done.mistakes.length} 处错误，没有应用任何内容。\n`);
    return 1;
  }
  for (const channel of channels) {
    const unpriced = unpricedPackages(channel, done.packages, clock());
    if (unpriced) stderr.write(`注意：${channel.name}${unpriced.text}\n`);
  }
  if (done.changes.length === 0) stdout.write('没有变化。\n');
  else
    stdout.write(`${formatDifference(done.changes)}${isDryRun ? '以上变化还没有写入（--dry-run）。' : '已应用。'}\n`);
  return 0;
}

async function runExport(
  { file, force }: EditorialUsage & { command: 'export' },
  { pool, storeDir, stdout, stderr }: EditorialContext,
): Promise<number> {
  const state = await exportState(pool, openImageFolder(storeDir), pictureFolderOf(file ?? 'editorial.yaml'));
  for (const sentence of state.missing) stderr.write(`${sentence}，请在文件里换一张\n`);
  if (file === undefined) {
    stdout.write(state.text);
    if (state.pictures.size > 0) stderr.write('图片没有写出；要连图片一起写出，请在 export 后面写文件名。\n');
    return 0;
  }
  if (!force && !(await mayReplace(file))) {
    stderr.write(`${file} 已经存在，而且不是 export 写出的。请换一个文件名，或加上 --force。\n`);
    return 2;
  }
  await writeExport(file, state);
  const pictures = state.pictures.size > 0 ? `，图片 ${state.pictures.size} 张在 ${pictureFolderOf(file)}` : '';
  stdout.write(`已写出 ${file}${pictures}。\n`);
  return 0;
}

async function readText(file: string): Promise<string | { why: string }> {
  let bytes: Buffer;
  try {
    const look = await stat(file);
    if (!look.isFile()) return { why: '它不是文件' };
    if (look.size > MAX_YAML_BYTES) return { why: '它超过 2 MB' };
    bytes = await readFile(file);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return { why: isMissing ? '没有这个文件' : '请检查权限' };
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { why: '它不是 UTF-8 文本（可能是 GBK 或 UTF-16，请另存为 UTF-8）' };
  }
}
