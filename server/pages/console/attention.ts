import type { Pool } from 'pg';
import type { DataOf } from '#contract/call';
import type { overview } from '#contract/console/overview';
import { shanghaiMinutes } from '../../core/time/shanghai-day.ts';
import type { SmsBudget } from '../../modules/account/account.ts';
import { countUnapproved, type Rewards } from '../../modules/rewards/rewards.ts';
import { countRefundRequests, type Shop } from '../../modules/shop/shop.ts';
import { countWaiting, listWaiting, rankOf } from '../../modules/support/support.ts';
import { countAdjustmentRequests, type Wallet } from '../../modules/wallet/wallet.ts';

type Item = DataOf<typeof overview>['attention'][number];
export type Finding = Omit<Item, 'page'>;

export type AttentionParts = {
  pool: Pool;
  shop: Pick<Shop, 'counted' | 'countedDifferences' | 'broken'>;
  wallet: Pick<Wallet, 'broken'>;
  rewards: Pick<Rewards, 'broken'>;
  smsBudget: SmsBudget;
  /** The findings of the doctor that need work. */
  examine(now: Date): Promise<Finding[]>;
};

/** Types of feedback: a complaint, and one that is not. */
const COMPLAINT = 5;
const ORDINARY = 0;

const GRAVITY = { fault: 0, warning: 1, note: 2 } as const;

/** The findings that need work, the gravest first. */
export async function findAttention(parts: AttentionParts, now: Date): Promise<Item[]> {
  const examined = (await parts.examine(now)).map((finding) => ({
    ...finding,
    page: finding.check === '导入' ? 'upload' : 'system',
  }));
  const found = [
    ...(await ofReaders(parts.pool)),
    ...(await ofRefunds(parts.pool)),
    ...(await ofAdjustments(parts.pool)),
    ...(await ofCodes(parts.pool, now)),
    ...ofMoney(parts),
    ...ofSms(parts.smsBudget),
    ...examined,
  ];
  return found.sort((a, b) => GRAVITY[a.state] - GRAVITY[b.state]);
}

async function ofReaders(pool: Pool): Promise<Item[]> {
  const { waiting, complaints } = (await countWaiting(pool)) ?? { waiting: 0, complaints: 0 };
  const ofType = async (check: string, state: Item['state'], type: 0 | 5, found: string): Promise<Item> => {
    // The one that is to be answered first: opening it is one click, and the next one is one more.
    const [first] = await listWaiting(pool, { rank: rankOf({ type }), id: 0 }, 1, null);
    return { check, state, found, advice: null, page: first ? `feedback/${first.id}` : 'feedback' };
  };
  return [
    ...(complaints > 0 ? [await ofType('投诉', 'warning', COMPLAINT, `${complaints} 条举报或侵权投诉没有答复`)] : []),
    ...(waiting > complaints ? [await ofType('反馈', 'note', ORDINARY, `${waiting - complaints} 条反馈没有答复`)] : []),
  ];
}

async function ofRefunds(pool: Pool): Promise<Item[]> {
  const { open, oldest } = (await countRefundRequests(pool)) ?? { open: 0, oldest: null };
  if (oldest === null) return [];
  const found = `${open} 笔退款等另一人批准，最早的是 ${shanghaiMinutes(oldest)} 提出的`;
  return [{ check: '退款', state: 'warning', found, advice: null, page: 'money' }];
}

async function ofAdjustments(pool: Pool): Promise<Item[]> {
  const { open, oldest } = (await countAdjustmentRequests(pool)) ?? { open: 0, oldest: null };
  if (oldest === null) return [];
  const found = `${open} 笔余额调整等另一人批准，最早的是 ${shanghaiMinutes(oldest)} 提出的`;
  return [{ check: '余额', state: 'warning', found, advice: null, page: 'readers' }];
}

async function ofCodes(pool: Pool, now: Date): Promise<Item[]> {
  const { open, oldest, id } = (await countUnapproved(pool, now)) ?? { open: 0, oldest: null, id: null };
  if (oldest === null) return [];
  const found = `${open} 批兑换码等另一人批准，最早的是 ${shanghaiMinutes(oldest)} 提出的`;
  return [{ check: '兑换码', state: 'warning', found, advice: null, page: `money/codes/${id}` }];
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
            found: `${paid} 笔付了款，漫币或月卡还没有到账`,
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
    state() === 'spent' ? '现在谁也收不到验证码；要多发，到「系统 → 短信」里调高' : '余下的只发给已注册的号码';
  return [{ check: '短信', state: 'warning', found, advice, page: 'system/sms' }];
}
