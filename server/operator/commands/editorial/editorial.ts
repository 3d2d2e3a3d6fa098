import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { openImageFolder } from '../../../adapters/image-folder.ts';
import { fileProblem } from '../../../core/files/file-problem.ts';
import { formatMistake, MAX_YAML_BYTES } from '../../../core/files/yaml-source.ts';
import { shanghaiMinutes } from '../../../core/time/shanghai-day.ts';
import { asSourceError } from '../../../importer/source/source-error.ts';
import { readLastChanges, type StatePart } from '../../../modules/editorial/editing.ts';
import type { PackagePart } from '../../../modules/editorial/editorial.ts';
import { unpricedPackages } from '../../../modules/shop/shop.ts';
import { actorNames } from '../../../modules/staff/staff.ts';
import { applyFile } from '../../editorial-file/apply.ts';
import { formatDifference, type PartChanges } from '../../editorial-file/difference.ts';
import { exportState, mayReplace, pictureFolderOf, writeExport } from '../../editorial-file/export.ts';
import { partTitle } from '../../editorial-file/part-names.ts';
import { agree } from '../confirm.ts';
import type { EditorialArgs } from './editorial-args.ts';
import { actOf, leavingText, runLog, runUndo } from './editorial-changes.ts';
import type { EditorialContext } from './editorial-context.ts';

/** `manyu editorial …`. Returns the exit code. */
export async function runEditorial(args: EditorialArgs, context: EditorialContext): Promise<number> {
  try {
    switch (args.command) {
      case 'apply':
        return await runApply(args, context);
      case 'export':
        return await runExport(args, context);
      case 'log':
        return await runLog(args, context);
      case 'undo':
        return await runUndo(args, context);
    }
  } catch (error) {
    const problem = asSourceError(error)?.message ?? fileProblem(error);
    const why = problem ?? (error instanceof Error ? error.message : String(error));
    context.stderr.write(`没能完成：${why}\n`);
    return 2;
  }
}

type ApplyArgs = Extract<EditorialArgs, { command: 'apply' }>;

async function runApply(args: ApplyArgs, context: EditorialContext): Promise<number> {
  const { stdout, stderr } = context;
  const text = await readText(args.file);
  if (typeof text !== 'string') {
    stderr.write(`读不了 ${args.file}：${text.why}\n`);
    return 1;
  }
  let agreed: 'all' | readonly PartChanges[] = args.yes ? 'all' : [];
  // Repeats after a question, and again if another person has changed something during the question.
  for (let shown = ''; ; ) {
    const done = await applyText(text, args, agreed, context);
    if ('unseen' in done) {
      await sayUnseen(done.unseen, args.file, context);
      return 2;
    }
    if ('mistakes' in done) {
      for (const mistake of done.mistakes) stderr.write(`${formatMistake(basename(args.file), mistake)}\n`);
      stderr.write(`共 ${done.mistakes.length} 处错误，没有应用任何内容。\n`);
      return 1;
    }
    const { changes, written, entryId } = done;
    const difference = formatDifference(changes) + leavingText(changes);
    if (difference !== shown) stdout.write(difference);
    shown = difference;
    if (written || args.isDryRun) {
      sayUnpriced(done.packages, context);
      if (changes.length === 0) stdout.write('没有变化。\n');
      else if (args.isDryRun) stdout.write('以上变化还没有写入（--dry-run）。\n');
      else stdout.write(`已应用，记录 ${entryId}。要撤回：manyu editorial undo ${entryId}\n`);
      return 0;
    }
    if (!(await agree(false, stdout, context.confirm))) return 2;
    agreed = changes;
  }
}

function applyText(
  text: string,
  { file, isDryRun, reason, force }: ApplyArgs,
  agreed: 'all' | readonly PartChanges[],
  { pool, imageDir, clock }: EditorialContext,
) {
  const options = { isDryRun, act: actOf('apply', reason), agreed, overwrites: force };
  return applyFile(text, dirname(resolve(file)), options, { pool, storage: openImageFolder(imageDir), clock });
}

/** The people who changed the parts after the export, and the times. */
async function sayUnseen(parts: readonly StatePart[], file: string, { pool, stderr }: EditorialContext): Promise<void> {
  const [changes, nameOf] = [await readLastChanges(pool), await actorNames(pool)];
  for (const part of parts) {
    const last = changes.get(part);
    const by = last ? `${nameOf(last.actor)} 在 ${shanghaiMinutes(last.at)} ` : '有人';
    stderr.write(`${partTitle(part)}：${by}改过，${basename(file)} 是在那之前写出的。\n`);
  }
  stderr.write('没有应用任何内容。请重新 export，再改一次；要盖掉别人的改动，请加上 --force。\n');
}

function sayUnpriced(packages: readonly PackagePart[], { channels, stderr, clock }: EditorialContext): void {
  for (const channel of channels) {
    const unpriced = unpricedPackages(channel, packages, clock());
    if (unpriced) stderr.write(`注意：${channel.name}${unpriced.text}\n`);
  }
}

async function runExport(
  { file, force }: Extract<EditorialArgs, { command: 'export' }>,
  { pool, imageDir, stdout, stderr, clock }: EditorialContext,
): Promise<number> {
  const state = await exportState(
    pool,
    openImageFolder(imageDir),
    file === undefined ? null : pictureFolderOf(file),
    clock(),
  );
  for (const sentence of state.missing) stderr.write(`${sentence}，请在文件里换一张\n`);
  if (file === undefined) {
    stdout.write(state.text);
    if (state.pictures.size > 0)
      stderr.write('没有写出图片，只能在这个站 apply。要连图片一起写出，请在 export 后面写文件名。\n');
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
