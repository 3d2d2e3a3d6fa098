import { listLastChecks } from '../../../core/db/invariant-check-store.ts';
import { type Attention, countAttention } from '../../../modules/shop/shop.ts';
import type { Check, Finding } from '../finding.ts';

type Line = Omit<Finding, 'found'> & { found(count: number): string };

const LINES: Readonly<Record<keyof Attention, Line>> = {
  heldOrders: {
    state: 'fault',
    found: (count) => `${count} 张订单付了款，漫币或月卡没有给成`,
    advice: '看后台的账务，状态选「已付未到账」，或 manyu orders list --state paid；日志里有原因',
  },
  refusedRefunds: {
    state: 'warning',
    found: (count) => `最近七天有 ${count} 笔退款被渠道拒绝`,
    advice: '打开订单看退款号，到渠道的后台处理',
  },
  unmatchedNotifications: {
    state: 'warning',
    found: (count) => `最近七天有 ${count} 条付款通知对不上订单`,
    advice: '看后台的「账务」→「对账」，到渠道的后台按号码查',
  },
  billDifferences: {
    state: 'warning',
    found: (count) => `最近七天的账单有 ${count} 笔不符`,
    advice: '看后台的「账务」→「对账」，或 manyu reconcile',
  },
  missingBills: {
    state: 'warning',
    found: (count) => `${count} 份账单读不到`,
    advice: '会自动再试；一直读不到，用 manyu channels check 检查密钥与网络',
  },
};

/** Checks whether orders, bills or the last check of the books need a person. */
export const money: Check = {
  title: '收款',
  isQuick: true,
  async look({ pool, now }) {
    const counted = await countAttention(pool, now);
    const found = (Object.keys(LINES) as (keyof Attention)[]).flatMap((name): Finding[] => {
      const { found, ...line } = LINES[name];
      return counted[name] > 0 ? [{ ...line, found: found(counted[name]) }] : [];
    });
    const broken = (await listLastChecks(pool)).flatMap(({ broken }) => broken.map(({ name }) => name));
    if (broken.length > 0)
      found.push({
        state: 'fault',
        found: `最近一次核对账目，${broken.length} 项不符：${broken.join('、')}`,
        advice: '先停止收款，看后台的「账务」→「账本」，或 manyu wallet check；不要手工改账',
      });
    return found.length > 0 ? found : [{ state: 'good', found: '订单、账单与账目都没有要处理的' }];
  },
};
