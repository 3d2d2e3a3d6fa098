/** The purpose of each periodic job. */
const NAMES: Readonly<Record<string, string>> = {
  'sms-reports': '查询短信是否送达',
  'channel-settings': '读支付渠道的设置',
  'sms-settings': '读短信网关的设置',
  'sms-budget': '统计今天的短信',
  'account-sweep': '清理过期的会话与账号',
  'listing-facts': '更新列表',
  'signing-keys': '更换图片签名的密钥',
  figures: '统计过完的一天',
  'figures-hour': '记下今天每小时的数字',
  sightings: '保存服务器发现的异常',
  'job-runs': '保存定时任务的情况',
  'disk-days': '记下磁盘的用量',
  views: '写入阅读数',
  rankings: '更新排行榜',
  'reading-sweep': '清理旧的阅读记录',
  recommendations: '更新推荐',
  'rewards-check': '核对礼包与签到',
  'old-bulk-changes': '清理批量修改的预览',
  'guard-pages': '移动标了价的页',
  'old-page-versions': '清理各页的旧版本',
  'search-index': '更新搜索',
  'searched-words': '记下搜索的词',
  'search-views': '更新搜索的排序',
  'search-sweep': '清理旧的搜索词',
  orders: '处理到期的订单',
  'order-count': '统计订单',
  'order-check': '核对订单',
  reconciliation: '与渠道的账单对账',
  'shop-sweep': '清理无效的支付通知',
  'audit-chain': '把操作记录连成哈希链',
  'staff-sweep': '清理员工的旧会话与链接',
  'support-sweep': '清理反馈的图片',
  'wallet-check': '核对账目',
  'wallet-sweep': '清理过期的赠币与阅读券',
  'sandbox-notifications': '沙箱支付的通知',
  'disk-space': '查看磁盘空间',
  'backup-time': '查看上次备份的时间',
  'send-mails': '给读者发邮件',
  alerts: '发送告警',
};

export function jobName(name: string): string {
  return NAMES[name] ?? name;
}

/** How often it runs. */
export function periodText(seconds: number): string {
  if (seconds < 60) return `每 ${seconds} 秒`;
  return seconds < 3600 ? `每 ${Math.round(seconds / 60)} 分钟` : `每 ${Math.round(seconds / 3600)} 小时`;
}
