import type { Pool } from 'pg';
import type { DataOf, PayloadOf } from '#contract/call';
import { changePages, chapterPages, restorePages } from '#contract/console/pages';
import { transaction } from '../../../core/db/db.ts';
import type { StaffCtx } from '../../../core/dispatch/ctx.ts';
import { type Served, serve } from '../../../core/dispatch/dispatch.ts';
import { refuse } from '../../../core/refusal/refusal.ts';
import type { Catalog } from '../../../modules/catalog/catalog.ts';
import {
  changesSmallPictures,
  type EditedPages,
  editPages,
  FieldsChanged,
  foldersOf,
  pagesForSmallPictures,
  pagesOf,
  readPages,
  restorePagesByHand,
} from '../../../modules/catalog/editing/editing.ts';
import type { StoredPage } from '../../../modules/catalog/publishing/publishing.ts';
import { personOfActor, readPeople } from '../../../modules/staff/staff.ts';
import type { Uploads } from '../../../modules/uploads/uploads.ts';
import { actOf, entriesOf, withUploaded } from './acts.ts';
import type { Changing } from './changing.ts';

/** The pages of a chapter as editors see and change them. */
export function pageCalls(
  pool: Pool,
  { draw }: Changing,
  { catalog, uploads }: { catalog: Pick<Catalog, 'pages'>; uploads: Pick<Uploads, 'pictures' | 'dropPictures'> },
): Served[] {
  return [
    serve(chapterPages, async ({ now }, { chapterId }) => {
      const found = await refusing(readPages(pool, chapterId));
      if (found.chapter.emptied) return refuse('trashEmptied');
      const names = new Map((await readPeople(pool, now)).map(({ id, name }) => [id, name]));
      return viewPages(found, (await catalog.pages(chapterId, now)) ?? [], (actor) => {
        return names.get(personOfActor(actor) ?? 0) ?? actor;
      });
    }),

    serve(changePages, async (ctx, payload) => {
      const done = await refusing(change(ctx, payload));
      return entriesOf([done]);
    }),

    serve(restorePages, async (ctx, { chapterId, version, reason }) => {
      const act = actOf(ctx, 'pages', reason);
      const restored = transaction(pool, (tx) => restorePagesByHand(tx, act, chapterId, version, ctx.now));
      return entriesOf([await refusing(restored)]);
    }),
  ];

  async function change(ctx: StaffCtx, { chapterId, base, pages: wanted, reason }: PayloadOf<typeof changePages>) {
    const { chapter, set, version } = await readPages(pool, chapterId);
    if (version !== base) throw new FieldsChanged({});
    const files = wanted.filter((each) => typeof each === 'string');
    const pictures = files.length > 0 ? await uploads.pictures(ctx.caller, files) : [];
    const store = await foldersOf(pool, chapter);
    const indexed = wanted.map((each) => (typeof each === 'string' ? { made: files.indexOf(each) } : each));
    const act = actOf(ctx, 'pages', reason);
    const edit = (made: readonly StoredPage[], small: Parameters<typeof editPages>[3]['small']) => {
      const pages = pagesOf(set.pages, indexed).flatMap((each) => ('made' in each ? (made[each.made] ?? []) : each));
      const from = { chapterId, base, folder: store.pages };
      return transaction(pool, (tx) => editPages(tx, act, from, { pages, small }, ctx.now));
    };
    const changesSmall = changesSmallPictures(set.pages, wanted);
    if (files.length === 0 && !changesSmall) return edit([], null);
    const shown = changesSmall ? pagesForSmallPictures(set.pages, indexed) : [];
    const job = { ...store, pictures, shown: shown.map((each) => ('made' in each ? each.made : each)) };
    const drawing = draw('pages', job, ({ pages, small }) => edit(pages, small));
    const done = await withUploaded(ctx, uploads, files, drawing);
    await uploads.dropPictures(ctx.caller, files);
    return done;
  }
}

async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof FieldsChanged) return refuse('comicChanged');
    throw error;
  }
}

function viewPages(
  { chapter, comicTitle, set, version, versions }: EditedPages,
  images: readonly { url: string; pieces?: { url: string }[] | undefined }[],
  nameOf: (actor: string) => string,
): DataOf<typeof chapterPages> {
  const { comicId, no, title, setByHand } = chapter;
  const pages = set.pages.map(({ width, height, color, damaged = false, source }, index) => {
    const image = images[index];
    return {
      url: image?.url ?? '',
      width,
      height,
      color,
      damaged,
      source,
      pieces: image?.pieces?.map(({ url }) => url) ?? [],
    };
  });
  return {
    comicId,
    comicTitle,
    no,
    title,
    version,
    pages,
    isLocked: setByHand.includes('pages_version'),
    versions: versions.map(({ id, actor, madeAt, leftAt, pageCount }) => ({
      id,
      at: madeAt.toISOString(),
      by: actor === null ? null : nameOf(actor),
      pages: pageCount,
      isCurrent: leftAt === null,
    })),
  };
}
