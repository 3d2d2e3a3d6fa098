import * as v from 'valibot';
import { paged } from '../paging.ts';
import { ById, Coins, Count, FaqType, Id, Time } from '../shapes.ts';
import { FeedbackState, Reason } from './shapes.ts';
import { staffCall } from './staff-call.ts';

/** A reader in a search result. */
const Found = v.object({
  id: Id,
  nickname: v.string(),
  username: v.nullable(v.string()),
  /** Masked: `137****1234`. */
  telephone: v.nullable(v.string()),
  createdAt: Time,
  seenAt: v.nullable(Time),
  bannedAt: v.nullable(Time),
  /** When the ban ends; null = never. Only meaningful with `bannedAt`. */
  bannedUntil: v.nullable(Time),
});

export const findReaders = staffCall({
  path: 'readers/find',
  who: { staff: 'readers' },
  what: '查找读者：完整的编号、用户名、手机号或订单号；11 位数字可以是几种，各查一遍。',
  payload: v.object({ q: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(64)) }),
  data: v.object({ list: v.array(Found) }),
});

export const Balances = v.object({ coins: Coins, bonus: Coins, tickets: Coins });

export const Reader = v.object({
  ...Found.entries,
  hasPassword: v.boolean(),
  /** 未成年人模式 is on. */
  teen: v.boolean(),
  adult: v.boolean(),
  points: Count,
  /** When all data of the reader will be deleted; null = no deletion is planned. */
  erasesAt: v.nullable(Time),
  balances: Balances,
  /** The last times when staff viewed the whole phone number. */
  looks: v.array(v.object({ at: Time, by: v.string(), reason: v.string() })),
  sessions: v.array(v.object({ id: v.string(), device: v.string(), startedAt: Time, usedAt: Time })),
});

export const viewReader = staffCall({
  path: 'readers/view',
  who: { staff: 'readers' },
  what: '一位读者的账号、余额与登录着的设备。',
  payload: ById,
  data: Reader,
  refusals: { readerNotFound: null },
});

const Event = v.variant('kind', [
  v.object({
    kind: v.literal('order'),
    at: Time,
    no: v.string(),
    title: v.string(),
    state: v.string(),
    /** In the smallest unit of the currency. */
    amount: Count,
    currency: v.string(),
  }),
  v.object({ kind: v.literal('ledger'), at: Time, id: Id, title: v.string(), ...Balances.entries }),
  v.object({ kind: v.literal('session'), at: Time, id: v.string(), device: v.string() }),
  v.object({ kind: v.literal('feedback'), at: Time, id: Id, type: FaqType, state: FeedbackState, text: v.string() }),
  v.object({
    kind: v.literal('audit'),
    at: Time,
    id: Id,
    action: v.string(),
    actor: v.string(),
    actorName: v.nullable(v.string()),
    before: v.record(v.string(), v.unknown()),
    after: v.record(v.string(), v.unknown()),
    reason: v.nullable(v.string()),
  }),
]);

export const EVENT_KINDS = ['order', 'ledger', 'session', 'feedback', 'audit'] as const;

export const timeline = staffCall({
  path: 'readers/timeline',
  who: { staff: 'readers' },
  what: '一位读者的订单、流水、登录、反馈，和员工对其做过的事，新的在前；可以只看一种。',
  payload: v.object({ id: Id, kind: v.optional(v.picklist(EVENT_KINDS)), ...paged }),
  data: v.object({ list: v.array(Event), next: v.nullable(v.string()) }),
  refusals: { readerNotFound: null },
});

export const banReader = staffCall({
  path: 'readers/ban',
  who: { staff: 'readers' },
  what: '停用一位读者，从下一次调用起生效；到 until 为止，不写就没有期限。',
  payload: v.object({ id: Id, reason: Reason, until: v.nullable(Time) }),
  data: Reader,
  refusals: { readerNotFound: null, banEndPassed: null },
});

export const unbanReader = staffCall({
  path: 'readers/unban',
  who: { staff: 'readers' },
  what: '重新启用一位读者。',
  payload: v.object({ id: Id, reason: v.optional(Reason) }),
  data: Reader,
  refusals: { readerNotFound: null },
});

export const endReaderSessions = staffCall({
  path: 'readers/end-sessions',
  who: { staff: 'readers' },
  what: '让一位读者在所有设备上退出。',
  payload: v.object({ id: Id, reason: v.optional(Reason) }),
  data: Reader,
  refusals: { readerNotFound: null, readerUnreachable: null },
});
