import { columnName } from '#contract/console/column-names';
import { openImageFolder } from '../../../adapters/image-folder.ts';
import { operatorName } from '../../../core/command-line/launch-environment.ts';
import { type Tx, transaction } from '../../../core/db/db.ts';
import { sweep } from '../../../importer/publish/sweep.ts';
import type { Act } from '../../../modules/audit/audit.ts';
import {
  type ChapterChange,
  type CopyFolder,
  changeChapterByHand,
  changeComicByHand,
  clearOverrides,
  declareFolders,
  emptyTrash,
  guardPages,
  listDueTrash,
  listManagedChapters,
  type ManagedChapter,
  type ManagedComic,
  titlesOf,
} from '../../../modules/catalog/publishing/publishing.ts';
import { countOwners } from '../../../modules/wallet/wallet.ts';
import { mergePreview, splitPreview } from '../../../pages/merging/merge-text.ts';
import { mergeWhole, tryOut, undoEntry } from '../../../pages/merging/whole-merge.ts';
import { INTERRUPTED } from '../command.ts';
import { agree } from '../confirm.ts';
import { explained } from '../explained.ts';
import type { ChangeArgs, ComicsArgs } from './comics-args.ts';
import { type ComicsContext, withCopier, withImportLock } from './comics-context.ts';
import { actionName, valueText } from './comics-view.ts';
import { isWithin } from './number-ranges.ts';

/** Prints the change, asks, and carries it out. Returns the exit code. */
export async function changeByHand(args: ChangeArgs, comic: ManagedComic, context: ComicsContext): Promise<number> {
  const { pool, stdout } = context;
  const all = await listManagedChapters(pool, comic.id);
  const { chapters: ranges } = args;
  const targets = ranges ? all.filter(({ no }) => isWithin(ranges, no)) : [];
  if (ranges && targets.length === 0) {
    stdout.write(`《${comic.title}》没有这一话。\n`);
    return 1;
  }
  stdout.write(await preview(args, comic, ranges ? targets : all, context));
  if (!(await agree(args.yes, stdout, context.confirm))) return 1;
  const act = actOf(args);
  const isTakeDown = args.command === 'offline' || args.command === 'delete';
  return changing(context, async () => {
    if (args.chapters === null && args.coverFile !== null) {
      // Loaded on demand: only this needs the large code that draws pictures.
      const { changeWithCover } = await import('./comics-cover.ts');
      const entryId = await changeWithCover(act, comic, args.change, args.coverFile, context);
      stdout.write(doneText([entryId]));
      return 0;
    }
    const change = (copyFolder: CopyFolder) =>
      transaction(pool, (tx) => applyTo(tx, act, comic, args, targets, copyFolder, context.clock()));
    // Taking a comic down does not wait for a running import. Its pages are moved when the import has ended.
    const needsNoCopy = isTakeDown || args.command === 'online';
    const entries = needsNoCopy ? await change(copyNothing) : await withCopier(context, change);
    stdout.write(doneText(entries));
    if (isTakeDown && (ranges ? targets : all).some(({ guarded }) => !guarded))
      await withCopier(context, (copy) => transaction(pool, (tx) => guardPages(tx, comic.id, copy)));
    return 0;
  });
}

/** Previews a merge, asks for a confirmation, and merges. */
export async function mergeComic(
  args: Extract<ComicsArgs, { command: 'merge' }>,
  { from, into }: Record<'from' | 'into', ManagedComic>,
  context: ComicsContext,
): Promise<number> {
  const { pool, stdout, clock } = context;
  const ids = { fromId: from.id, intoId: into.id };
  const merge = (tx: Tx, copyFolder: CopyFolder) => mergeWhole(tx, actOf(args), ids, copyFolder, clock());
  return changing(context, async () => {
    stdout.write(mergePreview(await tryOut(pool, merge), { from, into }, WAYS));
    if (args.dryRun) return 0;
    if (!(await agree(args.yes, stdout, context.confirm))) return 1;
    const { entryId } = await withCopier(context, (copyFolder) => transaction(pool, (tx) => merge(tx, copyFolder)));
    stdout.write(doneText([entryId]));
    return 0;
  });
}

/** Clears the overrides of a comic and its chapters, so that imports set these values again. */
export async function clearComicOverrides(
  args: Extract<ComicsArgs, { command: 'clear-overrides' }>,
  comic: ManagedComic,
  context: ComicsContext,
): Promise<number> {
  const { pool, stdout, clock } = context;
  const chapters = await listManagedChapters(pool, comic.id);
  const columns = new Set([comic, ...chapters].flatMap(({ setByHand }) => setByHand));
  if (columns.size === 0) {
    stdout.write(`《${comic.title}》没有手工定的地方。\n`);
    return 0;
  }
  const names = [...columns].map(columnName).join('、');
  stdout.write(`《${comic.title}》的${names}：现在的值不变，下一次导入起由 series.yaml 与导入的选项来定\n`);
  if (!(await agree(args.yes, stdout, context.confirm))) return 1;
  const entries = await transaction(pool, (tx) => clearOverrides(tx, actOf(args), comic.id, chapters, clock()));
  stdout.write(doneText(entries));
  return 0;
}

/** Undoes entries of the log, latest first. */
export async function undoEntries(
  args: Extract<ComicsArgs, { command: 'undo' }>,
  context: ComicsContext,
): Promise<number> {
  const { pool, stdout, clock } = context;
  const ids = args.entries.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, index) => from + index));
  const undo = async (tx: Tx, copyFolder: CopyFolder) => {
    const undone: Undone[] = [];
    for (const id of ids.toSorted((a, b) => b - a)) undone.push(await undoOne(tx, id, args, copyFolder, clock()));
    return undone;
  };
  return changing(context, async () => {
    stdout.write(`撤回 ${ids.join('、')} 号记录里的改动\n`);
    for (const { said } of await tryOut(pool, undo)) stdout.write(said);
    if (!(await agree(args.yes, stdout, context.confirm))) return 1;
    const undone = await withCopier(context, (copyFolder) => transaction(pool, (tx) => undo(tx, copyFolder)));
    stdout.write(doneText(undone.map(({ entryId }) => entryId)));
    return 0;
  });
}

/** The entry of the undo and a text for the operator. */
type Undone = { entryId: number | null; said: string };

async function undoOne(
  tx: Tx,
  id: number,
  args: Extract<ComicsArgs, { command: 'undo' }>,
  copyFolder: CopyFolder,
  now: Date,
): Promise<Undone> {
  const { entryId, split } = await undoEntry(tx, actOf(args), id, copyFolder, now);
  if (!split) return { entryId, said: '' };
  const [from, into] = [split.record.from, split.record.into];
  const titles = await titlesOf(tx, [from, into]);
  const named = (comicId: number) => ({ id: comicId, title: titles.get(comicId) ?? String(comicId) });
  return { entryId, said: splitPreview(split, { from: named(from), into: named(into) }) };
}

/** The commands for the work that a merge leaves. */
const WAYS = { online: '用 manyu comics online', adjust: '用 manyu wallet adjust' };

/** Removes the pictures of chapters that were deleted 30 days ago, unless a reader owns them. */
export async function clearTrash(
  args: Extract<ComicsArgs, { command: 'empty-trash' }>,
  context: ComicsContext,
): Promise<number> {
  const { pool, stdout, clock, imageDir } = context;
  const due = await listDueTrash(pool, clock());
  const owners = await countOwners(
    pool,
    due.map(({ id }) => id),
  );
  const empty = due.filter(({ id }) => !owners.has(id));
  if (due.length > empty.length) stdout.write(`${due.length - empty.length} 话有人买过，图片留着。\n`);
  if (empty.length === 0) {
    stdout.write('没有要清的。\n');
    return 0;
  }
  stdout.write(`清掉 ${empty.length} 话的图片，不能再撤回\n`);
  if (!(await agree(args.yes, stdout, context.confirm))) return 1;
  const folders = empty.map(({ folder }) => folder);
  await withImportLock(context, async () => {
    await declareFolders(pool, folders, clock());
    await transaction(pool, (tx) =>
      emptyTrash(
        tx,
        empty.map(({ id }) => id),
      ),
    );
    await sweep(pool, openImageFolder(imageDir), folders);
  });
  stdout.write('已清掉。\n');
  return 0;
}

function actOf({ command, reason }: { command: string; reason: string | null }): Act {
  return { actor: operatorName(), action: command, reason };
}

async function applyTo(
  tx: Tx,
  act: Act,
  comic: ManagedComic,
  args: ChangeArgs,
  targets: readonly ManagedChapter[],
  copyFolder: CopyFolder,
  now: Date,
): Promise<(number | null)[]> {
  if (args.chapters === null)
    return [(await changeComicByHand(tx, act, comic.id, args.change, copyFolder, now)).entryId];
  const entries: (number | null)[] = [];
  for (const chapter of targets)
    entries.push((await changeChapterByHand(tx, act, chapter, args.change, copyFolder, now)).entryId);
  return entries;
}

const MOST_LISTED = 20;

async function preview(
  args: ChangeArgs,
  comic: ManagedComic,
  chapters: readonly ManagedChapter[],
  { pool }: ComicsContext,
): Promise<string> {
  const lines = [`${actionName(args.command)}：《${comic.title}》（${comic.id}）`];
  const { priceCoins, ...change } = args.change;
  const ofComic = { ...change, ...(priceCoins !== undefined && { priceCoins }) };
  if (args.chapters === null) {
    lines.push(...differences(ofComic, comic));
    if (args.coverFile !== null) lines.push(`  封面：换成 ${args.coverFile}`);
  } else {
    const given: ChapterChange & { ownPriceCoins?: number | null } = args.change;
    const { priceCoins: own, ...others } = given;
    const ofChapter = { ...others, ...(own !== undefined && { ownPriceCoins: own }) };
    for (const chapter of chapters.slice(0, MOST_LISTED))
      lines.push(`第 ${chapter.no} 话 ${chapter.title}`, ...differences(ofChapter, chapter));
    if (chapters.length > MOST_LISTED) lines.push(`……一共 ${chapters.length} 话`);
  }
  if (args.command === 'offline' || args.command === 'delete') {
    const owners = await countOwners(
      pool,
      chapters.map(({ id }) => id),
    );
    const sold = [...owners.values()].reduce((sum, count) => sum + count, 0);
    lines.push(
      sold > 0
        ? `买过的有 ${sold} 人次（${owners.size} 话），他们照样能读自己买的`
        : '没有人买过，谁也读不到了；旧的图片地址也不再能打开',
    );
  }
  return `${lines.join('\n')}\n`;
}

function differences(change: object, current: object): string[] {
  const before = new Map<string, unknown>(Object.entries(current));
  return Object.entries(change).flatMap(([key, value]) => {
    const column = key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const [was, is] = [shown(before.get(key)), shown(value)];
    return [`  ${columnName(column)}：${was === is ? `${is}（不变）` : `${was} → ${is}`}`];
  });
}

function shown(value: unknown): string {
  if (value instanceof Date || typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string')
    return valueText(value);
  return Array.isArray(value) ? valueText(value.map(String)) : valueText(null);
}

function doneText(entries: readonly (number | null)[]): string {
  const ids = entries.flatMap((id) => id ?? []);
  if (ids.length === 0) return '本来就是这样，没有改动。\n';
  const [from, to] = [Math.min(...ids), Math.max(...ids)];
  const isRow = ids.length > 1 && to - from + 1 === ids.length;
  const text = isRow ? `${from}-${to}` : ids.join(',');
  return `已改，记录 ${text}。要撤回：manyu comics undo ${text}\n`;
}

const copyNothing: CopyFolder = async () => {
  throw new Error('a change without prices copies no pages');
};

/** An interruption ends the waiting for an import with an error. */
async function changing({ stdout, stop }: ComicsContext, work: () => Promise<number>): Promise<number> {
  try {
    return await explained(stdout, '没有改：', work);
  } catch (error) {
    if (stop.aborted) return INTERRUPTED;
    throw error;
  }
}
