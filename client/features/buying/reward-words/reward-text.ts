export type Reward = { bonus: number; tickets: number };

export const NO_REWARD: Reward = { bonus: 0, tickets: 0 };

/** A reward as text: 2 赠币, 1 张阅读券, 5 赠币和 1 张阅读券; empty for no reward. */
export function rewardText({ bonus, tickets }: Reward, bonusName: string): string {
  const parts = [bonus > 0 && `${bonus} ${bonusName}`, tickets > 0 && `${tickets} 张阅读券`];
  return parts.filter(Boolean).join('和 ');
}
