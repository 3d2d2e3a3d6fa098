import type { Pool } from 'pg';
import type { DataOf } from '#contract/call';
import { chapterEdit, chapterList, chapterOrder, chapterPrice, chapterState } from '#contract/console/chapters';
import { type Served, serve } from '../../../core/dispatch/dispatch.ts';
import { cursorAfter, readCursor, readPage } from '../../../core/refusal/paging.ts';
import { BadField } from '../../../core/refusal/refusal.ts';
import {
  changeChapters,
  editChapter,
  FieldsChanged,
  fieldsOfChapter,
  type ListedChapter,
  listChaptersAfter,
  reorderChapters,
} from '../../../modules/catalog/editing/editing.ts';
import { countOwners } from '../../../modules/wallet/wallet.ts';
import { actOf, entriesOf, lastChange, STATE_ACTIONS, stateChange } from './acts.ts';
import type { Changing } from './changing.ts';

/** The chapters of a comic as editors see and change them. */
export function chapterCalls(pool: Pool, { change, guardLater }: Changing): Served[] {
  return [
    serve(chapterList, async (_ctx, { id, cursor, size }) => {
      // A number may be a decimal, which a cursor carries as text.
      const afterNo = Number(readCursor(cursor, ['text'])?.[0] ?? -1);
      if (!Number.isFinite(afterNo)) throw new BadField('cursor');
      const { rows, last } = await readPage(size, (limit) => listChaptersAfter(pool, id, afterNo, limit));
      const owners = await countOwners(
        pool,
        rows.map((chapter) => chapter.id),
      );
      const list = rows.map((chapter) => viewChapter(chapter, owners.get(chapter.id) ?? 0));
      return { list, next: last && cursorAfter([String(last.no)]) };
    }),

    serve(chapterEdit, async (ctx, { id, base, change: wanted, reason }, refuse) => {
      for (const name of Object.keys(wanted)) if (!(name in base)) throw new BadField(`base.${name}`);
      const act = actOf(ctx, actionOf(Object.keys(wanted)), reason);
      try {
        const fields = { base, change: wanted };
        return entriesOf([await change((tx, copy) => editChapter(tx, act, id, fields, copy, ctx.now))]);
      } catch (error) {
        if (!(error instanceof FieldsChanged)) throw error;
        const last = await lastChange(pool, { subject: 'chapter', id }, error, ctx.now);
        return refuse('comicChanged', { current: error.current, ...last });
      }
    }),

    serve(chapterState, async (ctx, { comicId, ids, to, reason }) => {
      const act = actOf(ctx, STATE_ACTIONS[to], reason);
      const wanted = stateChange(to, ctx.now);
      const done = await change((tx, copy) => changeChapters(tx, act, comicId, ids, wanted, copy, ctx.now));
      if (to === 'offline' || to === 'deleted') guardLater(comicId);
      return entriesOf(done);
    }),

    serve(chapterPrice, async (ctx, { comicId, ids, priceCoins, reason }) => {
      const act = actOf(ctx, 'price', reason);
      return entriesOf(
        await change((tx, copy) => changeChapters(tx, act, comicId, ids, { priceCoins }, copy, ctx.now)),
      );
    }),

    serve(chapterOrder, async (ctx, { comicId, chapters }, refuse) => {
      const act = actOf(ctx, 'move');
      try {
        return entriesOf(await change((tx, copy) => reorderChapters(tx, act, comicId, chapters, copy, ctx.now)));
      } catch (error) {
        return error instanceof FieldsChanged ? refuse('comicChanged') : Promise.reject(error);
      }
    }),
  ];
}

/** The action in the audit log, as the command calls it. */
function actionOf(names: readonly string[]): string {
  const [name] = names;
  if (names.length > 1) return 'edit';
  if (name === 'priceCoins' || name === 'freeAt') return 'price';
  if (name === 'publishedAt') return 'publish-at';
  return name === 'no' ? 'move' : 'edit';
}

function viewChapter(chapter: ListedChapter, owners: number): DataOf<typeof chapterList>['list'][number] {
  const { id, priceCoins, pages, damagedPages, online, deletedAt, emptied, setByHand } = chapter;
  return {
    id,
    pages,
    damagedPages,
    emptied,
    owners,
    fields: fieldsOfChapter(chapter),
    costCoins: priceCoins,
    state: stateOf(deletedAt, online),
    byHand: setByHand.map((column) => CHAPTER_FIELDS[column] ?? column),
  };
}

function stateOf(deletedAt: Date | null, online: boolean) {
  if (deletedAt) return 'deleted';
  return online ? 'online' : 'offline';
}

const CHAPTER_FIELDS: Readonly<Record<string, string>> = {
  own_price_coins: 'priceCoins',
  free_at: 'freeAt',
  published_at: 'publishedAt',
};
