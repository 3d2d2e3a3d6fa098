import * as v from 'valibot';
import { ById, Id, Time } from '../shapes.ts';
import {
  ApiKey,
  Enrolment,
  FactorCode,
  GUESSED,
  LinkToken,
  Me,
  NewStaffName,
  RecoveryCodes,
  StaffName,
  StaffPassword,
  StaffRole,
  USUAL,
} from './shapes.ts';
import { staffCall } from './staff-call.ts';

export const login = staffCall({
  path: 'session/login',
  who: 'anyone',
  what: '登录后台：用户名、密码，和验证器上的 6 位验证码或一个恢复码。',
  payload: v.object({ name: StaffName, password: StaffPassword, code: FactorCode }),
  data: Me,
  refusals: { wrongStaffLogin: null },
  limits: GUESSED,
});

export const openLink = staffCall({
  path: 'link/open',
  who: 'anyone',
  what: '查看一次性链接，取得验证器的密钥。',
  payload: v.object({ token: LinkToken }),
  data: v.object({
    kind: v.picklist(['first', 'invite', 'reset']),
    name: v.nullable(v.string()),
    ...Enrolment.entries,
  }),
  refusals: { staffLinkExpired: null },
  limits: GUESSED,
});

export const takeLink = staffCall({
  path: 'link/take',
  who: 'anyone',
  what: '用一次性链接设置密码与验证器，然后登录；链接只能用一次。',
  payload: v.object({
    token: LinkToken,
    /** Only the first owner chooses a name. */
    name: v.optional(NewStaffName),
    password: StaffPassword,
    code: FactorCode,
  }),
  data: v.object({ me: Me, recoveryCodes: RecoveryCodes }),
  refusals: { staffLinkExpired: null, wrongFactor: null, weakStaffPassword: null },
  limits: GUESSED,
});

export const logout = staffCall({
  path: 'session/logout',
  who: { staff: 'account' },
  what: '退出登录。',
  payload: v.object({}),
  data: v.object({}),
});

export const me = staffCall({
  path: 'session/me',
  who: { staff: 'account' },
  what: '当前登录的人。',
  payload: v.object({}),
  data: Me,
});

export const confirmFactor = staffCall({
  path: 'session/confirm',
  who: { staff: 'account' },
  what: '再次验证身份，之后 10 分钟内可以做需要它的操作；会话换新。',
  payload: v.object({ code: FactorCode }),
  data: Me,
  refusals: { wrongFactor: null },
  limits: [...GUESSED, ...USUAL],
});

export const sessions = staffCall({
  path: 'session/list',
  who: { staff: 'account' },
  what: '自己的登录会话。',
  payload: v.object({}),
  data: v.object({
    list: v.array(
      v.object({
        id: Id,
        device: v.string(),
        address: v.string(),
        createdAt: Time,
        usedAt: Time,
        current: v.boolean(),
      }),
    ),
  }),
});

export const endSession = staffCall({
  path: 'session/end',
  who: { staff: 'account' },
  what: '结束自己的一个会话。',
  payload: ById,
  data: v.object({}),
});

export const changePassword = staffCall({
  path: 'account/password',
  who: { staff: 'account', fresh: true },
  what: '修改自己的密码，其他会话与 API 密钥立即失效。',
  payload: v.object({ old: StaffPassword, password: StaffPassword }),
  data: Me,
  refusals: { wrongStaffLogin: null, weakStaffPassword: null },
  limits: [...GUESSED, ...USUAL],
});

export const beginFactor = staffCall({
  path: 'account/factor-begin',
  who: { staff: 'account', fresh: true },
  what: '取得新的验证器密钥；验证之前，原来的仍然有效。',
  payload: v.object({}),
  data: Enrolment,
});

export const changeFactor = staffCall({
  path: 'account/factor',
  who: { staff: 'account', fresh: true },
  what: '用新验证器上的验证码完成更换，其他会话与 API 密钥立即失效。',
  payload: v.object({ code: FactorCode }),
  data: Me,
  refusals: { wrongFactor: null },
  limits: [...GUESSED, ...USUAL],
});

export const renewRecoveryCodes = staffCall({
  path: 'account/recovery-codes',
  who: { staff: 'account', fresh: true },
  what: '重新生成 10 个恢复码，原来的作废。',
  payload: v.object({}),
  data: v.object({ recoveryCodes: RecoveryCodes }),
});

export const keys = staffCall({
  path: 'key/list',
  who: { staff: 'account' },
  what: '自己的 API 密钥。',
  payload: v.object({}),
  data: v.object({ list: v.array(ApiKey) }),
});

export const addKey = staffCall({
  path: 'key/add',
  who: { staff: 'account', fresh: true },
  what: '新建一个 API 密钥：角色是自己的或只读，最长一年；密钥只显示这一次。',
  payload: v.object({
    name: StaffName,
    role: StaffRole,
    days: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(366)),
  }),
  data: v.object({ key: v.string(), endsAt: Time }),
  refusals: { staffForbidden: null },
});

export const endKey = staffCall({
  path: 'key/end',
  who: { staff: 'account' },
  what: '作废自己的一个 API 密钥。',
  payload: ById,
  data: v.object({}),
});
