import * as v from 'valibot';
import { call, perAddress } from '../call.ts';
import { isMailAddress, MOST_MAIL_ADDRESS } from '../mail-address.ts';
import { listOf, paged } from '../paging.ts';
import { Count, Id, Ids, Nothing, Time } from '../shapes.ts';

/**
 * `updates`: new chapters of subscribed comics, new works of followed authors, 等就免费 that is ready; `money`: orders, and coins or
 * tickets that expire soon; `replies`: replies to feedback; `events` and `system`: announcements of the operator.
 */
export const NOTICE_CATEGORIES = ['updates', 'money', 'events', 'replies', 'system'] as const;
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
});

export const readNotice = call({
  path: 'my/read-notice',
  who: 'session',
  what: '把消息标为已读；返回还有几条未读。',
  payload: Selection,
  data: v.object({ unread: Count }),
});

export const delNotice = call({
  path: 'my/del-notice',
  who: 'session',
  what: '删除消息；返回还有几条未读。',
  payload: Selection,
  data: v.object({ unread: Count }),
});

const Categories = v.pipe(v.array(Category), v.maxLength(NOTICE_CATEGORIES.length));

export const noticeSettings = call({
  path: 'my/notice-settings',
  who: 'session',
  what: '这位读者关掉了哪些种类的消息；`pushMuted` 是另外不推送的种类，`mailMuted` 是另外不发邮件的，站点没有邮件或没有登录时没有它。',
  payload: v.object({}),
  data: v.object({
    muted: v.array(Category),
    pushMuted: v.optional(v.array(Category)),
    mailMuted: v.optional(v.array(Category)),
  }),
});

export const setNoticeSettings = call({
  path: 'my/set-notice-settings',
  who: 'session',
  what: '关掉这些种类的消息，其余的打开；`pushMuted` 没有写时，推送的种类不变，`mailMuted` 也是。',
  payload: v.object({ muted: Categories, pushMuted: v.optional(Categories), mailMuted: v.optional(Categories) }),
  data: Nothing,
});

const Endpoint = v.pipe(v.string(), v.maxLength(1000));
const Base64Url = (length: number) => v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]+$/), v.length(length));

export const pushState = call({
  path: 'my/push',
  who: 'session',
  what: '浏览器订阅推送用的公钥（没有推送时为 null），`endpoint` 是不是已经订阅，这位读者有几个浏览器订阅了。',
  payload: v.object({ endpoint: v.optional(Endpoint) }),
  data: v.object({ key: v.nullable(v.string()), here: v.boolean(), devices: Count }),
});

export const pushSubscribe = call({
  path: 'my/push-subscribe',
  who: 'session',
  what: '让一个浏览器收到推送：它的 PushSubscription。地址要是公网的 https。会话结束，推送也停。',
  payload: v.object({ endpoint: Endpoint, p256dh: Base64Url(87), auth: Base64Url(22) }),
  data: Nothing,
  limits: [{ by: 'session', points: 20, seconds: 3600 }],
});

export const pushUnsubscribe = call({
  path: 'my/push-unsubscribe',
  who: 'session',
  what: '一个浏览器不再收到推送，或这位读者的全部浏览器。',
  payload: v.union([v.object({ endpoint: Endpoint }), v.object({ all: v.literal(true) })]),
  data: Nothing,
});

export const mailState = call({
  path: 'my/mail',
  who: 'registered',
  what: '消息发到哪个邮箱，`waiting` 是还没有验证，`undeliverable` 是邮件服务器不收；没有填时是 null。`on` 是站点有没有邮件。',
  payload: v.object({}),
  data: v.object({
    on: v.boolean(),
    mail: v.nullable(v.object({ address: v.string(), state: v.picklist(['waiting', 'verified', 'undeliverable']) })),
  }),
});

export const setMail = call({
  path: 'my/set-mail',
  who: 'registered',
  what: '填或更换邮箱，发出一封验证邮件；同一个没有验证的再发一封。一位读者一天最多 5 封，一个邮箱 3 封。',
  payload: v.object({
    address: v.pipe(v.string(), v.trim(), v.maxLength(MOST_MAIL_ADDRESS), v.check(isMailAddress)),
  }),
  data: Nothing,
  refusals: { notOffered: null, mailSentTooOften: null },
  limits: [...perAddress(30, 24 * 3600)],
});

export const delMail = call({
  path: 'my/del-mail',
  who: 'registered',
  what: '移除邮箱，不再发邮件。',
  payload: v.object({}),
  data: Nothing,
});
