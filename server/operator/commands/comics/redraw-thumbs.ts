import { openImageFolder } from '../../../adapters/image-folder.ts';
import { redrawThumbs } from '../../../importer/publish/redraw-thumbs.ts';
import type { ManagedComic, StoredChapter, StoredComic } from '../../../modules/catalog/publishing/publishing.ts';
import { storedComics } from '../../../modules/catalog/publishing/publishing.ts';
import { INTERRUPTED } from '../command.ts';
import { type ComicsContext, withImportLock } from './comics-context.ts';

/**
 * Draws the thumbs of one comic or of all with the current crop. Takes the import lock for one comic at a time, so that an import
 * need not wait for all of them. Interrupted, it can be run again: a thumb that is drawn the same is not replaced.
 */
export async function redrawAll(comic: ManagedComic | null, context: ComicsContext): Promise<number> {
  const { stdout, stop } = context;
  const sum = { comics: 0, chapters: 0, changed: 0, unreadable: 0 };
  for await (const each of storedComics(context.pool, comic?.id)) {
    const done = await redrawOne(each.comic, context).catch((error: unknown) => {
      if (!stop.aborted) throw error;
    });
    if (!done || stop.aborted) {
      stdout.write('已中断，画好的都在。再次运行同一命令即可继续。\n');
      return INTERRUPTED;
    }
    sum.comics++;
    sum.chapters += done.chapters;
    sum.changed += done.changed;
    sum.unreadable += done.unreadable;
  }
  stdout.write(`${sum.comics} 部 ${sum.chapters} 话，换了 ${sum.changed} 张缩略图。\n`);
  if (sum.unreadable === 0) return 0;
  stdout.write(`${sum.unreadable} 话的页读不到，没有画：运行 manyu import --verify。\n`);
  return 1;
}

async function redrawOne(comic: StoredComic, context: ComicsContext) {
  const { pool, imageDir, clock, stdout, stop } = context;
  const parts = { pool, storage: openImageFolder(imageDir), clock };
  return withImportLock(context, async () => {
    const chapters: StoredChapter[] = [];
    // An import may have changed them while this waited.
    for await (const comicNow of storedComics(pool, comic.id)) chapters.push(...comicNow.chapters);
    const { changed, unreadable } = await redrawThumbs(parts, comic, chapters, stop);
    if (changed > 0) stdout.write(`《${comic.title}》${chapters.length} 话，换了 ${changed} 张\n`);
    for (const { no } of unreadable) stdout.write(`《${comic.title}》第 ${no} 话的页读不到\n`);
    return { chapters: chapters.length, changed, unreadable: unreadable.length };
  });
}
