import * as v from 'valibot';
import { GUESSED, Me, USUAL } from './shapes.ts';
import { staffCall } from './staff-call.ts';

const Param = v.pipe(v.string(), v.minLength(1), v.maxLength(4096));

export const oidcOffer = staffCall({
  path: 'session/oidc',
  who: 'anyone',
  what: '能不能用公司账号（OIDC）登录：按钮上的字，没有设置是 null。',
  payload: v.object({}),
  data: v.object({ button: v.nullable(v.string()) }),
  limits: [...GUESSED, ...USUAL],
});

export const beginOidc = staffCall({
  path: 'session/oidc-begin',
  who: 'anyone',
  what: '开始用公司账号登录：要打开的地址，与它带回来的 state，10 分钟内有效，只能用一次。',
  payload: v.object({}),
  data: v.object({ url: v.string(), state: v.string() }),
  refusals: { oidcFailed: null },
  limits: GUESSED,
});

export const oidcLogin = staffCall({
  path: 'session/oidc-login',
  who: 'anyone',
  what: '用公司账号登录：query 是带回来的地址的查询部分，页面已经核对过 state。角色由公司账号决定。',
  payload: v.object({ state: Param, query: Param }),
  data: Me,
  refusals: { oidcFailed: null, oidcNoRole: null },
  limits: GUESSED,
});
