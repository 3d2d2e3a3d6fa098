import { FIVE_MINUTES_MS, HOUR_MS } from '../../core/jobs/jobs.ts';
import type { Module } from '../../core/module/module.ts';
import type { Membership } from './membership.ts';

/** 等就免费 and 月卡; their calls need the catalogue and the wallet, and are in the screens. */
export function membershipModule({ waiting, dataOwner, check, broken }: Membership): Module {
  return {
    jobs: {
      'membership-sweep': { everyMs: HOUR_MS, node: 'one', run: waiting.sweep },
      'membership-check': { everyMs: FIVE_MINUTES_MS, node: 'one', run: check },
    },
    metrics: [
      {
        name: 'manyu_membership_invariants_broken',
        help: 'Invariants of passes broken at the last check.',
        read: broken,
      },
    ],
    dataOwners: [dataOwner],
  };
}
