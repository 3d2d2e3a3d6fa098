import { readPage } from '../../../core/refusal/paging.ts';
import { type Entry, listEntries } from '../../../modules/audit/audit.ts';
import { ANY_COMIC, type ComicFilter, listComics } from '../../../modules/catalog/editing/editing.ts';
import {
  findComicNamed,
  findManagedChapter,
  listComicEntries,
  listComicsInTrash,
  listManagedChapters,
  type ManagedComic,
  titleKey,
} from '../../../modules/catalog/publishing/publishing.ts';
import { countOwners } from '../../../modules/wallet/wallet.ts';
import type { Command } from '../command.ts';
import { agree } from '../confirm.ts';
import { type ComicsArgs, readComicsArgs } from './comics-args.ts';
import { changeByHand, clearComicOverrides, clearTrash, mergeComic, undoEntries } from './comics-changes.ts';
import type { ComicsContext } from './comics-context.ts';
import { chapterTable, comicDetail, comicLine, deletedChaptersLine, entryLine } from './comics-view.ts';
import { isWithin, type Range } from './number-ranges.ts';

const PAGE = 50;

export const command: Command<ComicsArgs> = {
  readArgs: readComicsArgs,
  run: runComics,
};

/** Shows or changes comics and chapters; returns the exit code. */
export async function runComics(args: ComicsArgs, context: ComicsContext): Promise<number> {
  const { pool, stdout } = context;
  if (args.command === 'list') return list(args, context);
  if (args.command === 'empty-trash') return clearTrash(args, context);
  if (args.command === 'undo') return undoEntries(args, context);
  if (args.command === 'log' && args.comic === null) return log(null, args.before, context);
  if (args.command === 'redraw-thumbs' && args.comic === null) return redrawThumbs(args.yes, null, context);
  const comic = await findComicNamed(pool, args.comic ?? '');
  if (!comic) {
    stdout.write(`没有「${args.comic}」这部漫画：写编号、代码或书名，找不到时 manyu comics list 词\n`);
    return 1;
  }
  if (args.command === 'log') return log(comic, args.before, context);
  if (args.command === 'merge') return merge(args, comic, context);
  if (args.command === 'show') return show(comic, args.chapters, context);
  if (args.command === 'redraw-thumbs') return redrawThumbs(args.yes, comic, context);
  if (args.command === 'clear-overrides') return clearComicOverrides(args, comic, context);
  return changeByHand(args, comic, context);
}

async function merge(
  args: Extract<ComicsArgs, { command: 'merge' }>,
  from: ManagedComic,
  context: ComicsContext,
): Promise<number> {
  const into = await findComicNamed(context.pool, args.into);
  if (into) return mergeComic(args, { from, into }, context);
  context.stdout.write(`没有「${args.into}」这部漫画：写编号、代码或书名，找不到时 manyu comics list 词\n`);
  return 1;
}

async function redrawThumbs(yes: boolean, comic: ManagedComic | null, context: ComicsContext): Promise<number> {
  context.stdout.write(`重画${comic ? `《${comic.title}》` : '所有漫画'}各话的缩略图，可以随时停下再接着画\n`);
  if (!(await agree(yes, context.stdout, context.confirm))) return 1;
  // Loaded on demand, as it needs the large code that draws pictures.
  const { redrawAll } = await import('./redraw-thumbs.ts');
  return redrawAll(comic, context);
}

type ListArgs = Extract<ComicsArgs, { command: 'list' }>;

async function list({ word, state, before }: ListArgs, { pool, stdout }: ComicsContext): Promise<number> {
  const key = titleKey(word);
  const filter: ComicFilter = { ...ANY_COMIC, word: key || null, state: state === 'offline' ? state : null };
  const after = before === null ? null : [before];
  const { rows, last } =
    state === 'trash'
      ? await readPage(PAGE, (size) => listComicsInTrash(pool, before ?? Number.MAX_SAFE_INTEGER, key, size))
      : await readPage(PAGE, (size) => listComics(pool, filter, { order: 'newest', after, size }));
  for (const comic of rows)
    stdout.write(`${comicLine(comic)}\n${'deletedChapters' in comic ? deletedChaptersLine(comic) : ''}`);
  if (rows.length === 0) stdout.write('没有这样的漫画。\n');
  if (last) stdout.write(`还有更早的：--before ${last.id}\n`);
  return 0;
}

async function show(comic: ManagedComic, ranges: Range[] | null, { pool, stdout }: ComicsContext): Promise<number> {
  const all = await listManagedChapters(pool, comic.id);
  const chapters = ranges ? all.filter(({ no }) => isWithin(ranges, no)) : all;
  const ids = chapters.map(({ id }) => id);
  stdout.write(comicDetail(comic) + chapterTable(chapters, await countOwners(pool, ids)));
  return 0;
}

async function log(comic: ManagedComic | null, before: number | null, context: ComicsContext): Promise<number> {
  const { pool, stdout } = context;
  const upTo = before ?? Number.MAX_SAFE_INTEGER;
  const { rows, last } = await readPage(PAGE, (size) =>
    comic ? listComicEntries(pool, comic.id, upTo, size) : listEntries(pool, upTo, size),
  );
  for (const entry of rows) stdout.write(entryLine(entry, await subjectName(entry, context)));
  if (rows.length === 0) stdout.write('没有记录。\n');
  if (last) stdout.write(`还有更早的：--before ${last.id}\n`);
  return 0;
}

async function subjectName({ subject, subjectId }: Entry, { pool }: ComicsContext): Promise<string> {
  if (subject === 'editorial') return '编辑数据';
  if (subject === 'reader') return `读者 ${subjectId}`;
  // The number of the refund, which is shown, begins with the order number.
  if (subject === 'order') return '订单';
  const chapter = subject === 'chapter' ? await findManagedChapter(pool, subjectId) : null;
  const comic = await findComicNamed(pool, String(chapter?.comicId ?? subjectId));
  return `《${comic?.title ?? subjectId}》${chapter ? `第 ${chapter.no} 话` : ''}`;
}
