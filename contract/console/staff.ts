import * as v from 'valibot';
import { listOf, paged } from '../paging.ts';
import { ById, Count, Day, Id, Time } from '../shapes.ts';
import { ApiKey, MadeLink, NewStaffName, StaffRole, USUAL } from './shapes.ts';
import { staffCall } from './staff-call.ts';

export const Person = v.object({
  id: Id,
  name: v.string(),
  role: StaffRole,
  /** `invited`: has not set a password yet. */
  state: v.picklist(['active', 'invited', 'disabled']),
  sessions: v.number(),
  recoveryCodes: v.number(),
  createdAt: Time,
  seenAt: v.nullable(Time),
});

export const people = staffCall({
  path: 'staff/list',
  who: { staff: 'staff' },
  what: '全部员工。',
  payload: v.object({}),
  data: v.object({ list: v.array(Person) }),
});

export const invite = staffCall({
  path: 'staff/invite',
  who: { staff: 'staff', fresh: true },
  what: '添加一位员工，得到一次性链接，72 小时内有效。',
  payload: v.object({ name: NewStaffName, role: StaffRole }),
  data: MadeLink,
  refusals: { staffNameTaken: null },
});

export const changeRole = staffCall({
  path: 'staff/role',
  who: { staff: 'staff', fresh: true },
  what: '修改一位员工的角色，其会话与 API 密钥立即失效。',
  payload: v.object({ id: Id, role: StaffRole }),
  data: Person,
  refusals: { staffNotFound: null, ownAccount: null, lastOwner: null },
});

export const disable = staffCall({
  path: 'staff/disable',
  who: { staff: 'staff', fresh: true },
  what: '停用或恢复一位员工；停用后，会话与 API 密钥立即失效。',
  payload: v.object({ id: Id, disabled: v.boolean() }),
  data: Person,
  refusals: { staffNotFound: null, ownAccount: null, lastOwner: null },
});

export const resetPerson = staffCall({
  path: 'staff/reset',
  who: { staff: 'staff', fresh: true },
  what: '为一位员工生成一次性链接，用它重设密码与验证器；链接使用之前，原来的仍然有效。',
  payload: ById,
  data: MadeLink,
  refusals: { staffNotFound: null, ownAccount: null },
});

export const endSessions = staffCall({
  path: 'staff/end-sessions',
  who: { staff: 'staff', fresh: true },
  what: '结束一位员工的全部会话。',
  payload: ById,
  data: Person,
  refusals: { staffNotFound: null },
});

export const staffKeys = staffCall({
  path: 'staff/keys',
  who: { staff: 'staff' },
  what: '一位员工的 API 密钥。',
  payload: ById,
  data: v.object({ list: v.array(ApiKey) }),
});

export const endStaffKey = staffCall({
  path: 'staff/end-key',
  who: { staff: 'staff', fresh: true },
  what: '作废一位员工的一个 API 密钥。',
  payload: v.object({ id: Id, keyId: Id }),
  data: Person,
  refusals: { staffNotFound: null },
});

const AUDIT_FILTER = {
  /** `staff:<id>`, `not-logged-in`, or the user of the operating system who ran a command. */
  actor: v.optional(v.pipe(v.string(), v.maxLength(64))),
  subject: v.optional(
    v.picklist([
      'comic',
      'chapter',
      'reader',
      'order',
      'editorial',
      'staff',
      'feedback',
      'reply-template',
      'redeem-batch',
      'announcement',
    ]),
  ),
  /** Shanghai days, both included. */
  from: v.optional(Day),
  to: v.optional(Day),
};

export const auditList = staffCall({
  path: 'audit/list',
  who: { staff: 'audit' },
  what: '操作记录，新的在前。',
  payload: v.object({ ...AUDIT_FILTER, ...paged }),
  data: listOf(
    v.object({
      id: Id,
      at: Time,
      actor: v.string(),
      /** The name of the member of staff; null for a command. */
      actorName: v.nullable(v.string()),
      action: v.string(),
      subject: v.string(),
      subjectId: v.number(),
      subjectName: v.nullable(v.string()),
      before: v.record(v.string(), v.unknown()),
      after: v.record(v.string(), v.unknown()),
      reason: v.nullable(v.string()),
    }),
  ),
});

export const auditExport = staffCall({
  path: 'audit/export',
  who: { staff: 'audit', fresh: true },
  what: '把操作记录导出成 CSV，最多一万条；导出也有记录。',
  payload: v.object(AUDIT_FILTER),
  data: v.object({ csv: v.string(), rows: v.number(), truncated: v.boolean() }),
});

export const auditCheck = staffCall({
  path: 'audit/check',
  who: { staff: 'audit' },
  what: '核对操作记录的哈希链：有没有被改过、删过、插进来的，最先的是哪一条。',
  payload: v.object({}),
  data: v.object({
    /** Entries that are in order, from the first one on. */
    entries: Count,
    /** The first entry that was changed, removed or inserted; null = none. */
    altered: v.nullable(v.number()),
    /** The hash of the last unchanged entry, in hexadecimal. If it was noted elsewhere, it proves that no entry up to it was changed. */
    head: v.nullable(v.string()),
  }),
  limits: [...USUAL, { by: 'session', points: 10, seconds: 60 }],
});
