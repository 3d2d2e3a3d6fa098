import type { UserInfo } from '#contract/shapes';
import type { AssetNames } from '../../../features/buying/chapters/use-asset-names.ts';

/** The balance of an account: 120 漫币、30 赠币、2 张阅读券; empty for no balance. */
export function balanceText(
  { coins, bonus, tickets }: Pick<UserInfo, 'coins' | 'bonus' | 'tickets'>,
  names: AssetNames,
): string {
  const parts = [
    coins > 0 && `${coins} ${names.coins}`,
    bonus > 0 && `${bonus} ${names.bonus}`,
    tickets > 0 && `${tickets} 张${names.tickets}`,
  ];
  return parts.filter(Boolean).join('、');
}
