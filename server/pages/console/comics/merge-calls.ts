import type { Pool } from 'pg';
import { mergeComics, mergePreview } from '#contract/console/comics-merge';
import { type Served, serve } from '../../../core/dispatch/dispatch.ts';
import { refuse } from '../../../core/refusal/refusal.ts';
import { findComicById } from '../../../modules/catalog/publishing/publishing.ts';
import { mergePreview as mergeText } from '../../merging/merge-text.ts';
import { mergeWhole, tryOut } from '../../merging/whole-merge.ts';
import { actOf, entriesOf } from './acts.ts';
import type { Changing } from './changing.ts';

/** The instructions for the open tasks of a merge, in the words of the console. */
const WAYS = { online: '在「话」里上架', adjust: '在读者的页面调整余额' };

/** Merges of two comics: shown, and made. */
export function mergeCalls(pool: Pool, { change }: Changing): Served[] {
  return [
    serve(mergePreview, async (ctx, { id, into: intoId }) => {
      const [from, into] = [await findComicById(pool, id), await findComicById(pool, intoId)];
      if (!from || !into) return refuse('comicNotFound');
      const act = actOf(ctx, 'merge');
      const merged = await tryOut(pool, (tx, copy) => mergeWhole(tx, act, { fromId: id, intoId }, copy, ctx.now));
      return { lines: mergeText(merged, { from, into }, WAYS).trim().split('\n') };
    }),

    serve(mergeComics, async (ctx, { id, into: intoId, reason }) => {
      const act = actOf(ctx, 'merge', reason);
      return entriesOf([await change((tx, copy) => mergeWhole(tx, act, { fromId: id, intoId }, copy, ctx.now))]);
    }),
  ];
}
