import type { DataOf } from '#contract/call';
import type { previewAdjustment } from '#contract/console/adjusting';
import type { timeline, viewReader } from '#contract/console/readers';

export type Reader = DataOf<typeof viewReader>;
export type Event = DataOf<typeof timeline>['list'][number];

export const KINDS = [
  ['', '全部'],
  ['order', '订单'],
  ['ledger', '流水'],
  ['session', '登录'],
  ['feedback', '反馈'],
  ['audit', '员工的操作'],
] as const satisfies readonly (readonly [Event['kind'] | '', string])[];

export const ASSETS = [
  ['coin', '漫币'],
  ['bonus', '赠币'],
  ['ticket', '阅读券'],
] as const;
export type Asset = (typeof ASSETS)[number][0];

export function assetName(asset: Asset): string {
  return ASSETS.find(([each]) => each === asset)?.[1] ?? asset;
}

/** `+10`, `−3` */
export function signedText(amount: number): string {
  return `${amount > 0 ? '+' : '−'}${Math.abs(amount)}`;
}

/** The facts of an adjustment that are shown before it is confirmed. */
export function planNotes({ reverses, owed, gone }: DataOf<typeof previewAdjustment>): string[] {
  return [
    ...(reverses ? ['这正好是以前的一次调整，会把那一次撤回。'] : []),
    ...(owed > 0 ? [`其中 ${owed} 已经花掉，记为欠，以后得到的漫币先还。`] : []),
    ...(gone > 0 ? [`其中 ${gone} 已经用掉或过期，收不回来。`] : []),
  ];
}

export const ORDER_STATES: Readonly<Record<string, string>> = {
  created: '未付款',
  paid: '已付款，待到账',
  granted: '已到账',
  closed: '已关闭',
  refunded: '已退款',
};

/** `+10 漫币，−3 赠币` */
export function changeText(change: { coins: number; bonus: number; tickets: number }): string {
  const parts = [
    [change.coins, '漫币'],
    [change.bonus, '赠币'],
    [change.tickets, '阅读券'],
  ] as const;
  return parts
    .filter(([amount]) => amount !== 0)
    .map(([amount, name]) => `${signedText(amount)} ${name}`)
    .join('，');
}

/** The username or the masked phone number of a reader; empty without both. */
export function nameText({ username, telephone }: Pick<Reader, 'username' | 'telephone'>): string {
  return (
    [username && `用户名 ${username}`, telephone && `手机 ${telephone}`].filter(Boolean).join(' · ') || '未登录的访客'
  );
}
