import type { Difference, DifferenceClass, MovementKind } from './compare.ts';

export const KIND_NAMES: Readonly<Record<MovementKind, string>> = { payment: '收款', refund: '退款' };
export const CLASS_NAMES: Readonly<Record<DifferenceClass, string>> = {
  'ours-only': '我们有，渠道没有',
  'theirs-only': '渠道有，我们没有',
  'amount-differs': '金额不同',
};

/** Advice for each kind of difference. */
const REMEDIES: Readonly<Record<DifferenceClass, Readonly<Record<MovementKind, string>>>> = {
  'ours-only': {
    payment: '到渠道后台按交易号查这笔钱：查得到，隔一天再核对；查不到，漫币已经给了而钱没有收到，当作事故查这张订单。',
    refund: '到渠道后台按退款号查：没有退出去，就在那里手工退给读者。',
  },
  'theirs-only': {
    payment:
      '到渠道后台按交易号查：是这里的订单，可能还没有查到，稍后再核对；不是，看是否同一账户还有别的买卖，或从备份恢复过数据库。该退的在那里退。',
    refund: '是在渠道后台手工退的：漫币没有收回，在后台的「读者」里调整余额，或用 manyu wallet adjust 扣。',
  },
  'amount-differs': {
    payment: '金额与订单不符，没有按它到账的不会到账：到渠道后台按交易号查，退回去，请读者重新下单。',
    refund: '退的金额与这里记的不同：到渠道后台按退款号查实际退了多少。',
  },
};

export function remedyOf(difference: Pick<Difference, 'class' | 'kind'>): string {
  return REMEDIES[difference.class][difference.kind];
}
