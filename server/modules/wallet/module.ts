import { FIVE_MINUTES_MS, HOUR_MS } from '../../core/jobs/jobs.ts';
import type { Module } from '../../core/module/module.ts';
import type { Wallet } from './wallet.ts';

/** The ledger; its calls need prices and titles, and are in the screens. */
export function walletModule(wallet: Wallet): Module {
  return {
    jobs: {
      // Each node exports its findings. The check reads much, so it runs on one node at a time.
      'wallet-check': { everyMs: FIVE_MINUTES_MS, node: 'one', run: wallet.check },
      'wallet-sweep': { everyMs: HOUR_MS, node: 'one', run: wallet.sweep },
    },
    metrics: [
      {
        name: 'manyu_wallet_invariants_broken',
        help: 'Invariants of the ledger broken at the last check.',
        read: wallet.broken,
      },
    ],
    dataOwners: [wallet.dataOwner],
  };
}
