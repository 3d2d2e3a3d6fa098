import type { Pool } from 'pg';
import type { DataOf } from '#contract/call';
import type { overview } from '#contract/console/overview';
import type { SmsBudget } from '../../modules/account/account.ts';
import type { Rewards } from '../../modules/rewards/rewards.ts';
import type { Shop } from '../../modules/shop/shop.ts';
import { countWaiting } from '../../modules/support/support.ts';
import type { Wallet } from '../../modules/wallet/wallet.ts';

type Item = DataOf<typeof overview>['attention'][number];
export type Finding = Omit<Item, 'page'>;

export type AttentionParts = {
  pool: Pool;
  shop: Pick<Shop, 'counted' | 'countedDifferences' | 'broken'>;
  wallet: Pick<Wallet, 'broken'>;
  rewards: Pick<Rewards, 'broken'>;
  smsBudget: SmsBudget;
  /** What the doctor has found that is not in order. */
  examine(now: Date): Promise<Finding[]>;
};

const GRAVITY = { fault: 0, warning: 1, note: 2 } as const;

/** What should be dealt with, the gravest first. */
export async function findAttention(parts: AttentionParts, now: Date): Promise<Item[]> {
  const examined = (await parts.examine(now)).map((finding) => ({
    ...finding,
    page: finding.check === '导入' ? 'upload' : 'system',
  }));
  const found = [...(await ofReaders(parts.pool)), ...ofMoney(parts), ...ofSms(parts.smsBudget), ...examined];
  return found.sort((a, b) => GRAVITY[a.state] - GRAVITY[b.state]);
}

async function ofReaders(pool: Pool): Promise<Item[]> {
  const { waiting, complaints } = (await countWaiting(pool)) ?? { waiting: 0, complaints: 0 };
  const item = { advice: null, page: 'feedback' };
  return [
    ...(complaints > 0
      ? [{ check: '投诉', state: 'warning', found: `${complaints} 条举报或侵权投诉没有答复`, ...item } as const]
      : []),
    ...(waiting > complaints
      ? [{ check: '反馈', state: 'note', found: `${waiting - complaints} 条反馈没有答复`, ...item } as const]
      : []),
  ];
}

/** As of the last check, which every node makes every five minutes. */
function ofMoney({ shop, wallet, rewards }: AttentionParts): Item[] {
  const broken = shop.broken() + wallet.broken() + rewards.broken();
  const differences = Object.values(shop.countedDifferences()).reduce((sum, count) => sum + count, 0);
  const { paid } = shop.counted();
  const page = 'money';
  return [
    ...(broken > 0
      ? [
          {
            check: '账目',
            state: 'fault',
            found: `有 ${broken} 项不符`,
            advice: '先停止收款；不要手工改账',
            page,
          } as const,
        ]
      : []),
    ...(differences > 0
      ? [
          {
            check: '对账',
            state: 'warning',
            found: `最近七天有 ${differences} 处与渠道的账单不符`,
            advice: null,
            page,
          } as const,
        ]
      : []),
    ...(paid > 0
      ? [
          {
            check: '订单',
            state: 'warning',
            found: `${paid} 笔付了款，漫币还没有到账`,
            advice: '会自动再试',
            page,
          } as const,
        ]
      : []),
  ];
}

function ofSms({ state, spent, ofDay }: SmsBudget): Item[] {
  if (state() === 'enough') return [];
  const found = `今天的 ${ofDay} 条短信已经用了 ${spent()} 条`;
  const advice =
    state() === 'spent' ? '现在谁也收不到验证码；要多发，调高 SMS_DAILY_BUDGET' : '余下的只发给已注册的号码';
  return [{ check: '短信', state: 'warning', found, advice, page: 'system' }];
}
