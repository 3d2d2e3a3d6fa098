import type { Pool } from 'pg';
import { bulkApply, bulkPreview, bulkUndo } from '#contract/console/comics-bulk';
import type { RefusalName } from '#contract/refusals';
import { transaction } from '../../../core/db/db.ts';
import { type Served, serve } from '../../../core/dispatch/dispatch.ts';
import { Refusal } from '../../../core/refusal/refusal.ts';
import {
  applyBulk,
  type BulkDone,
  BulkRefused,
  type BulkWish,
  previewBulk,
  undoBulk,
} from '../../../modules/catalog/editing/editing.ts';
import { titlesOf } from '../../../modules/catalog/publishing/publishing.ts';
import { actOf } from './acts.ts';
import type { Changing } from './changing.ts';
import { filterOf, type ListRefused } from './comic-filter.ts';

const MOST_SHOWN = 100;

/** Changes of many comics at once: shown, made, taken back. */
export function bulkCalls(pool: Pool, { change, guardLater }: Changing, listRefused: ListRefused): Served[] {
  async function viewDone({ changed, hidden, skipped }: BulkDone) {
    for (const id of hidden) guardLater(id);
    const titles = await titlesOf(pool, skipped.slice(0, MOST_SHOWN));
    return { changed: changed.length, skipped: skipped.length, skippedTitles: [...titles.values()] };
  }

  return [
    serve(bulkPreview, async (ctx, { selection, wish }) => {
      const selected =
        'ids' in selection
          ? selection
          : { filter: await filterOf(selection.filter, listRefused, ctx.caller), except: selection.except };
      const act = actOf(ctx, actionOf(wish));
      const { id, rows, unchanged, deleted } = await refusing(
        transaction(pool, (tx) => previewBulk(tx, act, selected, wish, ctx.now)),
      );
      const shown = rows.slice(0, MOST_SHOWN).map(({ comicId, title, before, after }) => {
        return { id: comicId, title, before: viewValues(before), after: viewValues(after) };
      });
      return { id, count: rows.length, rows: shown, unchanged, deleted };
    }),

    serve(bulkApply, async (ctx, { id, reason }) => {
      const act = actOf(ctx, '', reason);
      return viewDone(await refusing(change((tx, copy) => applyBulk(tx, act, id, copy, ctx.now))));
    }),

    serve(bulkUndo, async (ctx, { id }) => {
      const act = actOf(ctx, 'undo');
      return viewDone(await refusing(change((tx, copy) => undoBulk(tx, act, id, copy, ctx.now))));
    }),
  ];
}

/** The action in the audit log, as the command calls it. */
function actionOf(wish: BulkWish): string {
  const names = Object.entries(wish).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (names.every((name) => name === 'priceCoins' || name === 'freeFirst')) return 'price';
  if (names.length === 1 && wish.online !== undefined) return wish.online ? 'online' : 'offline';
  return 'edit';
}

type Stored = Awaited<ReturnType<typeof previewBulk>>['rows'][number]['before'];

function viewValues(stored: Stored) {
  const { price_coins: priceCoins, free_first: freeFirst, status, online, genres, weekdays } = stored;
  const unpaid = {
    waitHours: stored.wait_hours,
    waitExceptLatest: stored.wait_except_latest,
    waitReadHours: stored.wait_read_hours,
    passAfterDays: stored.pass_after_days,
  };
  return {
    priceCoins,
    freeFirst,
    status: status as 'serial' | 'complete' | undefined,
    online,
    genres,
    weekdays,
    ...unpaid,
  };
}

async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof BulkRefused)) throw error;
    const [name, message] = REFUSALS[error.why];
    throw new Refusal(name, null, message);
  }
}

const REFUSALS = {
  'too-many': ['bulkTooMany'],
  none: ['bulkNothing'],
  expired: ['bulkGone'],
  applied: ['bulkGone', '已经执行过'],
  undone: ['bulkGone', '已经撤回过'],
  'too-late': ['bulkGone', '30 天以前的修改不能撤回'],
} as const satisfies Record<BulkRefused['why'], readonly [RefusalName, string?]>;
