import * as CODES from './codes.ts';

/** All refusals by name. `codes.ts` has the numbers that are sent. */
export type RefusalName = keyof typeof CODES;
export type CodeOf<Name extends RefusalName> = (typeof CODES)[Name];
export type NameOf<Code extends number> = {
  [Name in RefusalName]: (typeof CODES)[Name] extends Code ? Name : never;
}[RefusalName];

/** The sentence for the reader, unless a call gives another one. */
const MESSAGES: Readonly<Record<RefusalName, string>> = {
  sessionLost: '登录已失效，请重新登录',
  unreadableRequest: '请求无法读取',
  invalidField: '请求内容不正确',
  unknownCall: '没有这个接口',
  tooManyRequests: '操作太频繁，请稍后再试',
  loginRequired: '请先登录',
  wrongPassword: '用户名或密码错误',
  wrongCode: '验证码错误或已过期',
  codeSentTooOften: '验证码发送太频繁',
  phoneTaken: '该手机号已绑定其他账号',
  usernameTaken: '用户名已被使用',
  weakPassword: '密码太简单',
  proofRequired: '请先完成安全验证',
  teenModeForbids: '未成年人模式下不可用',
  ageUnconfirmed: '需要确认年龄',
  nicknameReserved: '昵称不能包含「管理员」「客服」「官方」或本站的名称',
  linkExpired: '链接已失效，请向客服再要一个',
  comicNotFound: '漫画不存在或已下架',
  chapterNotFound: '章节不存在',
  chapterLocked: '本话需要购买后阅读',
  insufficientCoins: '漫币不足',
  productUnavailable: '该商品已下架',
  paymentUnavailable: '支付方式暂不可用',
  priceChanged: '价格已变动，请重新确认',
  noTicket: '没有可用的阅读券',
  spendingLimitReached: '已达消费限额',
  orderNotFound: '订单不存在',
  giftUnavailable: '礼物已失效、过期或已领取',
  alreadyCheckedIn: '今天已经签到过了',
  phoneRequired: '请先绑定手机号',
  repairUnavailable: '这一天不能补签',
  questionNotFound: '这个问题已经更新，请刷新页面',
  feedbackNotFound: '反馈不存在',
  feedbackClosed: '这条反馈已经结束，有新的问题请写新的反馈',
  feedbackAnswered: '已经有回复，不能撤回了',
  pictureUnusable: '这张图片读不出来，请换一张 JPEG、PNG 或 WebP',
  pictureNotFound: '图片已失效，请重新选择',
  staffForbidden: '没有权限',
  factorRequired: '请先再次验证身份',
  wrongStaffLogin: '用户名、密码或验证码错误',
  wrongFactor: '验证码错误，或已经用过',
  weakStaffPassword: '密码至少 15 个字符，不能是常见或泄露过的密码，也不能包含用户名',
  staffLinkExpired: '链接已失效',
  staffNotFound: '没有这位员工',
  staffNameTaken: '已经有同名的员工',
  ownAccount: '不能对自己的账号这样做',
  lastOwner: '至少要保留一位所有者',
  comicChanged: '别人刚刚改过同一处，没有保存',
  comicTitleTaken: '另一部漫画叫这个名字',
  chapterNumberTaken: '这个话数已经有一话了',
  comicDeleted: '它在回收站里，请先恢复',
  comicMerged: '它已经并入另一部漫画，请改那一部',
  cannotUndo: '这条改动不能撤回',
  trashEmptied: '删除已满 30 天，图片已经清掉，不能恢复',
  importRunning: '正在导入漫画，暂时不能移动图片，请等导入结束再试',
  readerNotFound: '没有这位读者，或已经注销',
  readerUnreachable: '这位读者没有密码，也没有手机号，退出之后谁也不能再登录',
  banEndPassed: '停用的期限已经过了',
  balanceTooLow: '不够扣，什么也没有做。只有正好是以前调整给的数目，花掉之后才还能扣回',
  balanceChanged: '余额刚刚变了，什么也没有做，请重新预览',
  adjustmentTooLarge: '超过一个人可以调整的数目：一次 1000，一天 5000（一张阅读券算 10）',
  refundRefused: '这张订单不能这样退',
  orderChanged: '订单刚刚有了变化，请再看一次再退',
  billNotFound: '没有这份账单',
  billUnreadable: '账单读不到，请稍后再试',
  partChanged: '这一部分刚刚被改过，请重新打开',
  partNotUndone: '不能撤回这次改动',
  serverError: '服务器开小差了，请稍后再试',
};

export type RefusalEntry = { name: RefusalName; code: number; message: string };

/** Name, code and sentence of every refusal. */
export const REFUSALS = Object.fromEntries(
  Object.entries(CODES).map(([name, code]) => [name, { name, code, message: MESSAGES[name as RefusalName] }]),
) as Readonly<Record<RefusalName, RefusalEntry>>;
