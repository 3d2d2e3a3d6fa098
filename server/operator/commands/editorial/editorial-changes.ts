import { operatorName } from '../../../core/command-line/launch-environment.ts';
import { transaction } from '../../../core/db/db.ts';
import { readPage } from '../../../core/refusal/paging.ts';
import type { Act } from '../../../modules/audit/audit.ts';
import {
  latestEditorialChange,
  listEditorialChanges,
  previewTakeBack,
  takeBackEditorial,
} from '../../../modules/editorial/editing.ts';
import { changesBetween, formatDifference, leavingOf, type PartChanges } from '../../editorial-file/difference.ts';
import { entryLine } from '../comics/comics-view.ts';
import { agree } from '../confirm.ts';
import { explained } from '../explained.ts';
import type { EditorialArgs } from './editorial-args.ts';
import type { EditorialContext } from './editorial-context.ts';

const PAGE = 50;
const FAILED = 2;

export function actOf(action: string, reason: string | null): Act {
  return { actor: operatorName(), action, reason };
}

/** A paragraph about content that readers will no longer see; empty if there is none. */
export function leavingText(changes: readonly PartChanges[]): string {
  const leaving = leavingOf(changes);
  return leaving.length === 0 ? '' : `读者将看不到 ${leaving.length} 样：${leaving.join('、')}。\n`;
}

export async function runLog(
  { before }: Extract<EditorialArgs, { command: 'log' }>,
  { pool, stdout }: EditorialContext,
): Promise<number> {
  const { rows, last } = await readPage(PAGE, (size) =>
    listEditorialChanges(pool, before ?? Number.MAX_SAFE_INTEGER, size),
  );
  for (const entry of rows) stdout.write(entryLine(entry, '编辑数据'));
  if (rows.length === 0) stdout.write('没有记录。\n');
  if (last) stdout.write(`还有更早的：--before ${last.id}\n`);
  return 0;
}

/** Shows the effect of an undo, asks, and undoes the change. */
export async function runUndo(
  { entry, yes, reason }: Extract<EditorialArgs, { command: 'undo' }>,
  { pool, stdout, clock, confirm }: EditorialContext,
): Promise<number> {
  const id = entry ?? (await latestEditorialChange(pool));
  if (id === null) {
    stdout.write('没有可以撤回的改动。\n');
    return FAILED;
  }
  const undo = async () => {
    const { state, target } = await previewTakeBack(pool, id, clock());
    const changes = changesBetween(state, target, clock());
    stdout.write(`撤回 ${id} 号改动：\n${formatDifference(changes)}${leavingText(changes)}`);
    if (!(await agree(yes, stdout, confirm))) return FAILED;
    const written = await transaction(pool, (tx) => takeBackEditorial(tx, actOf('undo', reason), id, clock()));
    stdout.write(`已撤回，记录 ${written}。\n`);
    return 0;
  };
  return explained(stdout, '没有撤回：', undo, FAILED);
}
