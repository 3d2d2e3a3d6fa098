import * as v from 'valibot';
import { MOST_CHAPTER_NO } from '../chapter-no.ts';
import { listOf, paged } from '../paging.ts';
import { Count, Id, Time } from '../shapes.ts';
import { Entries, Name, PriceCoins, Reason } from './comic-shapes.ts';
import { staffCall } from './staff-call.ts';

/** The number of a chapter; it has decimals if the chapter is between two others. */
const ChapterNo = v.pipe(v.number(), v.minValue(0), v.maxValue(MOST_CHAPTER_NO));
const ChapterIds = v.pipe(v.array(Id), v.minLength(1), v.maxLength(200));

/** The fields of a chapter that staff edit. */
const EDITED_CHAPTER = {
  no: ChapterNo,
  /** Empty = it has only a number. */
  title: v.union([v.literal(''), Name]),
  /** A price of its own; null = the comic's. */
  priceCoins: v.nullable(PriceCoins),
  /** When it becomes free; null = never. */
  freeAt: v.nullable(Time),
  /** In the future = scheduled. */
  publishedAt: Time,
};
const SomeOfChapter = v.partial(v.object(EDITED_CHAPTER));
/** The same as they are stored: imports follow other limits. */
const StoredChapter = v.object({ ...EDITED_CHAPTER, no: v.number(), title: v.string(), priceCoins: v.nullable(Count) });
const SomeStored = v.partial(StoredChapter);

export const chapterList = staffCall({
  path: 'comics/chapters',
  who: { staff: 'comics' },
  what: '一部漫画的各话，按话数，包括没有发布的、下架的与删除的。',
  payload: v.object({ id: Id, ...paged }),
  authorScope: ({ id }) => ({ comics: [id] }),
  data: listOf(
    v.object({
      id: Id,
      fields: StoredChapter,
      /** The price by all rules except promotions. */
      costCoins: Count,
      pages: Count,
      damagedPages: Count,
      state: v.picklist(['online', 'offline', 'deleted']),
      /** The trash was emptied: its pictures are gone. */
      emptied: v.boolean(),
      /** Readers who own it. */
      owners: Count,
      byHand: v.array(v.string()),
    }),
  ),
});

export const chapterEdit = staffCall({
  path: 'comics/chapter-edit',
  who: { staff: 'comics' },
  what: '修改一话的标题、话数、单独标价、转为免费的时间、发布时间。base 与 change 同 comics/edit。',
  payload: v.object({ id: Id, base: SomeStored, change: SomeOfChapter, reason: Reason }),
  authorScope: ({ id, change }) => ({ chapters: [id], fields: Object.keys(change) }),
  data: Entries,
  refusals: {
    chapterNotFound: null,
    comicChanged: v.object({ current: SomeStored, by: v.nullable(v.string()), at: v.nullable(Time) }),
    chapterNumberTaken: null,
    comicMerged: null,
  },
});

export const chapterState = staffCall({
  path: 'comics/chapter-state',
  who: { staff: 'comics' },
  what: '上架、下架、删除一部漫画的几话，或从回收站恢复（恢复后是下架的）。买过的读者照样能读。',
  payload: v.object({
    comicId: Id,
    ids: ChapterIds,
    to: v.picklist(['online', 'offline', 'deleted', 'restored']),
    reason: Reason,
  }),
  authorScope: ({ comicId, ids, to }) => ({
    comics: [comicId],
    chapters: ids,
    shown: to === 'online' || to === 'restored' ? ids : [],
  }),
  data: Entries,
  refusals: { chapterNotFound: null, comicDeleted: null, comicMerged: null, trashEmptied: null },
});

export const chapterPrice = staffCall({
  path: 'comics/chapter-price',
  who: { staff: 'comics' },
  what: '给一部漫画的几话单独标价；null 回到整部的价格。',
  payload: v.object({ comicId: Id, ids: ChapterIds, priceCoins: v.nullable(PriceCoins), reason: Reason }),
  data: Entries,
  refusals: { chapterNotFound: null, comicMerged: null },
});

export const chapterOrder = staffCall({
  path: 'comics/chapter-order',
  who: { staff: 'comics' },
  what: '调换几话的顺序：按新的顺序给出各话与它现在的话数，它们重新分配这些话数，别的话不变。',
  payload: v.object({
    comicId: Id,
    chapters: v.pipe(v.array(v.object({ id: Id, no: v.number() })), v.minLength(2), v.maxLength(500)),
  }),
  authorScope: ({ comicId, chapters }) => ({ comics: [comicId], chapters: chapters.map(({ id }) => id) }),
  data: Entries,
  refusals: { chapterNotFound: null, comicChanged: null, comicMerged: null },
});
