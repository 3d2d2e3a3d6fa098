import * as v from 'valibot';
import { ById, Id, Time } from '../shapes.ts';
import { Reader } from './readers.ts';
import { Reason, USUAL } from './shapes.ts';
import { staffCall } from './staff-call.ts';

const WITH_REASON = v.object({ id: Id, reason: Reason });
const DAY = 24 * 3600;

export const revealPhone = staffCall({
  path: 'readers/phone',
  who: { staff: 'readers' },
  what: '查看一位读者完整的手机号，要写原因；谁看过写在操作记录里，读者的页面也列出来。一人一天最多 50 次。',
  payload: WITH_REASON,
  data: v.object({ telephone: v.string() }),
  refusals: { readerNotFound: null },
  limits: [...USUAL, { by: 'session', points: 50, seconds: DAY }],
});

export const passwordLink = staffCall({
  path: 'readers/password-link',
  who: { staff: 'readers', fresh: true },
  what: '生成一个链接，读者用它自己设新密码：用一次，24 小时之内；再生成一个，前一个就失效。',
  payload: WITH_REASON,
  data: v.object({ url: v.string(), expiresAt: Time }),
  refusals: { readerNotFound: null, readerBanned: null, readerNameless: null },
});

export const teenOff = staffCall({
  path: 'readers/teen-off',
  who: { staff: 'readers' },
  what: '关闭一位读者的未成年人模式：家长忘了密码。',
  payload: WITH_REASON,
  data: Reader,
  refusals: { readerNotFound: null },
});

export const rebindPhone = staffCall({
  path: 'readers/bind-phone',
  who: { staff: 'readers', fresh: true },
  what: '核实身份之后，给读者换一个手机号，并退出所有设备。',
  payload: v.object({ id: Id, telephone: v.pipe(v.string(), v.regex(/^1\d{10}$/)), reason: Reason }),
  data: Reader,
  refusals: { readerNotFound: null, phoneTaken: null },
});

export const eraseReader = staffCall({
  path: 'readers/erase',
  // Only owners have this permission.
  who: { staff: 'staff', fresh: true },
  what: '注销一位读者：七天后删除数据，其间登录就取消；atOnce 在一小时之内删除。账目与订单保留，但不再与读者关联。',
  payload: v.object({ id: Id, reason: Reason, atOnce: v.boolean() }),
  data: Reader,
  refusals: { readerNotFound: null },
});

export const keepReader = staffCall({
  path: 'readers/keep',
  who: { staff: 'readers' },
  what: '取消一位读者的注销。',
  payload: ById,
  data: Reader,
  refusals: { readerNotFound: null },
});

export const exportReader = staffCall({
  path: 'readers/export',
  who: { staff: 'readers', fresh: true },
  what: '导出一位读者的全部数据（JSON），与读者自己导出的相同；导出也有记录。',
  payload: WITH_REASON,
  data: v.object({ json: v.string() }),
  refusals: { readerNotFound: null },
});
