import * as v from 'valibot';
import { call, perAddress } from '../call.ts';
import { Nothing, UserInfo } from '../shapes.ts';

export const userRegister = call({
  path: 'user/register',
  who: 'anyone',
  what: '开始一个匿名会话。',
  payload: v.object({
    domain: v.pipe(v.string(), v.maxLength(255)),
    u: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(100)))),
    platform: v.nullable(v.picklist(['Android', 'iOS'])),
    referrer: v.optional(v.pipe(v.string(), v.maxLength(253))),
  }),
  data: UserInfo,
  limits: [...perAddress(30, 60), ...perAddress(600, 3600)],
});

export const userInfo = call({
  path: 'user/info',
  who: 'session',
  what: '令牌属于谁；令牌放在请求里。',
  payload: v.object({ token: v.pipe(v.string(), v.maxLength(200)) }),
  data: UserInfo,
});

export const userLogout = call({
  path: 'user/logout',
  who: 'session',
  what: '退出登录；all 时所有设备都退出。',
  payload: v.object({ all: v.optional(v.boolean()) }),
  data: Nothing,
});
