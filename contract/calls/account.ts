import * as v from 'valibot';
import { call, perAddress } from '../call.ts';
import { FACES } from '../faces.ts';
import { ComicCard, Config, Count, Id, Nothing, TeenTier, Time, UserInfo } from '../shapes.ts';
import { Code, Effort, NeededEffort, Proof, ResendAfter, RetryAfter, Telephone } from '../verification.ts';

// At least one character, at most as many as in the specification. The server decides whether a password is good.
const Password = v.pipe(v.string(), v.minLength(1), v.maxLength(20));
const Username = v.pipe(v.string(), v.minLength(1), v.maxLength(50));

/** The deletion of the account was requested, and this login cancelled it. */
const Restored = v.boolean();
/** An additional limit of calls that hash a password, which takes much CPU time. */
const HASHES = perAddress(60, 600);

export const userLogin = call({
  path: 'user/login',
  who: 'anyone',
  what: '用户名和密码登录；正在使用的匿名会话并入这个账号。',
  payload: v.object({ username: Username, password: Password, proof: v.optional(Proof) }),
  data: v.object({ token: v.string(), config: Config, user: UserInfo, restored: Restored }),
  refusals: { wrongPassword: null, proofRequired: null },
});

export const loginSendSms = call({
  path: 'user/login-send-sms',
  who: 'anyone',
  what: '发送登录验证码；号码是否注册过，响应都一样。',
  payload: v.object({ telephone: Telephone, proof: v.optional(Proof) }),
  data: ResendAfter,
  refusals: { codeSentTooOften: RetryAfter, proofRequired: NeededEffort },
  limits: perAddress(200, 60),
});

export const loginBySms = call({
  path: 'user/login-by-sms',
  who: 'anyone',
  what: '手机号和验证码登录；没有注册过的号码成为新账号，或使正在使用的匿名会话成为正式账号。',
  payload: v.object({ telephone: Telephone, code: Code }),
  data: v.object({ token: v.string(), user: UserInfo, restored: Restored }),
  refusals: { wrongCode: null },
  limits: perAddress(60, 600),
});

export const userDetail = call({
  path: 'user/detail',
  who: 'session',
  what: '这位读者的资料、计数和成长。',
  payload: Nothing,
  data: v.object({
    ...UserInfo.entries,
    createdAt: Time,
    counts: v.object({ subscribed: Count, favorited: Count, read: Count, owned: Count }),
    /** `nextAt` is null at the highest grade. */
    /** `benefit`: the addition of the grade to the bonus of each day. */
    growth: v.object({
      points: Count,
      nextAt: v.nullable(Count),
      benefit: Count,
      /** The next grade and its benefit; null at the highest. */
      next: v.nullable(v.object({ name: v.string(), benefit: Count })),
      /** All grades, the lowest first; `from`: the points at which it begins. */
      grades: v.optional(v.array(v.object({ level: Count, name: v.string(), from: Count, benefit: Count }))),
    }),
  }),
});

export const userGender = call({
  path: 'user/gender',
  who: 'session',
  what: '设置性别：0 未知，1 男，2 女。',
  payload: v.object({ gender: v.picklist([0, 1, 2]) }),
  data: v.object({ gender: v.picklist([0, 1, 2]) }),
});

export const userFace = call({
  path: 'user/face',
  who: 'session',
  what: '选头像：1 到 8 号图案，0 是等级图标。',
  payload: v.object({ face: v.pipe(Count, v.maxValue(FACES)) }),
  data: UserInfo,
});

export const userPassword = call({
  path: 'user/password',
  who: 'session',
  what: '设置密码，和一次性设定的用户名；已有密码时要旧密码或发到已绑定手机的验证码，只有手机号时要验证码。其他设备随之退出。',
  payload: v.object({
    password: Password,
    old: v.optional(Password),
    code: v.optional(Code),
    username: v.optional(Username),
  }),
  data: UserInfo,
  refusals: { wrongPassword: null, wrongCode: null, usernameTaken: null, weakPassword: null },
  limits: [...HASHES, { by: 'session', points: 60, seconds: 3600 }],
});

/** The token in a link from an operator. */
const LinkToken = v.pipe(v.string(), v.minLength(1), v.maxLength(100));

export const passwordLink = call({
  path: 'user/password-link',
  who: 'anyone',
  what: '重设密码的链接属于哪个账号：用户名，没有时是隐去一段的手机号。',
  payload: v.object({ token: LinkToken }),
  data: v.object({ name: v.string() }),
  refusals: { linkExpired: null },
  limits: perAddress(60, 600),
});

export const passwordByLink = call({
  path: 'user/password-by-link',
  who: 'anyone',
  what: '用运营者给的链接设新密码并登录；链接用一次就失效，账号原来的会话全部结束。',
  payload: v.object({ token: LinkToken, password: Password }),
  data: v.object({ token: v.string(), user: UserInfo, restored: Restored }),
  refusals: { linkExpired: null, weakPassword: null },
  limits: [...HASHES, ...perAddress(20, 60)],
});

export const bindSendCode = call({
  path: 'user/bind-send-code',
  who: 'session',
  what: '向要绑定的手机号发送验证码。',
  payload: v.object({ telephone: Telephone, proof: v.optional(Proof) }),
  data: ResendAfter,
  refusals: { codeSentTooOften: RetryAfter, proofRequired: NeededEffort },
  limits: perAddress(200, 60),
});

export const bindPhone = call({
  path: 'user/bind-phone',
  who: 'session',
  what: '绑定或更换手机号：telephone 与发到它的 code，已有密码或手机号时还要 password，或发到原手机的 oldCode（只有手机号时只能用它）。2002 的 data 说是不是 oldCode 的错。更换之后原手机收到通知，其他设备退出。',
  payload: v.object({
    telephone: Telephone,
    code: Code,
    password: v.optional(Password),
    oldCode: v.optional(Code),
  }),
  data: UserInfo,
  refusals: { wrongPassword: null, wrongCode: v.nullable(v.object({ field: v.literal('oldCode') })), phoneTaken: null },
  limits: [{ by: 'session', points: 60, seconds: 3600 }, ...perAddress(60, 600)],
});

export const userChallenge = call({
  path: 'user/challenge',
  who: 'anyone',
  what: '安全验证的题目（工作量证明），答案作为 proof 交回；返回 2007 时才需要。purpose：密码登录是 login，要验证码是 sms，反馈是 feedback，兑换码是 redeem。effort 是 2007 的 data.effort，不填是 1，每多 1 要算的加倍；级别更高的答案也收。',
  payload: v.object({ purpose: v.picklist(['login', 'sms', 'feedback', 'redeem']), effort: v.optional(Effort) }),
  data: v.object({
    parameters: v.object({
      algorithm: v.string(),
      nonce: v.string(),
      salt: v.string(),
      cost: Count,
      keyLength: Count,
      keyPrefix: v.string(),
      keySignature: v.optional(v.string()),
      expiresAt: v.optional(v.number()),
      data: v.optional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()]))),
    }),
    signature: v.optional(v.string()),
  }),
  limits: perAddress(60, 60),
});

export const userSendCode = call({
  path: 'user/send-code',
  who: 'session',
  what: '向已绑定的手机发送验证码。purpose：设置或修改密码是 password，更换手机号是 phone，注销账号是 delete。',
  payload: v.object({ purpose: v.picklist(['password', 'phone', 'delete']), proof: v.optional(Proof) }),
  data: ResendAfter,
  refusals: {
    loginRequired: null,
    codeSentTooOften: RetryAfter,
    proofRequired: NeededEffort,
  },
  limits: perAddress(200, 60),
});

export const userSessions = call({
  path: 'user/sessions',
  who: 'session',
  what: '登录着的设备。',
  payload: Nothing,
  data: v.object({
    devices: v.array(v.object({ id: v.string(), device: v.string(), at: Time, here: v.boolean() })),
  }),
});

export const endSession = call({
  path: 'user/end-session',
  who: 'session',
  what: '让一台设备退出登录。',
  payload: v.object({ id: v.pipe(v.string(), v.maxLength(64)) }),
  data: Nothing,
});

export const userAutoBuy = call({
  path: 'user/auto-buy',
  who: 'session',
  what: '自动购买下一话：一部漫画的，或不填时总的开关。',
  payload: v.object({ comicId: v.optional(Id), on: v.boolean() }),
  data: v.object({ autoBuy: v.boolean() }),
  refusals: { teenModeForbids: null, ageUnconfirmed: null, comicNotFound: null },
});

export const userAutoBuys = call({
  path: 'user/auto-buys',
  who: 'session',
  what: '自动购买下一话的漫画。',
  payload: Nothing,
  data: v.object({ list: v.array(ComicCard) }),
});

export const userNickname = call({
  path: 'user/nickname',
  who: 'session',
  what: '改昵称：1 到 20 个字，不含看不见的字符，不冒充本站。',
  payload: v.object({ nickname: v.pipe(v.string(), v.minLength(1), v.maxLength(80)) }),
  data: UserInfo,
  refusals: { nicknameReserved: null },
});

export const userAdult = call({
  path: 'user/adult',
  who: 'session',
  what: '读者声明是否已成年；没有声明过的，打开标为 18 的漫画时以 2009 拒绝。',
  payload: v.object({ adult: v.boolean() }),
  data: UserInfo,
  refusals: { teenModeForbids: null },
});

export const userTeen = call({
  path: 'user/teen',
  who: 'session',
  what: '开启或关闭未成年人模式；开启时设定四位数字密码，关闭、换年龄段时要同一个密码。tier：未满 16 岁是 under16，每天 40 分钟；已满 16 岁是 from16，每天 2 小时。不填时，已开启的不变，新开启的是 under16。',
  payload: v.object({
    on: v.boolean(),
    pin: v.pipe(v.string(), v.regex(/^\d{4}$/)),
    tier: v.optional(TeenTier),
  }),
  data: UserInfo,
  refusals: { wrongPassword: null },
  limits: [...HASHES, { by: 'session', points: 60, seconds: 3600 }],
});

export const userExport = call({
  path: 'user/export',
  who: 'session',
  what: '本站存着的关于这位读者的一切。',
  payload: Nothing,
  data: v.record(v.string(), v.unknown()),
  limits: [{ by: 'session', points: 5, seconds: 3600 }],
});

export const userDelete = call({
  path: 'user/delete',
  who: 'registered',
  what: '注销账号：密码或短信验证码确认，7 天后删除数据；其间再登录就取消注销。',
  payload: v.object({ code: v.optional(Code), password: v.optional(Password) }),
  data: v.object({ erasesAt: Time }),
  refusals: { wrongPassword: null, wrongCode: null },
  limits: [...HASHES, { by: 'session', points: 60, seconds: 3600 }],
});
