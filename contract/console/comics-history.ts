import * as v from 'valibot';
import { listOf, paged } from '../paging.ts';
import { Count, Id, Time } from '../shapes.ts';
import { staffCall } from './staff-call.ts';

export const comicHistory = staffCall({
  path: 'comics/history',
  who: { staff: 'comics' },
  what: '谁在什么时候改了一部漫画和它的各话，新的在前。',
  payload: v.object({ id: Id, ...paged }),
  authorScope: ({ id }) => ({ comics: [id] }),
  data: listOf(
    v.object({
      id: Id,
      at: Time,
      actor: v.string(),
      /** The name of the member of staff; null for a command. */
      actorName: v.nullable(v.string()),
      action: v.string(),
      /** The number of the chapter that it is about; null = the comic itself. */
      chapterNo: v.nullable(v.number()),
      /** By the names of the columns. */
      before: v.record(v.string(), v.unknown()),
      after: v.record(v.string(), v.unknown()),
      reason: v.nullable(v.string()),
      undone: v.boolean(),
      /** It is not older than 30 days. Another change since may still prevent it. */
      canUndo: v.boolean(),
    }),
  ),
});

export const comicPrices = staffCall({
  path: 'comics/prices',
  who: { staff: 'comics' },
  what: '读者买各话要付多少：现在，与在指定的时间。优惠、转为免费的时间都算在内。',
  payload: v.object({ id: Id, at: Time, ...paged }),
  authorScope: ({ id }) => ({ comics: [id] }),
  data: listOf(
    v.object({
      id: Id,
      no: v.number(),
      title: v.string(),
      now: Count,
      /** At the given time. */
      later: Count,
      /** Readers see it at the given time. */
      isOutLater: v.boolean(),
    }),
  ),
  refusals: { comicNotFound: null },
});
