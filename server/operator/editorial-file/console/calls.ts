import type pg from 'pg';
import type { DataOf } from '#contract/call';
import * as contract from '#contract/console/editorial';
import { MONEY_PARTS, PARTS } from '#contract/console/editorial-parts';
import type { ImageStorage } from '../../../adapters/image-storage.ts';
import { transaction } from '../../../core/db/db.ts';
import type { StaffCtx } from '../../../core/dispatch/ctx.ts';
import { type Served, serve } from '../../../core/dispatch/dispatch.ts';
import { cursorAfter, readCursor, readPage } from '../../../core/refusal/paging.ts';
import { refuse } from '../../../core/refusal/refusal.ts';
import { shanghaiMinutes } from '../../../core/time/shanghai-day.ts';
import { ANY_COMIC, listComics } from '../../../modules/catalog/editing/editing.ts';
import { listScheduledChapters, titleKey } from '../../../modules/catalog/publishing/publishing.ts';
import {
  type EditorialState,
  findEditorialEntry,
  listPartChanges,
  readCurrent,
  readLastChanges,
  takeBackEditorial,
  versionOf,
  withTitles,
} from '../../../modules/editorial/editing.ts';
import { actorNames, staffActor } from '../../../modules/staff/staff.ts';
import { calendarEnd, conflictsOf, momentsOf } from './calendar.ts';
import { firstSaleSteps, type SaleChannel } from './first-sale.ts';
import { type EditedPart, PartChanged, previewPart, savePart, writtenPart } from './part-changes.ts';

const MOST_COMICS = 20;
/** In the calendar. */
const MOST_CHAPTERS = 500;
/** The calls for editorial data. */
export function partCalls(pool: pg.Pool, storage: ImageStorage, channels: () => readonly SaleChannel[]): Served[] {
  const act = ({ caller }: StaffCtx, action: string) => ({
    actor: staffActor(caller.personId),
    action,
    reason: null,
  });

  async function lastChanges() {
    const [changes, nameOf] = [await readLastChanges(pool), await actorNames(pool)];
    return (name: string): DataOf<typeof contract.part>['last'] => {
      const found = changes.get(name);
      return found ? { entryId: found.entryId, at: found.at.toISOString(), by: nameOf(found.actor) } : null;
    };
  }

  /** Names the person who was faster. */
  async function refusingStale<T>(name: EditedPart['name'], work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof PartChanged)) throw error;
      const last = (await lastChanges())(name);
      if (!last) return refuse('partChanged');
      return refuse(
        'partChanged',
        null,
        `${last.by} 在 ${shanghaiMinutes(new Date(last.at))} 改过这一部分，请重新打开，再改一次`,
      );
    }
  }

  async function save(ctx: StaffCtx, edited: EditedPart) {
    return refusingStale(edited.name, savePart(pool, storage, edited, act(ctx, 'arrange'), ctx.now));
  }

  async function undo(ctx: StaffCtx, entryId: number) {
    return { entryId: await transaction(pool, (tx) => takeBackEditorial(tx, act(ctx, 'undo'), entryId, ctx.now)) };
  }

  return [
    serve(contract.partList, async () => {
      const [{ state }, lastOf] = [await readCurrent(pool), await lastChanges()];
      const list = PARTS.map(({ name }) => {
        const value = state[name];
        return { name, items: Array.isArray(value) ? value.length : null, last: lastOf(name) };
      });
      return { list };
    }),

    serve(contract.part, async (_ctx, { name }) => {
      const current = await readCurrent(pool);
      const value = await writtenPart(current, name);
      return { name, version: versionOf(current.state, name), value, last: (await lastChanges())(name) };
    }),

    serve(contract.previewPart, async ({ now }, edited) => {
      const found = await refusingStale(
        edited.name,
        previewPart(pool, storage, { ...edited, value: edited.value }, now),
      );
      const changes = found.changes.map(({ sign, what, fields = [], leaves = null }) => {
        const shown = fields.map(({ name, loss, before = null, after = null }) => ({ name, loss, before, after }));
        return { sign, what, fields: shown, leaves };
      });
      return { mistakes: found.mistakes, changes };
    }),
    serve(contract.savePart, (ctx, edited) => {
      if (MONEY_PARTS.includes(edited.name)) refuse('staffForbidden');
      return save(ctx, { ...edited, value: edited.value });
    }),
    serve(contract.saveMoneyPart, (ctx, edited) => save(ctx, { ...edited, value: edited.value })),

    serve(contract.partHistory, async (_ctx, { name, cursor, size }) => {
      const before = readCursor(cursor, ['number'])?.[0] ?? Number.MAX_SAFE_INTEGER;
      const { rows, last } = await readPage(size, (limit) => listPartChanges(pool, name, before, limit));
      const nameOf = await actorNames(pool);
      const list = rows.map(({ id, at, actor, action, reason, undoneBy }) => {
        return { id, at: at.toISOString(), by: nameOf(actor), action, reason, undone: undoneBy !== null };
      });
      return { list, next: last && cursorAfter([last.id]) };
    }),

    serve(contract.partVersion, async (_ctx, { name, entryId }) => {
      const { before, after } = await findEditorialEntry(pool, entryId, name);
      const current = await readCurrent(pool);
      const { state } = current;
      const written = async (then: unknown) =>
        writtenPart(await withTitles(pool, { ...state, [name]: then } as EditorialState), name);
      return {
        name,
        version: versionOf(state, name),
        value: await written(before[name]),
        after: await written(after[name]),
        now: await writtenPart(current, name),
        last: (await lastChanges())(name),
      };
    }),

    serve(contract.undoPart, async (ctx, { entryId }) => {
      const { after } = await findEditorialEntry(pool, entryId);
      if (MONEY_PARTS.some((name) => name in after)) refuse('staffForbidden');
      return undo(ctx, entryId);
    }),
    serve(contract.undoMoneyPart, (ctx, { entryId }) => undo(ctx, entryId)),

    serve(contract.calendar, async ({ now }) => {
      const current = await readCurrent(pool);
      const found = await listScheduledChapters(pool, now, calendarEnd(now), MOST_CHAPTERS + 1);
      const chapters = found
        .slice(0, MOST_CHAPTERS)
        .map(({ at, ...chapter }) => ({ ...chapter, at: at.toISOString() }));
      return {
        moments: momentsOf(current.state, now),
        chapters,
        hasMoreChapters: found.length > chapters.length,
        conflicts: conflictsOf(current, now),
      };
    }),

    serve(contract.firstSale, async ({ now }) => {
      const [{ state }, changes] = [await readCurrent(pool), await readLastChanges(pool)];
      return { steps: firstSaleSteps(state, changes, channels(), now) };
    }),

    serve(contract.comicNames, async (_ctx, { word }) => {
      const filter = { ...ANY_COMIC, word: titleKey(word) || null };
      const found = await listComics(pool, filter, { order: 'newest', after: null, size: MOST_COMICS });
      return { list: found.map(({ title, code, online }) => ({ title, code, online })) };
    }),
  ];
}
