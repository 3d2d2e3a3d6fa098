import * as v from 'valibot';
import { listOf, paged } from '../paging.ts';
import { ById, Count, Id, Image, Time } from '../shapes.ts';
import {
  ComicState,
  ComicStatus,
  EDITED_NAMES,
  Entries,
  Reason,
  SomeFields,
  SomeStored,
  StoredFields,
} from './comic-shapes.ts';
import { staffCall } from './staff-call.ts';

/** A missing field does not filter. */
export const COMIC_FILTER = {
  /** Part of the title, an alias or an author; or a whole id or code. */
  q: v.optional(v.pipe(v.string(), v.maxLength(100))),
  /** Without it, all comics that are not deleted. */
  state: v.optional(v.picklist(['online', 'offline', 'deleted'])),
  status: v.optional(ComicStatus),
  /** `paid`: at least one chapter has a price. */
  price: v.optional(v.picklist(['paid', 'free'])),
  /**
   * `damaged`: has damaged pages; `scheduled`: a chapter will be published; `draft`: a chapter is not online; `refused`: a file
   * of the last 30 days could not be imported; `empty`: has no chapter.
   */
  issue: v.optional(v.picklist(['damaged', 'scheduled', 'draft', 'refused', 'empty'])),
  weekday: v.optional(v.picklist([1, 2, 3, 4, 5, 6, 7])),
  genre: v.optional(v.pipe(v.string(), v.maxLength(200))),
};

export const comicList = staffCall({
  path: 'comics/list',
  who: { staff: 'comics' },
  what: '漫画的列表，包括已下架的。',
  payload: v.object({
    ...COMIC_FILTER,
    sort: v.optional(v.picklist(['newest', 'updated', 'title', 'price']), 'newest'),
    ...paged,
  }),
  authorScope: () => ({}),
  data: listOf(
    v.object({
      id: Id,
      title: v.string(),
      code: v.string(),
      cover: v.nullable(Image),
      chapters: Count,
      priceCoins: Count,
      freeFirst: Count,
      isPaid: v.boolean(),
      status: ComicStatus,
      state: ComicState,
      updatedAt: Time,
    }),
  ),
});

export const comicGenres = staffCall({
  path: 'comics/genres',
  who: { staff: 'comics' },
  what: '在用的题材，漫画多的在前。',
  payload: v.object({}),
  authorScope: () => ({}),
  data: v.object({ list: v.array(v.string()) }),
});

const ComicDetail = v.object({
  id: Id,
  code: v.string(),
  /** The address of its page for readers. */
  readerUrl: v.string(),
  state: ComicState,
  deletedAt: v.nullable(Time),
  /** The comic that it was merged into. */
  mergedInto: v.nullable(v.object({ id: Id, title: v.string() })),
  cover: v.nullable(Image),
  wide: v.nullable(Image),
  chapters: Count,
  fields: StoredFields,
  /** The fields that were set by hand: imports do not change them. */
  byHand: v.array(v.string()),
  /**
   * Where values come from: changed by hand, the file of a chapter (ComicInfo), series.yaml, or the options of an import.
   * Missing: a default, or imported before this was noted.
   */
  sources: v.optional(
    v.array(
      v.object({
        field: v.string(),
        from: v.picklist(['hand', 'file', 'series', 'options']),
        /** The person who changed it by hand. */
        by: v.nullable(v.string()),
        at: v.nullable(Time),
      }),
    ),
  ),
});

export const comicGet = staffCall({
  path: 'comics/get',
  who: { staff: 'comics' },
  what: '一部漫画的资料与状态。',
  payload: ById,
  authorScope: ({ id }) => ({ comics: [id] }),
  data: ComicDetail,
  refusals: { comicNotFound: null },
});

export const comicEdit = staffCall({
  path: 'comics/edit',
  who: { staff: 'comics' },
  what: '修改一部漫画的资料与价格。change 是新的值，base 是修改之前看到的值：与现在的不同就拒绝，别的字段不受影响。',
  payload: v.object({ id: Id, base: SomeStored, change: SomeFields, reason: Reason }),
  authorScope: ({ id, change }) => ({ comics: [id], fields: Object.keys(change) }),
  data: Entries,
  refusals: {
    comicNotFound: null,
    /** The fields that others have changed, with their current values, the last author and the time. */
    comicChanged: v.object({ current: SomeStored, by: v.nullable(v.string()), at: v.nullable(Time) }),
    comicTitleTaken: null,
    comicMerged: null,
  },
});

export const comicUnlock = staffCall({
  path: 'comics/unlock',
  who: { staff: 'comics' },
  what: '取消一个手工定的字段：现在的值不变，下一次导入起由 series.yaml 与导入的选项来定。与命令 manyu comics clear-overrides 相同，只管一个字段。',
  payload: v.object({ id: Id, field: v.picklist([...EDITED_NAMES, 'cover']), reason: Reason }),
  data: Entries,
  refusals: { comicNotFound: null, comicMerged: null },
});

export const comicState = staffCall({
  path: 'comics/state',
  who: { staff: 'comics' },
  what: '上架、下架、删除一部漫画，或从回收站恢复（恢复后是下架的）。下架或删除之后，买过的读者照样能读。',
  payload: v.object({ id: Id, to: v.picklist(['online', 'offline', 'deleted', 'restored']), reason: Reason }),
  data: Entries,
  refusals: { comicNotFound: null, comicDeleted: null, comicMerged: null, trashEmptied: null },
});

export const comicUndo = staffCall({
  path: 'comics/undo',
  who: { staff: 'comics' },
  what: '撤回 30 天以内对漫画与话的改动，之后又改过同一处的不能撤回。一次的几条一起撤回，或一条也不撤回。',
  payload: v.object({ entries: v.pipe(v.array(Id), v.minLength(1), v.maxLength(200)) }),
  authorScope: ({ entries }) => ({ entries }),
  data: Entries,
  refusals: {
    cannotUndo: null,
    comicTitleTaken: null,
    chapterNumberTaken: null,
    comicMerged: null,
    trashEmptied: null,
  },
});
