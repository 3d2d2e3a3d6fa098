import type { Pool } from 'pg';
import type { PayloadOf } from '#contract/call';
import { comicPicture } from '#contract/console/comic-pictures';
import { transaction } from '../../../core/db/db.ts';
import type { StaffCaller } from '../../../core/dispatch/ctx.ts';
import { type Served, serve } from '../../../core/dispatch/dispatch.ts';
import { refuse } from '../../../core/refusal/refusal.ts';
import { readPages } from '../../../modules/catalog/editing/editing.ts';
import { changeComicByHand, comicFolder, findComicById } from '../../../modules/catalog/publishing/publishing.ts';
import type { Uploads } from '../../../modules/uploads/uploads.ts';
import { actOf, entriesOf, withUploaded } from './acts.ts';
import type { Changing } from './changing.ts';

type From = NonNullable<PayloadOf<typeof comicPicture>['picture']>['from'];

/** The cover and the wide picture of a comic. */
export function pictureCalls(
  pool: Pool,
  { change, draw }: Changing,
  uploads: Pick<Uploads, 'pictures' | 'dropPictures'>,
): Served[] {
  return [
    serve(comicPicture, async (ctx, { id, use, picture, reason }) => {
      const act = actOf(ctx, 'picture', reason);
      if (picture === null)
        return entriesOf([await change((tx, copy) => changeComicByHand(tx, act, id, { wide: null }, copy, ctx.now))]);
      const comic = (await findComicById(pool, id)) ?? refuse('comicNotFound');
      const from = await pictureOf(ctx.caller, id, picture.from);
      const job = { small: comicFolder(comic.storeKey), from, crop: picture.crop, use };
      const files = picture.from.what === 'file' ? [picture.from.file] : [];
      const drawing = draw('crop', job, ({ picture: drawn, source }) => {
        const wanted =
          use === 'wide' ? { wide: drawn } : { cover: { cover: drawn, source: Buffer.from(source, 'hex') } };
        return transaction(pool, (tx) => changeComicByHand(tx, act, id, wanted, async () => {}, ctx.now));
      });
      const done = await withUploaded(ctx, uploads, files, drawing);
      await uploads.dropPictures(ctx.caller, files);
      return entriesOf([done]);
    }),
  ];

  async function pictureOf(
    caller: StaffCaller,
    comicId: number,
    from: From,
  ): Promise<{ path: string } | { key: string }> {
    if (from.what === 'file') {
      const [file] = await uploads.pictures(caller, [from.file]);
      return { path: file?.path ?? '' };
    }
    const { chapter, set } = await readPages(pool, from.chapterId);
    const page = set.pages[from.page];
    const key = (page?.pieces ?? [page])[from.piece]?.key;
    if (chapter.comicId !== comicId || key === undefined) return refuse('chapterNotFound');
    return { key };
  }
}
