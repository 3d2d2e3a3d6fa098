import type { Pool } from 'pg';
import {
  comicEdit,
  comicGenres,
  comicGet,
  comicList,
  comicState,
  comicUndo,
  comicUnlock,
} from '#contract/console/comics';
import { comicPath } from '#contract/paths';
import { type Served, serve } from '../../../core/dispatch/dispatch.ts';
import { checksumOf, cursorAfter, readCursor, readPage } from '../../../core/refusal/paging.ts';
import { BadField, refuse } from '../../../core/refusal/refusal.ts';
import {
  type ComicOrder,
  editComic,
  FieldsChanged,
  type ListedComic,
  listComics,
  listGenreNames,
} from '../../../modules/catalog/editing/editing.ts';
import {
  changeComicByHand,
  clearOverrides,
  findComicById,
  titlesOf,
} from '../../../modules/catalog/publishing/publishing.ts';
import { type UndoneEntry, undoEntry } from '../../merging/whole-merge.ts';
import { actOf, entriesOf, lastChange, STATE_ACTIONS, stateChange } from './acts.ts';
import type { Changing } from './changing.ts';
import { filterOf, type ListRefused } from './comic-filter.ts';
import { viewComic, viewListed } from './comic-views.ts';
import { sourcesOf } from './field-sources.ts';

const MOST_GENRES = 200;

/** Comics as editors see and change them. */
export function editingCalls(pool: Pool, { change, guardLater }: Changing, listRefused: ListRefused): Served[] {
  return [
    serve(comicList, async ({ caller }, { sort, cursor, size, ...given }) => {
      const filter = await filterOf(given, listRefused, caller);
      const after = positionIn(cursor, sort);
      const page = await readPage(size, (limit) => listComics(pool, filter, { order: sort, after, size: limit }));
      return { list: page.rows.map(viewListed), next: page.last && cursorFor(page.last, sort) };
    }),

    serve(comicGenres, async () => ({ list: (await listGenreNames(pool, MOST_GENRES)).map(({ genre }) => genre) })),

    serve(comicGet, async ({ from }, { id }) => {
      const comic = (await findComicById(pool, id)) ?? refuse('comicNotFound');
      const titles = await titlesOf(pool, comic.mergedInto ? [comic.mergedInto] : []);
      const [into] = [...titles].map(([intoId, title]) => ({ id: intoId, title }));
      const readerUrl = `${from.siteUrl ?? from.url}${comicPath(id)}`;
      return { ...viewComic(comic, into ?? null), readerUrl, sources: await sourcesOf(pool, comic) };
    }),

    serve(comicEdit, async (ctx, { id, base, change: wanted, reason }, refuseEdit) => {
      for (const name of Object.keys(wanted)) if (!(name in base)) throw new BadField(`base.${name}`);
      const isPrice = Object.keys(wanted).every((name) => name === 'priceCoins' || name === 'freeFirst');
      const act = actOf(ctx, isPrice ? 'price' : 'edit', reason);
      try {
        const fields = { base, change: wanted };
        return entriesOf([await change((tx, copy) => editComic(tx, act, id, fields, copy, ctx.now))]);
      } catch (error) {
        if (!(error instanceof FieldsChanged)) throw error;
        return refuseEdit('comicChanged', {
          current: error.current,
          ...(await lastChange(pool, { subject: 'comic', id }, error, ctx.now)),
        });
      }
    }),

    serve(comicUnlock, async (ctx, { id, field, reason }) => {
      const act = actOf(ctx, 'clear-overrides', reason);
      const cleared = await change((tx) => clearOverrides(tx, act, id, [], ctx.now, field));
      return { entries: cleared.flatMap((entryId) => entryId ?? []) };
    }),

    serve(comicState, async (ctx, { id, to, reason }) => {
      const act = actOf(ctx, STATE_ACTIONS[to], reason);
      const wanted = stateChange(to, ctx.now);
      const done = await change((tx, copy) => changeComicByHand(tx, act, id, wanted, copy, ctx.now));
      if (to === 'offline' || to === 'deleted') guardLater(id);
      return entriesOf([done]);
    }),

    serve(comicUndo, async (ctx, { entries }) => {
      const act = actOf(ctx, 'undo');
      const undone = await change(async (tx, copy) => {
        const done: UndoneEntry[] = [];
        for (const entry of entries.toSorted((a, b) => b - a))
          done.push(await undoEntry(tx, act, entry, copy, ctx.now));
        return done;
      });
      for (const comicId of new Set(undone.flatMap((each) => each.comicIds))) guardLater(comicId);
      return entriesOf(undone);
    }),
  ];
}

/** As PostgreSQL writes it, with the time zone. */
const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/;

const CURSORS = {
  newest: ['number'],
  updated: ['text', 'number'],
  title: ['text'],
  price: ['number', 'number'],
} as const;

function cursorFor({ id, updatedText, titleKey: key, priceCoins }: ListedComic, order: ComicOrder): string {
  const positions = { newest: [id], updated: [updatedText, id], title: [key], price: [priceCoins, id] };
  return cursorAfter([checksumOf(order), ...positions[order]]);
}

function positionIn(cursor: string | undefined, order: ComicOrder) {
  const [checksum, ...position] = readCursor(cursor, ['number', ...CURSORS[order]]) ?? [];
  if (cursor !== undefined && checksum !== checksumOf(order)) throw new BadField('cursor');
  if (cursor !== undefined && order === 'updated' && !TIME.test(String(position[0]))) throw new BadField('cursor');
  return cursor === undefined ? null : position;
}
