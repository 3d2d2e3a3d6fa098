import { checkParts } from '../../../core/db/invariants.ts';
import { checkPasses } from '../../../modules/membership/membership.ts';
import { checkRewards } from '../../../modules/rewards/rewards.ts';
import { checkOrders } from '../../../modules/shop/shop.ts';
import { checkInvariants } from '../../../modules/wallet/wallet.ts';
import type { Check } from '../finding.ts';

/** Checks the invariants of the wallet, the orders and the rewards. */
export const ledger: Check = {
  title: '账目',
  isQuick: false,
  async look({ pool, now }) {
    const parts = { wallet: checkInvariants, shop: checkOrders, rewards: checkRewards, membership: checkPasses };
    const found = await checkParts(pool, parts, now);
    const { checked } = found;
    const broken = found.broken.map(({ name }) => name);
    if (broken.length === 0) return [{ state: 'good', found: `相符：${checked} 项` }];
    return [
      {
        state: 'fault',
        found: `${checked} 项里有 ${broken.length} 项不符：${broken.join('、')}`,
        advice: '先停止收款，manyu wallet check 说全部；不要手工改账',
      },
    ];
  },
};
