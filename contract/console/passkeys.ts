import * as v from 'valibot';
import { ById, Id, Time } from '../shapes.ts';
import { GUESSED, Me, StaffName } from './shapes.ts';
import { staffCall } from './staff-call.ts';

const Base64Url = v.pipe(v.string(), v.maxLength(16_000), v.regex(/^[\w-]+$/));
const Options = v.object({
  /** For `startRegistration` or `startAuthentication` of @simplewebauthn/browser. */
  options: v.record(v.string(), v.unknown()),
});
const Extensions = v.optional(v.record(v.string(), v.unknown()), {});

/** The browser's answer when a passkey has signed: `AuthenticationResponseJSON` of WebAuthn. */
const Signed = v.object({
  id: Base64Url,
  rawId: Base64Url,
  type: v.literal('public-key'),
  response: v.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: v.optional(v.string()),
  }),
  clientExtensionResults: Extensions,
});

/** The browser's answer when a passkey was made: `RegistrationResponseJSON` of WebAuthn. */
const Made = v.object({
  id: Base64Url,
  rawId: Base64Url,
  type: v.literal('public-key'),
  response: v.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(20))), v.maxLength(10))),
  }),
  clientExtensionResults: Extensions,
});

export const beginPasskeyLogin = staffCall({
  path: 'session/passkey-begin',
  who: 'anyone',
  what: '开始用通行密钥登录，取得浏览器要签名的随机数，5 分钟内有效，只能用一次。',
  payload: v.object({}),
  data: Options,
  limits: GUESSED,
});

export const passkeyLogin = staffCall({
  path: 'session/passkey-login',
  who: 'anyone',
  what: '用通行密钥登录，代替用户名、密码与验证码。',
  payload: v.object({ signed: Signed }),
  data: Me,
  refusals: { wrongPasskey: null },
  limits: GUESSED,
});

export const beginPasskeyConfirm = staffCall({
  path: 'session/passkey-confirm-begin',
  who: { staff: 'account' },
  what: '开始用通行密钥再次验证身份。',
  payload: v.object({}),
  data: Options,
});

export const passkeyConfirm = staffCall({
  path: 'session/passkey-confirm',
  who: { staff: 'account' },
  what: '用通行密钥再次验证身份，与验证码的效果相同；会话换新。',
  payload: v.object({ signed: Signed }),
  data: Me,
  refusals: { wrongPasskey: null },
});

export const passkeys = staffCall({
  path: 'passkey/list',
  who: { staff: 'account' },
  what: '自己的通行密钥。',
  payload: v.object({}),
  data: v.object({
    list: v.array(v.object({ id: Id, name: v.string(), createdAt: Time, usedAt: v.nullable(Time) })),
  }),
});

export const beginPasskey = staffCall({
  path: 'passkey/begin',
  who: { staff: 'account', fresh: true },
  what: '开始添加一个通行密钥。',
  payload: v.object({}),
  data: Options,
});

export const addPasskey = staffCall({
  path: 'passkey/add',
  who: { staff: 'account', fresh: true },
  what: '添加浏览器刚创建的通行密钥，每人最多 20 个。',
  payload: v.object({ name: StaffName, made: Made }),
  data: v.object({}),
  refusals: { wrongPasskey: null },
});

export const endPasskey = staffCall({
  path: 'passkey/end',
  who: { staff: 'account', fresh: true },
  what: '删除自己的一个通行密钥。',
  payload: ById,
  data: v.object({}),
});
