import type { RewardKind } from '../../../../ui/reward-pictures.tsx';
import type { AssetNames } from '../../../features/buying/chapters/use-asset-names.ts';

type Change = { kind: RewardKind; text: string; gain: boolean };

const KINDS: readonly RewardKind[] = ['coins', 'bonus', 'tickets'];

/** The changes of one entry: +300 漫币, −3 赠币. */
export function changesOf(amounts: Record<RewardKind, number>, names: AssetNames): Change[] {
  return KINDS.filter((kind) => amounts[kind] !== 0).map((kind) => {
    const amount = amounts[kind];
    return { kind, text: `${amount > 0 ? '+' : '−'}${Math.abs(amount)} ${names[kind]}`, gain: amount > 0 };
  });
}
