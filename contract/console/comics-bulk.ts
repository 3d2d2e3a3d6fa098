import * as v from 'valibot';
import { ById, Count, Id } from '../shapes.ts';
import { ComicStatus, EDITED, Genres, PriceCoins, Reason, Weekdays } from './comic-shapes.ts';
import { COMIC_FILTER } from './comics.ts';
import { staffCall } from './staff-call.ts';

const MOST_CHOSEN = 2_000;
const ChosenIds = v.pipe(v.array(Id), v.maxLength(MOST_CHOSEN));

/** These comics, or all with a filter but these. */
const Selection = v.union([
  v.object({ ids: v.pipe(ChosenIds, v.minLength(1)) }),
  v.object({ filter: v.object(COMIC_FILTER), except: ChosenIds }),
]);

/** Missing fields stay unchanged. */
const Wish = v.object({
  priceCoins: v.optional(PriceCoins),
  freeFirst: v.optional(PriceCoins),
  status: v.optional(ComicStatus),
  online: v.optional(v.boolean()),
  addGenres: v.optional(Genres),
  removeGenres: v.optional(Genres),
  weekdays: v.optional(Weekdays),
  waitHours: v.optional(EDITED.waitHours),
  waitExceptLatest: v.optional(EDITED.waitExceptLatest),
  waitReadHours: v.optional(EDITED.waitReadHours),
  passAfterDays: v.optional(EDITED.passAfterDays),
});

/** Values by the names of their fields. */
const Values = v.object({
  priceCoins: v.optional(Count),
  freeFirst: v.optional(Count),
  status: v.optional(ComicStatus),
  online: v.optional(v.boolean()),
  genres: v.optional(v.array(v.string())),
  weekdays: v.optional(v.array(v.number())),
  waitHours: v.optional(Count),
  waitExceptLatest: v.optional(Count),
  waitReadHours: v.optional(Count),
  passAfterDays: v.optional(Count),
});

export const bulkPreview = staffCall({
  path: 'comics/bulk-preview',
  who: { staff: 'comics' },
  what: '预览批量修改：选定漫画，记下各部现在的值与要改成的值，还没有修改。24 小时内用 comics/bulk-apply 执行，最多 5000 部。',
  payload: v.object({ selection: Selection, wish: Wish }),
  data: v.object({
    id: Id,
    /** How many will change; the first of them in `rows`. */
    count: Count,
    rows: v.array(v.object({ id: Id, title: v.string(), before: Values, after: Values })),
    /** How many of the chosen ones already have these values. */
    unchanged: Count,
    /** How many are in the trash; they are left out. */
    deleted: Count,
  }),
  refusals: { bulkTooMany: null, bulkNothing: null },
  mostBodyBytes: 64_000,
});

const Done = v.object({
  changed: Count,
  /** Changed by others in between; left as they are. */
  skipped: Count,
  skippedTitles: v.array(v.string()),
});

export const bulkApply = staffCall({
  path: 'comics/bulk-apply',
  who: { staff: 'comics' },
  what: '执行预览过的批量修改：一次全部修改；预览之后被别人改过的跳过。',
  payload: v.object({ id: Id, reason: Reason }),
  data: Done,
  refusals: { bulkGone: null },
});

export const bulkUndo = staffCall({
  path: 'comics/bulk-undo',
  who: { staff: 'comics' },
  what: '撤回自己 30 天以内的一次批量修改；之后又改过的跳过。',
  payload: ById,
  data: Done,
  refusals: { bulkGone: null },
});
