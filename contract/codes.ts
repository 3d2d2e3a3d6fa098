/** Every `code` an answer may carry, with the sentence a reader sees when a call has nothing better to say. */
export const MESSAGES = {
  '-1': '登录已失效，请重新登录',
  1000: '请求无法读取',
  1001: '请求内容不正确',
  1002: '没有这个接口',
  1003: '操作太频繁，请稍后再试',
  1401: '请先登录',
  2001: '用户名或密码错误',
  2002: '验证码错误或已过期',
  2003: '验证码发送太频繁',
  2004: '该手机号已绑定其他账号',
  2005: '用户名已被使用',
  2006: '密码太简单',
  2007: '请先完成安全验证',
  2008: '青少年模式下不可用',
  2009: '需要确认年龄',
  2010: '昵称不能包含「管理员」「客服」「官方」或本站的名称',
  3001: '漫画不存在或已下架',
  3002: '章节不存在',
  3003: '本话需要购买后阅读',
  4001: '漫币不足',
  4002: '该商品已下架',
  4003: '支付方式暂不可用',
  4004: '价格已变动，请重新确认',
  4005: '没有可用的阅读券',
  4006: '已达消费限额',
  5001: '礼物已失效、过期或已领取',
  5002: '今天已经签到过了',
  9000: '服务器开小差了，请稍后再试',
} as const;

export type Code = 0 | -1 | Exclude<keyof typeof MESSAGES, '-1'>;

/** The sentence for a code; `0` has the fixed message `success`. */
export function messageFor(code: Code): string {
  return code === 0 ? 'success' : MESSAGES[code === -1 ? '-1' : code];
}
