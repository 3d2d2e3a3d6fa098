import * as v from 'valibot';
import { LONGEST_ANNOUNCEMENT, MOST_SEEN_DAYS } from '../announcement-limits.ts';
import { listOf, paged } from '../paging.ts';
import { isScreenPath } from '../paths.ts';
import { Count, Id, Key, Nothing, Time } from '../shapes.ts';
import { staffCall } from './staff-call.ts';

const text = (most: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(most));

const Announcement = v.object({
  /** `event`: 活动; `system`: 系统. */
  kind: v.picklist(['event', 'system']),
  title: text(LONGEST_ANNOUNCEMENT.title),
  body: text(LONGEST_ANNOUNCEMENT.body),
  /** A page of this site; null = none. */
  link: v.nullable(v.pipe(v.string(), v.maxLength(200), v.startsWith('/'), v.check(isScreenPath))),
  /** For readers who visited in this many days before it. */
  seenDays: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_SEEN_DAYS)),
  /** When readers get it; null = now. */
  at: v.nullable(Time),
});

export const announcementList = staffCall({
  path: 'editorial/announcements',
  who: { staff: 'editorial' },
  what: '发给读者的公告，新的在前；`isOn` 是消息有没有打开，没有打开时公告不发出。',
  payload: v.object(paged),
  data: v.object({
    isOn: v.boolean(),
    ...listOf(
      v.object({
        id: Id,
        ...Announcement.entries,
        at: Time,
        state: v.picklist(['planned', 'sending', 'sent', 'withdrawn']),
        /** How many readers got it so far. */
        readers: Count,
        actorName: v.string(),
      }),
    ).entries,
  }),
});

export const announcementPreview = staffCall({
  path: 'editorial/announcement-preview',
  who: { staff: 'editorial' },
  what: '预览一条公告：现在发会有多少读者收到；`isOn` 是消息有没有打开。',
  payload: Announcement,
  data: v.object({ readers: Count, isOn: v.boolean() }),
});

export const announcementCreate = staffCall({
  path: 'editorial/announcement-create',
  who: { staff: 'editorial' },
  what: '发一条公告，或定时发。同一个 key 只发一条。',
  payload: v.object({ ...Announcement.entries, key: Key }),
  data: v.object({ id: Id }),
});

export const announcementWithdraw = staffCall({
  path: 'editorial/announcement-withdraw',
  who: { staff: 'editorial' },
  what: '撤回一条公告：不再发，收到的也从消息里消失。已经推送、发了邮件的收不回来。',
  payload: v.object({ id: Id }),
  data: Nothing,
  refusals: { announcementNotFound: null },
});
