import { FIVE_MINUTES_MS } from '../../core/jobs/jobs.ts';
import type { Module } from '../../core/module/module.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { rewardsCalls } from './calls.ts';
import type { Rewards } from './rewards.ts';

/** Gifts, attendance and redeem codes. */
export function rewardsModule(rewards: Rewards, wallet: Pick<Wallet, 'balances'>): Module {
  return {
    calls: rewardsCalls(rewards, wallet),
    jobs: { 'rewards-check': { everyMs: FIVE_MINUTES_MS, node: 'one', run: rewards.check } },
    metrics: [
      {
        name: 'manyu_rewards_invariants_broken',
        help: 'Invariants of gifts, attendance and redeem codes broken at the last check.',
        read: rewards.broken,
      },
    ],
    cacheTopics: { redeeming: rewards.redeeming.changed },
    dataOwners: [rewards.dataOwner],
  };
}
