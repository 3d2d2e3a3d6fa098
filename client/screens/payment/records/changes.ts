import type { AssetNames } from '../../../features/buying/chapters/use-asset-names.ts';

type Amounts = { coins: number; bonus: number; tickets: number };

/** The changes of one entry: +300 漫币, −3 赠币. */
export function changesOf({ coins, bonus, tickets }: Amounts, names: AssetNames): { text: string; gain: boolean }[] {
  const changes = [
    { amount: coins, name: names.coins },
    { amount: bonus, name: names.bonus },
    { amount: tickets, name: names.tickets },
  ];
  return changes
    .filter(({ amount }) => amount !== 0)
    .map(({ amount, name }) => ({ text: `${amount > 0 ? '+' : '−'}${Math.abs(amount)} ${name}`, gain: amount > 0 }));
}
