import * as v from 'valibot';
import { call } from '../call.ts';
import { listOf, paged } from '../paging.ts';
import { Count, Id, Ids, Nothing, Time } from '../shapes.ts';

/**
 * `updates`: new chapters of subscribed comics, new works of followed authors, 等就免费 that is ready; `money`: orders, and what
 * expires soon; `replies`: replies to feedback.
 */
export const NOTICE_CATEGORIES = ['updates', 'money', 'replies'] as const;
const Category = v.picklist(NOTICE_CATEGORIES);
export type NoticeCategory = v.InferOutput<typeof Category>;

const Notice = v.object({
  id: Id,
  category: Category,
  title: v.string(),
  body: v.string(),
  /** The page of this site that it is about. */
  link: v.string(),
  at: Time,
  read: v.boolean(),
});
export type Notice = v.InferOutput<typeof Notice>;

const Selection = v.union([v.object({ ids: Ids }), v.object({ all: v.literal(true) })]);

export const notices = call({
  path: 'my/notice',
  who: 'session',
  what: '这位读者的消息，新的在前；关掉的种类不在其中。站点没有打开消息时是空的。',
  payload: v.object(paged),
  data: listOf(Notice),
  refusals: {},
});

export const readNotice = call({
  path: 'my/read-notice',
  who: 'session',
  what: '把消息标为已读；答复还有几条未读。',
  payload: Selection,
  data: v.object({ unread: Count }),
  refusals: {},
});

export const delNotice = call({
  path: 'my/del-notice',
  who: 'session',
  what: '删除消息；答复还有几条未读。',
  payload: Selection,
  data: v.object({ unread: Count }),
  refusals: {},
});

export const noticeSettings = call({
  path: 'my/notice-settings',
  who: 'session',
  what: '这位读者关掉了哪些种类的消息。',
  payload: v.object({}),
  data: v.object({ muted: v.array(Category) }),
  refusals: {},
});

export const setNoticeSettings = call({
  path: 'my/set-notice-settings',
  who: 'session',
  what: '关掉这些种类的消息，其余的打开。',
  payload: v.object({ muted: v.pipe(v.array(Category), v.maxLength(NOTICE_CATEGORIES.length)) }),
  data: Nothing,
  refusals: {},
});
